import type { DashboardHistory } from '../protocol/dashboard.ts';
import type { TrackFamily } from './track-family.ts';

/**
 * Fills what was not measured here from the dashboard's own history: everything at the start, later only gaps.
 * Measured points are never duplicated or replaced. `skew` converts the server's times to ours.
 */
export function seedTrack(
  family: TrackFamily,
  name: string,
  own: DashboardHistory | null | undefined,
  { at, interval, skew }: { readonly at: number; readonly interval: number; readonly skew: number },
): void {
  const data = own?.data;
  if (!data || data.length === 0) return;
  const track = family.get(name);
  const lastMeasured = track ? lastTime(track) : Number.NEGATIVE_INFINITY;
  if (track && at - lastMeasured <= Math.max(track.hold, 3 * interval)) return;
  const points = data
    .map((point) => ({ at: point.timestamp - skew, value: point.value }))
    .filter((point) => point.at > lastMeasured && point.at < at - interval / 2)
    .toSorted((a, b) => a.at - b.at);
  if (points.length === 0) return;
  track?.dropTrailingGap();
  const spacing = median(points);
  for (const point of points) family.push(name, point.at, [point.value], Math.max(spacing, interval));
}

/** Time of the newest point that is not a gap. */
function lastTime(track: { size: number; time(i: number): number; value(c: number, i: number): number }) {
  let index = track.size - 1;
  while (index >= 0 && Number.isNaN(track.value(0, index))) index--;
  return index < 0 ? Number.NEGATIVE_INFINITY : track.time(index);
}

function median(points: readonly { at: number }[]): number {
  const steps = points.slice(1).map((point, index) => point.at - (points[index]?.at ?? point.at));
  return steps.toSorted((a, b) => a - b)[steps.length >> 1] ?? 0;
}
