/** Screens in the order of their keys; `0` is Problems (`design.md`, Keys). */
export const screenNames = [
  'overview',
  'servers',
  'streams',
  'applications',
  'viewers',
  'journal',
  'users',
  'settings',
  'cloud',
  'problems',
] as const;
export type ScreenName = (typeof screenNames)[number];

export const screenTitles: Readonly<Record<ScreenName, string>> = {
  overview: 'Overview',
  servers: 'Servers',
  streams: 'Streams',
  applications: 'Applications',
  viewers: 'Viewers',
  journal: 'Journal',
  users: 'Users',
  settings: 'Settings',
  cloud: 'Cloud',
  problems: 'Problems',
};

export type CommandGroup = 'Screens' | 'Everywhere' | 'Moving' | 'Lists' | 'Tables' | 'Time' | 'Actions';

/** What is on the screen: a cluster, or a recording. */
export type Mode = 'live' | 'replay';

export interface CommandSpec {
  readonly id: string;
  readonly group: CommandGroup;
  /** Key names as `ui/keys.ts` spells them; the first is shown. The user's configuration may replace them. */
  readonly keys: readonly string[];
  readonly title: string;
  /** Only on these screens; everywhere when absent. */
  readonly screens?: readonly ScreenName[];
  /** Only while a cluster is watched, or only while a recording is played; in both when absent. */
  readonly mode?: Mode;
  /** Short label in the footer; without one it is only in help and palette. Lower rank comes first. */
  readonly hint?: { readonly label: string; readonly rank: number };
  /** Name in the palette (`:streams live`); the id where absent. `argument` names what may follow it. */
  readonly palette?: { readonly name: string; readonly argument?: string };
}

const screenCommands = screenNames.map((name, index) => ({
  id: `screen.${name}`,
  group: 'Screens' as const,
  keys: [String((index + 1) % 10)],
  title: screenTitles[name],
  palette: { name, argument: 'filter' },
}));

/**
 * The one table of keys and commands. Help, the footer, the palette and the README's list of keys are made of it.
 * Where a key is bound twice, the command that names the current screen wins.
 */
