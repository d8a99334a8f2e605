import type { ScreenName } from '../../src/actions/screen-table.ts';

/** The beginning of the first row below the tabs on each screen, at every size. No tab contains it. */
export const screenTops: Readonly<Record<ScreenName, RegExp>> = {
  overview: /^┌─ Signal path /,
  servers: /^┌─ Servers /,
  streams: /^┌─ (Unhealthy, most viewers|Streams) /,
  applications: /^┌─ Applications /,
  journal: /^(┌─ Journal | \d\d:\d\d [┄▁-▇.]+ now )/,
  users: /^┌─ Known users /,
  transcoding: /^┌─ Transcode settings /,
  license: /^┌─ License key /,
  cloud: /^┌─ Regions /,
  problems: /^┌─ (Watched since|The last hour|Problems, worst first) /,
  fleet: /^┌─ Clusters /,
};
