/**
 * Recipes of `src/README.md`, by the words after “…” there, each with the edits that it needs in `src`. An edit begins with the
 * file and the line that comes after the new text (`@`) or is replaced by it (`@=`); without a line the file is made. A recipe
 * fails where the code has moved on, and its number is that of the files that it changes.
 */
export const recipes = {
  'a figure of a server': `
>>> cluster/server-figures.ts @ } satisfies Record<string, ServerFigureField>
  recipe: total('streams', 'Recipes'),
>>> views/servers/columns.ts @ { key: 'host', value
  { key: 'recipe', value: ({ server }) => figureValue('recipe', server), json: { name: 'recipe', kind: 'count' } },`,
  'a column': `
>>> views/servers/columns.ts @ { key: 'host', value
  { key: 'recipeHost', value: ({ server }) => server.hostName, json: { name: 'recipeHost', kind: 'word' } },`,
  'a screen': `
>>> actions/screen-table.ts @ fleet: { title: 'All clusters'
  recipe: { title: 'Recipe', within: 'admin' },
>>> ui/screens/registry.ts @ import { serversScreen } from './servers/screen.ts';
import { recipeScreen } from './recipe/screen.ts';
>>> ui/screens/registry.ts @ fleet: fleetScreen,
  recipe: recipeScreen,
>>> ui/screens/recipe/screen.ts
import { listScreen, type ListModel } from '../../list-screen/list-screen.ts';
import { rowList, type ShownList } from '../../list-screen/shown-list.ts';
import { listStart, type ListPosition } from '../../primitives/list.ts';

interface RecipeSlice {
  readonly position: ListPosition;
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
  initial: { position: listStart },
  positions: { list: 'position' },
  model(view, slice, area) {
    const hosts = view.state.servers.flatMap(({ server }) => server.hostName ?? []);
    const list = rowList(hosts, (host) => host, { rect: area, position: slice.position });
    return { view, slice, area, lists: { list }, part: 'list' };
  },
  keys: () => false,
  summary: ({ lists }) => [\`\${lists.list.count} hosts.\`],
});`,
  'a rule': `
>>> triage/kinds.ts @ /** The object that \`check\` was asked about does not exist. */
  recipe: kind(9, ['of its servers'], { count: times }),
>>> triage/rules/recipe.ts
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
};
>>> triage/rules/index.ts @ import { restart } from './restart.ts';
import { recipeRule } from './recipe.ts';
>>> triage/rules/index.ts @     restart,
    recipeRule,
>>> views/problems/words-data.ts @   range: {
  recipe: { title: () => 'Recipe', sentence: ({ facts }) => ({ clauses: [String(facts.count)] }) },`,
  'a resource that is polled': `
>>> cluster/state.ts @   readonly viewers: Resource<readonly Watched<Viewer>[]>;
  readonly recipe: Resource<Dashboard>;
>>> cluster/store.ts @     viewers: emptyResource([]),
    recipe: emptyResource(),
>>> cluster/resources.ts @   viewers: {
  recipe: { name: 'recipe', title: 'Recipe', endpoint: 'dashboard', interval: 5_000, always: true },
>>> polling/poll-recipe.ts
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
});
>>> polling/create-monitor.ts @ import { applicationSweepPoller, streamSweepPoller } from './poll-sweep.ts';
import { recipePoller } from './poll-recipe.ts';
>>> polling/create-monitor.ts @   loopOf(streamSweepPoller(context));
  loopOf(recipePoller(context));
>>> cli/snapshot/collect.ts @   const store = createClusterStore(cluster);
  // A reading of the recipe, put into the state below.`,
  'an option': `
>>> cli/options/table.ts @   passwordFile: {
  recipe: { type: 'flag', commands: live, help: 'a recipe' },`,
  'a threshold': `
>>> triage/threshold-families.ts @   manager: { for: threshold.time
  recipe: { warn: threshold.percent(90, 'a recipe') },`,
  'an endpoint': `
>>> protocol/recipe.ts
import * as z from 'zod';
import { envelope } from './envelope.ts';
import { maybe, number } from './leaves.ts';

export const recipeSchema = envelope(z.object({ count: maybe(number) }));
>>> protocol/endpoints.ts @ import { licenseSchema, transcodeSettingsSchema } from './settings.ts';
import { recipeSchema } from './recipe.ts';
>>> protocol/endpoints.ts @   transcodeSettings: {
  recipe: { code: 'A15', method: 'GET', path: '/api/cluster/recipe', title: 'recipe', output: recipeSchema, reads: true, repeatable: true, maxBytes: KIB },
>>> http/management.ts @     async topology(options?: CallOptions) {
    async recipe(options?: CallOptions) {
      return mapResponse(await client.call('recipe', options), ({ data }) => data);
    },
>>> simulator/routes/cluster.ts @   app.get('/cluster/topology', async () => {
  app.get('/cluster/recipe', async () => answer(world, { count: 1 }));
>>> session/capture/capture.ts @     stream && api.streamBatch([stream.id]),
    api.recipe(),`,
  'a theme': `
>>> ui/theme/themes.ts @ const themes: ReadonlyMap<string, Theme>
const recipe: Palette = { ...dark, name: 'recipe' };
>>> ui/theme/themes.ts @= [dark, light, contrast, colourblind, neutral].map(
  [dark, light, contrast, colourblind, neutral, recipe].map((palette) => [palette.name, themeOf(palette)]),`,
  'a key': `
>>> actions/command-table.ts @     { id: 'app.back', keys
    { id: 'app.recipe', keys: ['alt-r'], title: 'Open the recipe' },
>>> ui/program/global-commands.ts @   'app.back': (shell) => shell.back(),
  'app.recipe': (shell) => shell.back(),`,
  'a dialog': `
>>> ui/dialogs/recipe.ts
import { dialogBox } from '../primitives/dialog-box.ts';
import type { Dialog } from '../shell.ts';

export const recipeDialog: Dialog<{ readonly title: string }> = {
  render: ({ title }, _view, _services, window) => [
    dialogBox({ id: 'dialog.recipe', title, content: [], size: { width: 20, height: 4 } }, window),
  ],
  key: (_shown, key, shell) => key.name === 'esc' && shell.close(),
};`,
};
