import { count, DASH, duration, rate } from '../base/format.ts';
import type { StreamPeriod } from '../history/availability.ts';
import type { TextColumn } from './text-table.ts';

/** `99.94 %`: two decimals, because the third nine is what is argued about. Never rounded up to 100. */
export function availability(share: number | undefined): string {
  if (share === undefined) return DASH;
  const percent = share * 100;
  return `${(percent < 100 ? Math.min(99.99, percent) : 100).toFixed(2)} %`;
}

export const streamPeriodColumns: readonly TextColumn<StreamPeriod>[] = [
  { title: 'Application', text: ({ application }) => application },
  { title: 'Stream', text: ({ streamKey }) => streamKey },
  {
    title: 'Sessions',
    align: 'right',
    text: ({ sessions }) => String(sessions),
    value: ({ sessions }) => sessions,
  },
  {
    title: 'Available',
    align: 'right',
    text: ({ available }) => availability(available),
    value: ({ available }) => available,
  },
  {
    title: 'Interruptions',
    align: 'right',
    text: ({ interruptions }) => String(interruptions),
    value: ({ interruptions }) => interruptions,
  },
  {
    title: 'Published',
    align: 'right',
    text: ({ publishedMs }) => duration(publishedMs),
    value: ({ publishedMs }) => publishedMs / 1_000,
  },
  {
    title: 'Degraded',
    align: 'right',
    text: ({ degradedMs }) => duration(degradedMs),
    value: ({ degradedMs }) => degradedMs / 1_000,
  },
  {
    title: 'Peak viewers',
    align: 'right',
    text: ({ peakViewers }) => count(peakViewers),
    value: ({ peakViewers }) => peakViewers,
  },
  {
    title: 'Mean viewers',
    align: 'right',
    text: ({ meanViewers }) => count(meanViewers),
    value: ({ meanViewers }) => meanViewers,
  },
  {
    title: 'Viewer minutes',
    align: 'right',
    text: ({ viewerMinutes }) => count(viewerMinutes),
    value: ({ viewerMinutes }) => viewerMinutes,
  },
  {
    title: 'At risk',
    align: 'right',
    text: ({ viewerMinutesAtRisk }) => count(viewerMinutesAtRisk),
    value: ({ viewerMinutesAtRisk }) => viewerMinutesAtRisk,
  },
  {
    title: 'Mean in',
    align: 'right',
    text: ({ meanIn }) => rate(meanIn, 'bits'),
    value: ({ meanIn }) => meanIn,
  },
];
