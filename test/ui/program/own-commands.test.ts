import { expect, test } from 'vitest';
import { createKeymap } from '../../../src/actions/keymap.ts';
import type { ScreenName } from '../../../src/actions/screen-table.ts';
import { type OwnCommandsFile, ownCommandsOf } from '../../../src/config/own-commands.ts';
import type { OwnResult, OwnRun } from '../../../src/ui/services.ts';
import type { Overrides } from '../../support/fake-services.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { sampleState } from '../../support/sample-state.ts';
import { sampleView } from '../../support/sample-view.ts';
import { openScreen } from '../open-screen.ts';

const file = {
  ssh: { on: 'server', key: 'O', run: ['ssh', '{server.name}'], terminal: true },
  show: { on: 'stream', run: ['show', '{stream.key}', '{stream.application}'], readOnly: true },
  app: { on: 'application', run: ['app', '{application.name}'], readOnly: true },
  line: { on: 'entry', run: ['line', '{entry.object}', '{entry.message}'], readOnly: true },
  page: { on: 'problem', run: ['page', '{problem.kind}', '{problem.subject}'], readOnly: true },
  all: { on: 'cluster', run: ['all', '{cluster.url}'], readOnly: true },
} as const satisfies OwnCommandsFile;

function start(screen: ScreenName, { output = '', ...over }: Overrides & { output?: string } = {}) {
  const runs: OwnRun[] = [];
  let last: OwnResult | undefined;
  const services: Overrides = {
    keymap: createKeymap({}, 'live', ownCommandsOf(file as unknown as OwnCommandsFile)),
    runProgram: async (run) => {
      runs.push(run);
      last = { name: run.name, outcome: 'exit code 0', failed: false, output };
      return last;
    },
    lastOutput: () => last,
    ...over,
  };
  const { hands } = openScreen(screen, sampleState(), { problems: [sampleProblem()], services });
  return { hands, runs };
}

test('a key asks with the words in sight, and only y runs them', () => {
  const { hands, runs } = start('servers');
  hands.press('O').sees('y run').press('enter', 'esc');
  expect(runs).toEqual([]);
  hands.press('O', 'y');
  const [{ argv: [program, name = ''] = [], terminal } = {}] = runs;
  expect([program, terminal]).toEqual(['ssh', true]);
  expect(sampleState().servers.map((server) => server.name)).toContain(name);
});

test.each<[ScreenName, string, ...string[]]>([
  ['streams', 'show', 'tab'],
  ['applications', 'app'],
  ['journal', 'line'],
  ['problems', 'page'],
  ['overview', 'all'],
])('on %s :%s runs with the values of what is selected', (screen, name, ...keys) => {
  const { hands, runs } = start(screen);
  hands.press(...keys, 'g', `:run ${name}`);
  expect(runs.map(({ argv }) => argv[0])).toEqual([name]);
  for (const word of runs[0]?.argv ?? []) expect(word).not.toMatch(/[{}]|^$/);
});

test('what one selects must be of its kind', () => {
  const { hands, runs } = start('overview');
  hands.press(':run show').sees('‘show’ is for a stream: select one first.');
  expect(runs).toEqual([]);
});

test('in a read-only session only commands that change nothing run', () => {
  const facts = { ...sampleView(sampleState()).facts, readOnly: true };
  const { hands, runs } = start('servers', { facts });
  hands.press('O').sees('Read-only: ‘ssh’ is not marked readOnly').press(':run all');
  expect(runs.map(({ name }) => name)).toEqual(['all']);
});

test('output is shown, and again by :output, but never over a dialog in which somebody types', async () => {
  const { hands } = start('overview', { output: 'disk is well\n' });
  hands.press(':run all');
  await expect.poll(() => hands.screen).toContain('disk is well');
  hands.press('esc', ':run all', ':');
  await expect.poll(() => hands.screen).toContain(':output shows it');
  hands.lacks('disk is well').press('esc', ':output').sees('disk is well');
});

test('the palette finds them by name, and help lists them with key and object', () => {
  const { hands } = start('servers');
  hands
    .press(':')
    .type('ssh')
    .sees(/:ssh +Run ssh/)
    .press('esc', '?')
    .type('ssh')
    .sees('(on a server)');
});