export const commandTable = [
  ...screenCommands,
  {
    id: 'app.help',
    group: 'Everywhere',
    keys: ['?'],
    title: 'Help: every key and command',
    hint: { label: 'help', rank: 90 },
  },
  {
    id: 'app.palette',
    group: 'Everywhere',
    keys: [':'],
    title: 'Command palette',
    hint: { label: 'command', rank: 80 },
  },
  {
    id: 'app.quit',
    group: 'Everywhere',
    keys: ['q', 'ctrl-c'],
    title: 'Quit',
    hint: { label: 'quit', rank: 95 },
  },
  { id: 'app.back', group: 'Everywhere', keys: ['esc'], title: 'Back, or close' },
  { id: 'app.copy', group: 'Everywhere', keys: ['y'], title: 'Copy the selected id or value' },
  { id: 'app.units', group: 'Everywhere', keys: ['b'], title: 'Bandwidth in bit/s or B/s' },
  { id: 'app.times', group: 'Everywhere', keys: ['t'], title: 'Relative or absolute times' },
  {
    id: 'app.theme',
    group: 'Everywhere',
    keys: [],
    title: 'Next colour theme',
    palette: { name: 'theme', argument: 'name' },
  },
  {
    id: 'app.profile',
    group: 'Everywhere',
    keys: [],
    title: 'Switch to another cluster',
    palette: { name: 'profile', argument: 'name' },
  },
  {
    id: 'app.audit',
    group: 'Everywhere',
    keys: [],
    title: 'What was written from here',
    palette: { name: 'audit' },
  },
  {
    id: 'app.details',
    group: 'Everywhere',
    keys: ['!'],
    title: 'Freshness of each resource, and its errors',
    palette: { name: 'health' },
  },
  { id: 'app.suspend', group: 'Everywhere', keys: ['ctrl-z'], title: 'Suspend; fg comes back' },
  { id: 'app.redraw', group: 'Everywhere', keys: ['ctrl-l'], title: 'Draw the whole screen anew' },

  { id: 'move.down', group: 'Moving', keys: ['j', 'down'], title: 'Down' },
  { id: 'move.up', group: 'Moving', keys: ['k', 'up'], title: 'Up' },
  { id: 'move.left', group: 'Moving', keys: ['h', 'left'], title: 'Left, or fold' },
  { id: 'move.right', group: 'Moving', keys: ['l', 'right'], title: 'Right, or unfold' },
  { id: 'move.pageDown', group: 'Moving', keys: ['pgdn', 'ctrl-f'], title: 'Page down' },
  { id: 'move.pageUp', group: 'Moving', keys: ['pgup', 'ctrl-b'], title: 'Page up' },
  { id: 'move.halfDown', group: 'Moving', keys: ['ctrl-d'], title: 'Half a page down' },
  { id: 'move.halfUp', group: 'Moving', keys: ['ctrl-u'], title: 'Half a page up' },
  { id: 'move.first', group: 'Moving', keys: ['g', 'home'], title: 'First' },
  { id: 'move.last', group: 'Moving', keys: ['G', 'end'], title: 'Last; in the journal: follow' },
  {
    id: 'move.open',
    group: 'Moving',
    keys: ['enter'],
    title: 'Open',
    hint: { label: 'open', rank: 10 },
  },
  { id: 'move.nextPane', group: 'Moving', keys: ['tab'], title: 'Next pane' },
  { id: 'move.previousPane', group: 'Moving', keys: ['shift-tab'], title: 'Previous pane' },

  {
    id: 'list.filter',
    group: 'Lists',
    keys: ['/'],
    title: 'Filter',
    screens: ['servers', 'streams', 'applications', 'viewers', 'journal', 'problems'],
    hint: { label: 'filter', rank: 20 },
  },
  { id: 'list.next', group: 'Lists', keys: ['n'], title: 'Next match', screens: ['journal'] },
  { id: 'list.previous', group: 'Lists', keys: ['N'], title: 'Previous match', screens: ['journal'] },
  {
    id: 'list.mark',
    group: 'Lists',
    keys: ['m'],
    title: 'Watch, or stop watching',
    screens: ['streams', 'applications', 'viewers'],
    hint: { label: 'watch', rank: 30 },
  },
  {
    id: 'list.view',
    group: 'Lists',
    keys: ['v'],
    title: 'Next view (list, groups, tree; all or watched)',
    screens: ['servers', 'streams', 'applications', 'viewers', 'problems'],
    hint: { label: 'view', rank: 35 },
  },
  {
    id: 'list.state',
    group: 'Lists',
    keys: ['f'],
    title: 'Narrow to a state, a type, or the object of the line',
    screens: ['streams', 'applications', 'journal'],
    hint: { label: 'narrow', rank: 36 },
  },

  {
    id: 'table.sort',
    group: 'Tables',
    keys: ['s'],
    title: 'Sort by the next column',
    screens: ['servers', 'streams', 'applications', 'viewers'],
    hint: { label: 'sort', rank: 40 },
  },
  {
    id: 'table.turn',
    group: 'Tables',
    keys: ['S'],
    title: 'Turn the order round',
    screens: ['servers', 'streams', 'applications', 'viewers'],
  },

  {
    id: 'journal.wrap',
    group: 'Lists',
    keys: ['w'],
    title: 'Wrap long lines',
    screens: ['journal'],
    hint: { label: 'wrap', rank: 41 },
  },
  {
    id: 'journal.rates',
    group: 'Lists',
    keys: ['o'],
    title: 'Entries per minute per object',
    screens: ['journal'],
    hint: { label: 'objects', rank: 42 },
  },
  {
    id: 'journal.time',
    group: 'Lists',
    keys: ['T'],
    title: 'Jump to a time',
    screens: ['journal'],
    hint: { label: 'time', rank: 43 },
  },
  {
    id: 'journal.save',
    group: 'Lists',
    keys: ['W'],
    title: 'Save what is shown to a file',
    screens: ['journal'],
    hint: { label: 'save', rank: 44 },
  },
  {
    id: 'journal.select',
    group: 'Lists',
    keys: ['V'],
    title: 'Select lines for copying',
    screens: ['journal'],
  },

  {
    id: 'time.freeze',
    group: 'Time',
    keys: ['space'],
    title: 'Freeze the screen, and go on',
    mode: 'live',
    hint: { label: 'freeze', rank: 60 },
  },
  {
    id: 'time.refresh',
    group: 'Time',
    keys: ['r'],
    title: 'Refresh now',
    mode: 'live',
    hint: { label: 'refresh', rank: 61 },
  },
  { id: 'time.faster', group: 'Time', keys: ['+', '='], title: 'Poll more often', mode: 'live' },
  { id: 'time.slower', group: 'Time', keys: ['-'], title: 'Poll less often', mode: 'live' },
  {
    id: 'time.rewind',
    group: 'Time',
    keys: ['['],
    title: 'Back in time by 10 s, held down by minutes (24 MB)',
  },
  { id: 'time.forward', group: 'Time', keys: [']'], title: 'Forward in time; End is now' },
  {
    id: 'replay.play',
    group: 'Time',
    keys: ['space'],
    title: 'Play, and stand still',
    mode: 'replay',
    hint: { label: 'play', rank: 91 },
  },
  { id: 'replay.forward', group: 'Time', keys: ['.'], title: 'One poll forward', mode: 'replay' },
  { id: 'replay.back', group: 'Time', keys: [','], title: 'One poll back', mode: 'replay' },
  { id: 'replay.faster', group: 'Time', keys: ['>'], title: 'Play faster', mode: 'replay' },
  { id: 'replay.slower', group: 'Time', keys: ['<'], title: 'Play slower', mode: 'replay' },
  {
    id: 'replay.nextProblem',
    group: 'Time',
    keys: ['}'],
    title: 'To the next problem',
    mode: 'replay',
    hint: { label: 'problem', rank: 92 },
  },
  {
    id: 'replay.previousProblem',
    group: 'Time',
    keys: ['{'],
    title: 'To the problem before',
    mode: 'replay',
  },
  {
    id: 'replay.jump',
    group: 'Time',
    keys: ['@'],
    title: 'To a time, such as 14:03, 14:03:20 or -10m',
    mode: 'replay',
    palette: { name: 'at', argument: 'time' },
  },

  {
    id: 'action.add',
    group: 'Actions',
    keys: ['a'],
    title: 'Add',
    screens: ['users', 'cloud', 'viewers'],
    hint: { label: 'add', rank: 31 },
  },
  {
    id: 'problem.acknowledge',
    group: 'Actions',
    keys: ['a'],
    title: 'Acknowledge, or take it back',
    screens: ['problems'],
    hint: { label: 'acknowledge', rank: 31 },
  },
  {
    id: 'action.lookup',
    group: 'Actions',
    keys: ['i'],
    title: 'Look up by id or name',
    screens: ['users', 'viewers', 'applications', 'streams'],
    hint: { label: 'look up', rank: 32 },
  },
  {
    id: 'action.edit',
    group: 'Actions',
    keys: ['e'],
    title: 'Edit',
    screens: ['users', 'settings'],
    hint: { label: 'edit', rank: 33 },
  },
  {
    id: 'action.license',
    group: 'Actions',
    keys: ['L'],
    title: 'Replace the license',
    screens: ['settings'],
    hint: { label: 'license', rank: 34 },
  },
  {
    id: 'action.delete',
    group: 'Actions',
    keys: ['x'],
    title: 'Delete, or remove from the list',
    screens: ['users', 'viewers'],
    hint: { label: 'delete', rank: 34 },
  },
  {
    id: 'action.reveal',
    group: 'Actions',
    keys: ['R'],
    title: 'Show or hide what is hidden',
    screens: ['cloud'],
    hint: { label: 'reveal', rank: 35 },
  },
] as const satisfies readonly CommandSpec[];

export type CommandId = (typeof commandTable)[number]['id'] | `screen.${ScreenName}`;

/** The table with the wide type, for generic code. */
export const commands: readonly (CommandSpec & { readonly id: CommandId })[] = commandTable;
