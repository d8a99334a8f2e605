/**
 * Recipes of `src/README.md`, each with what it changes in `src`. A place is found by the line that comes after it, so a recipe
 * fails where the code has moved on, and its number is that of its files.
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
  /** The text takes the place of that line. */
  readonly instead?: true;
  readonly text: string;
}

export const recipes: readonly Recipe[] = [
  {
    title: 'a figure of a server',
    files: {
      'cluster/server-figures.ts': [
        ['} satisfies Record<string, ServerFigureField>', "  recipe: total('streams', 'Recipes'),"],
      ],
      'views/servers/columns.ts': [
        [
          "{ key: 'host', value",
          "  { key: 'recipe', value: ({ server }) => figureValue('recipe', server), json: { name: 'recipe', kind: 'count' } },",
        ],
      ],
    },
  },
  {
    title: 'a column',
    files: {
      'views/servers/columns.ts': [
        [
          "{ key: 'host', value",
          "  { key: 'recipeHost', value: ({ server }) => server.hostName, json: { name: 'recipeHost', kind: 'word' } },",
        ],
      ],
    },
  },
  {
    title: 'a screen',
    files: {
      'actions/screen-table.ts': [
        ["fleet: { title: 'All clusters'", "  recipe: { title: 'Recipe', within: 'admin', filter: true },"],
      ],
      'ui/screens/registry.ts': [
        [
          "import { serversScreen } from './servers/screen.ts';",
          "import { recipeScreen } from './recipe/screen.ts';",
        ],
        ['fleet: erased(fleetScreen),', '  recipe: erased(recipeScreen),'],
      ],
      'ui/screens/recipe/screen.ts': `
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
  },
  {
    title: 'a rule',
    files: {
      'triage/kinds.ts': [
        [
          '/** The object that `check` was asked about does not exist. */',
          "  recipe: kind(9, ['of its servers'], { count: times }),",
        ],
      ],
      'triage/rules/recipe.ts': `
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
      'triage/rules/index.ts': [
        ["import { restart } from './restart.ts';", "import { recipeRule } from './recipe.ts';"],
        ['    restart,', '    recipeRule,'],
      ],
      'views/problems/words-data.ts': [
        ["  | 'journal-pattern'", "  | 'recipe'"],
        [
          '  range: {',
          "  recipe: { title: () => 'Recipe', sentence: ({ facts }) => ({ clauses: [String(facts.count)] }) },",
        ],
      ],
    },
  },
  {
    title: 'a resource that is polled',
    files: {
      'cluster/state.ts': [
        [
          '  readonly viewers: Resource<readonly Watched<Viewer>[]>;',
          '  readonly recipe: Resource<Dashboard>;',
        ],
      ],
      'cluster/store.ts': [['    viewers: emptyResource([]),', '    recipe: emptyResource(),']],
      'cluster/resources.ts': [
        [
          '  viewers: {',
          "  recipe: { name: 'recipe', title: 'Recipe', endpoint: 'dashboard', interval: 5_000, always: true },",
        ],
      ],
      'polling/poll-recipe.ts': `
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
      'polling/create-monitor.ts': [
        [
          "import { applicationSweepPoller, streamSweepPoller } from './poll-sweep.ts';",
          "import { recipePoller } from './poll-recipe.ts';",
        ],
        ['  loopOf(streamSweepPoller(context));', '  loopOf(recipePoller(context));'],
      ],
      'cli/snapshot/collect.ts': [
        [
          '  const store = createClusterStore(cluster);',
          '  // A reading of the recipe, put into the state below.',
        ],
      ],
    },
  },
  {
    title: 'an endpoint',
    files: {
      'protocol/recipe.ts': `
import * as z from 'zod';
import { envelope } from './envelope.ts';
import { maybe, number } from './leaves.ts';

export const recipeSchema = envelope(z.object({ recipes: maybe(number) }));`,
      'protocol/endpoints.ts': [
        [
          "import { streamBatchSchema, streamPageSchema } from './stream.ts';",
          "import { recipeSchema } from './recipe.ts';",
        ],
        [
          '  cloudValues: {',
          "  recipe: { code: 'A15', method: 'GET', path: '/api/recipes', title: 'recipes', output: recipeSchema, ...list },",
        ],
      ],
      'http/management.ts': [
        [
          '  topology(options?: CallOptions)',
          '  recipe(options?: CallOptions): Promise<ApiResponse<unknown>>;',
        ],
        [
          '    async topology(options) {',
          "    recipe: async (options) => mapResponse(await client.call('recipe', options), ({ data }) => data),",
        ],
      ],
      'simulator/routes/cluster.ts': [
        [
          "  app.get('/cluster/dashboard'",
          "  app.get('/recipes', async () => answer(world, { recipes: 1 }));",
        ],
      ],
    },
  },
  {
    title: 'a dialog',
    files: {
      'ui/dialogs/recipe.ts': `
import { dialogBox } from '../primitives/dialog-box.ts';
import type { Dialog } from '../shell.ts';

export const recipeDialog: Dialog<{ readonly title: string }> = {
  render: ({ title }, _view, _services, window) => [
    dialogBox({ id: 'dialog.recipe', title, content: [], size: { width: 20, height: 4 } }, window),
  ],
  key: (_shown, key, shell) => key.name === 'esc' && shell.close(),
};`,
    },
  },
  {
    title: 'an option',
    files: {
      'cli/options/table.ts': [
        ['  passwordFile: {', "  recipe: { type: 'flag', commands: live, help: 'a recipe' },"],
      ],
    },
  },
  {
    title: 'a threshold',
    files: {
      'triage/threshold-families.ts': [
        ['  manager: { for: threshold.time', "  recipe: { warn: threshold.percent(90, 'a recipe') },"],
      ],
    },
  },
  {
    title: 'an endpoint',
    edits: [
      {
        path: 'protocol/recipe.ts',
        text: `
import * as z from 'zod';
import { envelope } from './envelope.ts';
import { maybe, number } from './leaves.ts';

export const recipeSchema = envelope(z.object({ count: maybe(number) }));
export type Recipe = z.output<typeof recipeSchema>['data'];`,
      },
      {
        path: 'protocol/endpoints.ts',
        before: "import { licenseSchema, transcodeSettingsSchema } from './settings.ts';",
        text: "import { recipeSchema } from './recipe.ts';",
      },
      {
        path: 'protocol/endpoints.ts',
        before: '  transcodeSettings: {',
        text: "  recipe: { code: 'A15', method: 'GET', path: '/api/cluster/recipe', title: 'recipe', output: recipeSchema, reads: true, repeatable: true, maxBytes: KIB },",
      },
      {
        path: 'http/management.ts',
        before:
          "import type { License, TranscodeSettings, TranscodeSettingsInput } from '../protocol/settings.ts';",
        text: "import type { Recipe } from '../protocol/recipe.ts';",
      },
      {
        path: 'http/management.ts',
        before: '  topology(options?: CallOptions): Promise<ApiResponse<Topology>>;',
        text: '  recipe(options?: CallOptions): Promise<ApiResponse<Recipe>>;',
      },
      {
        path: 'http/management.ts',
        before: '    async topology(options) {',
        text: `
    async recipe(options) {
      return mapResponse(await client.call('recipe', options), ({ data }) => data);
    },`,
      },
      {
        path: 'simulator/routes/cluster.ts',
        before: "  app.get('/cluster/topology', async () => {",
        text: "  app.get('/cluster/recipe', async () => answer(world, { count: 1 }));",
      },
      {
        path: 'session/capture/capture.ts',
        before: "    ...(streams.status === 'fulfilled' ? [firstStream",
        text: '    api.recipe(),',
      },
    ],
  },
  {
    title: 'a theme',
    edits: [
      {
        path: 'ui/theme/themes.ts',
        before: 'const themes: ReadonlyMap<string, Theme>',
        text: "const recipe: Palette = { ...dark, name: 'recipe' };",
      },
      {
        path: 'ui/theme/themes.ts',
        before: '[dark, light, contrast, colourblind, neutral].map(',
        instead: true,
        text: '  [dark, light, contrast, colourblind, neutral, recipe].map((palette) => [palette.name, themeOf(palette)]),',
      },
    ],
  },
  {
    title: 'a key',
    edits: [
      {
        path: 'actions/command-table.ts',
        before: "  { id: 'app.back', group: 'Everywhere'",
        text: "  { id: 'app.recipe', group: 'Everywhere', keys: ['alt-r'], title: 'Open the recipe' },",
      },
      {
        path: 'ui/program/global-commands.ts',
        before: "  'app.back': (shell) => shell.back(),",
        text: "  'app.recipe': (shell) => shell.open({ kind: 'recipe', words: 'Recipe' }),",
      },
    ],
  },
  {
    title: 'a dialog',
    edits: [
      {
        path: 'ui/dialog.ts',
        before: '/** All kinds of dialog. One union',
        text: "export interface RecipeDialog { readonly kind: 'recipe'; readonly words: string }",
      },
      {
        path: 'ui/dialog.ts',
        before: 'export type Dialog = PromptDialog | MessageDialog',
        instead: true,
        text: 'export type Dialog = PromptDialog | MessageDialog | MenuDialog | HelpDialog | PaletteDialog | FormDialog | RecipeDialog;',
      },
      {
        path: 'ui/dialogs/recipe.ts',
        text: `
import { dialogBox } from '../primitives/dialog-box.ts';
import type { RecipeDialog } from '../dialog.ts';
import type { DialogModule } from './module.ts';

export const recipeModule: DialogModule<RecipeDialog> = {
  render: ({ words }, _view, _services, window) => [
    dialogBox({ id: 'dialog.recipe', title: words, content: [], size: { width: 20, height: 3 } }, window),
  ],
  keys: () => [['Esc', 'close']],
  key: (_dialog, _key, shell) => shell.close(),
};`,
      },
      {
        path: 'ui/dialogs/registry.ts',
        before: "import { promptModule } from './prompt.ts';",
        text: "import { recipeModule } from './recipe.ts';",
      },
      { path: 'ui/dialogs/registry.ts', before: '  prompt: promptModule,', text: '  recipe: recipeModule,' },
    ],
  },
];
