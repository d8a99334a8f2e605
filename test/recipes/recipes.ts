/**
 * Recipes of `src/README.md`, each with the edits that it needs in `src`. A place is found by the line that comes after it, so a
 * recipe fails where the code has moved on, and its number is that of the files that it changes.
 */
export interface Recipe {
  /** The words after “…” in the guide. */
  readonly title: string;
  readonly edits: readonly Edit[];
}

interface Edit {
  readonly path: string;
  /** Exactly one line of the file contains it; the text is put before that line. Without it the file is made. */
  readonly before?: string;
  readonly text: string;
}

export const recipes: readonly Recipe[] = [
  {
    title: 'a figure of a server',
    edits: [
      {
        path: 'cluster/server-figures.ts',
        before: '} satisfies Record<string, ServerFigureField>',
        text: "  recipe: total('streams', 'Recipes'),",
      },
      {
        path: 'views/servers/columns.ts',
        before: "{ key: 'host', value",
        text: "  { key: 'recipe', value: ({ server }) => figureValue('recipe', server), json: { name: 'recipe', kind: 'count' } },",
      },
    ],
  },
  {
    title: 'a column',
    edits: [
      {
        path: 'views/servers/columns.ts',
        before: "{ key: 'host', value",
        text: "  { key: 'recipeHost', value: ({ server }) => server.hostName, json: { name: 'recipeHost', kind: 'word' } },",
      },
    ],
  },
  {
    title: 'a screen',
    edits: [
      {
        path: 'actions/screen-table.ts',
        before: "fleet: { title: 'All clusters'",
        text: "  recipe: { title: 'Recipe', within: 'admin', filter: true },",
      },
      {
        path: 'ui/screens/registry.ts',
        before: "import { serversScreen } from './servers/screen.ts';",
        text: "import { recipeScreen } from './recipe/screen.ts';",
      },
      {
        path: 'ui/screens/registry.ts',
        before: 'fleet: erased(fleetScreen),',
        text: '  recipe: erased(recipeScreen),',
      },
      {
        path: 'ui/screens/recipe/screen.ts',
        text: `
import { listScreen, textFilter, type ListModel } from '../../list-screen/list-screen.ts';
import { rowList, type ShownList } from '../../list-screen/shown-list.ts';
import { listStart, type ListPosition } from '../../primitives/list.ts';

interface RecipeSlice {
  readonly position: ListPosition;
  readonly filter: string;
}

interface RecipeModel extends ListModel<RecipeSlice> {
  readonly lists: { readonly list: ShownList<string> };
}

export const recipeScreen = listScreen<RecipeSlice, RecipeModel>({
  name: 'recipe',
  panes: {
    list: (_model, { count }) => ({
      title: \`Hosts \${count}\`,
      columns: [{ key: 'host', title: 'Host', width: 20, cell: (host) => host }],
      empty: [],
    }),
  },
  initial: { position: listStart, filter: '' },
  positions: { list: 'position' },
  filter: textFilter('Host'),
  model(view, slice, area) {
    const hosts = view.state.servers.flatMap(({ server }) => server.hostName ?? []);
    const rows = hosts.filter((host) => host.includes(slice.filter));
    const list = rowList(rows, (host) => host, { rect: area, position: slice.position });
    return { view, slice, area, lists: { list }, part: 'list' };
  },
  keys: () => false,
  summary: ({ lists }) => [\`\${lists.list.count} hosts.\`],
});`,
      },
    ],
  },
  {
    title: 'a rule',
    edits: [
      {
        path: 'triage/kinds.ts',
        before: '/** The object that `check` was asked about does not exist. */',
        text: "  recipe: kind(9, ['of its servers'], { count: times }),",
      },
      {
        path: 'triage/rules/recipe.ts',
        text: `
import type { Rule } from '../rule.ts';
import { serversSample } from '../samples.ts';

export const recipeRule: Rule = {
  name: 'recipe',
  inputs: ['servers'],
  timing: () => ({ after: 0, clearAfter: 0 }),
  sample: serversSample,
  evaluate: ({ state }) =>
    state.servers.map(({ name }) => ({
      key: \`recipe:\${name}\`,
      severity: 'warning',
      subject: { kind: 'server', name },
      kind: 'recipe',
      facts: { count: 1 },
    })),
};`,
      },
      {
        path: 'triage/rules/index.ts',
        before: "import { restart } from './restart.ts';",
        text: "import { recipeRule } from './recipe.ts';",
      },
      { path: 'triage/rules/index.ts', before: '    restart,', text: '    recipeRule,' },
      {
        path: 'views/problems/words-data.ts',
        before: "  | 'journal-pattern'",
        text: "  | 'recipe'",
      },
      {
        path: 'views/problems/words-data.ts',
        before: '  range: {',
        text: "  recipe: { title: () => 'Recipe', sentence: ({ facts }) => ({ clauses: [String(facts.count)] }) },",
      },
    ],
  },
  {
    title: 'a resource that is polled',
    edits: [
      {
        path: 'cluster/state.ts',
        before: '  readonly viewers: Resource<readonly Watched<Viewer>[]>;',
        text: '  readonly recipe: Resource<Dashboard>;',
      },
      {
        path: 'cluster/store.ts',
        before: '    viewers: emptyResource([]),',
        text: '    recipe: emptyResource(),',
      },
      {
        path: 'cluster/resources.ts',
        before: '  viewers: {',
        text: "  recipe: { name: 'recipe', title: 'Recipe', endpoint: 'dashboard', interval: 5_000, always: true },",
      },
      {
        path: 'polling/poll-recipe.ts',
        text: `
import { succeeded } from '../cluster/resource.ts';
import type { Dashboard } from '../protocol/dashboard.ts';
import { askApi, type PollContext, type Poller, withResource } from './context.ts';

export const recipePoller = (context: PollContext): Poller => ({
  key: 'recipe',
  async poll(signal) {
    const response = await askApi(context, signal, (options) => context.api.dashboard(options));
    const at = context.clock.now();
    context.update(withResource<Dashboard>('recipe', (resource) => succeeded(resource, response, at)));
    return undefined;
  },
});`,
      },
      {
        path: 'polling/create-monitor.ts',
        before: "import { applicationSweepPoller, streamSweepPoller } from './poll-sweep.ts';",
        text: "import { recipePoller } from './poll-recipe.ts';",
      },
      {
        path: 'polling/create-monitor.ts',
        before: '  loopOf(streamSweepPoller(context));',
        text: '  loopOf(recipePoller(context));',
      },
      {
        path: 'cli/snapshot/collect.ts',
        before: '  const store = createClusterStore(cluster);',
        text: '  // A reading of the recipe, put into the state below.',
      },
    ],
  },
  {
    title: 'a dialog',
    edits: [
      {
        path: 'ui/dialogs/recipe.ts',
        text: `
import { dialogBox } from '../primitives/dialog-box.ts';
import type { Dialog } from '../shell.ts';

export const recipeDialog: Dialog<{ readonly title: string }> = {
  render: ({ title }, _view, _services, window) => [
    dialogBox({ id: 'dialog.recipe', title, content: [], size: { width: 20, height: 4 } }, window),
  ],
  key: (_shown, key, shell) => key.name === 'esc' && shell.close(),
};`,
      },
    ],
  },
  {
    title: 'an option',
    edits: [
      {
        path: 'cli/options/table.ts',
        before: '  passwordFile: {',
        text: "  recipe: { type: 'flag', commands: live, help: 'a recipe' },",
      },
    ],
  },
  {
    title: 'a threshold',
    edits: [
      {
        path: 'triage/threshold-families.ts',
        before: '  manager: { for: threshold.time',
        text: "  recipe: { warn: threshold.percent(90, 'a recipe') },",
      },
    ],
  },
];
