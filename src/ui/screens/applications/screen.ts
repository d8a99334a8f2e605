import { counted } from '../../../base/format.ts';
import type { Rect } from '../../../base/text.ts';
import { findApplication } from '../../../cluster/find-listed.ts';
import type { ClusterState } from '../../../cluster/state.ts';
import { type Application, applicationId, applicationTypes } from '../../../protocol/application.ts';
import { applicationFilter, applicationsInTopology } from '../../../views/applications/applications.ts';
import { applicationColumns } from '../../../views/applications/columns.ts';
import { applicationLink } from '../../../views/applications/link.ts';
import { rateScale } from '../../../views/lists/cells.ts';
import { compareBy, type Sort, screenColumns } from '../../../views/lists/column.ts';
import { countedBy } from '../../../views/lists/filter.ts';
import { scopeNote } from '../../../views/lists/paged-list.ts';
import { type PagedModel, PagedScreen } from '../../list-screen/paged-screen.ts';
import type { ShownLists } from '../../list-screen/shown-list.ts';
import { endlessWindow } from '../../primitives/list.ts';
import type { ScreenShell } from '../../shell.ts';
import type { View } from '../../view.ts';
import { streamsOf } from '../streams/slice.ts';
import { applicationDetail } from './detail.ts';
import { type ApplicationsSlice, applicationsStart } from './slice.ts';

type Model = PagedModel<Application, ApplicationsSlice, ShownLists['lists']>;

/** Sorting by trouble needs the whole list: up to this many are requested. Clusters rarely have more. */
const WHOLE = 200;

class Applications extends PagedScreen<Application, ApplicationsSlice, ShownLists['lists']> {
  readonly noun = { one: 'application', identity: 'id', screen: 'applications' } as const;
  readonly looked = 'watchedApplications';
  readonly title = 'Applications';
  readonly initial = applicationsStart;
  readonly hint = 'Application name, type:EDGE, viewers>500, !test';
  readonly positions = { all: 'all', watched: 'watch' } as const;
  readonly columns = applicationColumns;
  readonly asked = applicationFilter;
  override readonly localOrder = 'trouble';
  readonly words = {
    gone: 'the selected application is gone',
    howToWatch: ':lookup finds one by name',
    empty: (slice: ApplicationsSlice) =>
      applicationFilter.isSet(slice)
        ? 'No application matches this filter. Esc clears it.'
        : 'The server lists no applications.',
  };
  readonly identity = applicationId;
  readonly find = findApplication;

  detail({ view }: Omit<Model, 'detail'>, id: string, area: Rect) {
    return applicationDetail(view, id, area);
  }

  columnsOf(view: View, rows: readonly ({ readonly item: Application | undefined } | undefined)[]) {
    const scale = rateScale(rows.map((row) => row?.item));
    return screenColumns(applicationColumns, { view, scale }, view.display.columns?.applications);
  }

  compare({ triage }: View, sort: Sort) {
    const nameAndId = (one: Application) => `${one.name}\n${applicationId(one)}`;
    return compareBy(applicationColumns, sort, nameAndId, triage.problems);
  }

  of({ applications: list, applicationSweep: sweep, watchedApplications: watched }: ClusterState) {
    return { list, sweep, watched };
  }

  totals({ view, loaded }: Model) {
    const total = loaded?.totalItems;
    return { scope: scopeNote(total, applicationsInTopology(view.state, total), 'topology') };
  }

  follow(id: string, application: Application | undefined, shell: ScreenShell<ApplicationsSlice>) {
    shell.goTo('streams', streamsOf({ application: application?.name ?? id }));
  }

  values({ id, name }: Application) {
    return { id, name };
  }

  choices({ state }: View, slice: ApplicationsSlice) {
    const all = [...(state.applicationSweep.value?.items.values() ?? [])];
    return countedBy(all, ({ type }) => type).map(({ name, count }) => ({
      label: name,
      note: String(count),
      text: applicationFilter.text({ ...slice, appType: applicationTypes.find((type) => type === name) }),
    }));
  }

  inSight(model: Model) {
    const window = this.window(model);
    if (!window) return {};
    const total = model.loaded?.totalItems;
    const isShort = model.slice.sort.key === this.localOrder && (total ?? 0) <= WHOLE;
    const { from, to } = isShort ? endlessWindow(0, total === undefined ? 1 : WHOLE, total) : window;
    return { applications: { query: this.query(model.slice), from, to: Math.max(window.to, to) } };
  }

  summary({ view, slice }: Model) {
    const list = this.loaded(view, slice);
    const known = Array.from({ length: Math.min(30, list.count) }, (_, index) => list.rowAt(index));
    return [
      `${counted(list.totalItems, 'application')}.`,
      ...known.flatMap((one) => {
        if (!one) return [];
        const link = applicationLink(one, view.triage.problems);
        return `${one.name}, ${one.type ?? 'type not known'}: link ${link.word ?? link.kind}, ${counted(one.streamCount, 'stream')}, ${counted(one.viewerCount, 'viewer')}.`;
      }),
    ];
  }
}

export const applicationsScreen = new Applications();
