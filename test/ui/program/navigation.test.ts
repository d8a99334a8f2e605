import { expect, test } from 'vitest';
import type { ScreenName } from '../../../src/actions/screen-table.ts';
import type { ProblemKind } from '../../../src/triage/kind-facts.ts';
import type { Problem, Subject } from '../../../src/triage/problem.ts';
import { createMouse } from '../../../src/ui/program/mouse.ts';
import { everyKind } from '../../support/every-kind.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { sampleState } from '../../support/sample-state.ts';
import { openScreen } from '../open-screen.ts';

const state = sampleState();
const servers = state.servers.map(({ name }) => name);
const stream = [...(state.streamSweep.value?.items.values() ?? [])][0];

function problem(kind: ProblemKind, subject: Subject, name: string = kind): Problem {
  return sampleProblem({ key: `${kind}:${name}`, subject }, everyKind[kind]);
}

function start(screen: ScreenName, problems: readonly Problem[] = []) {
  const { hands } = openScreen(screen, state, { problems });
  return { hands, on: () => hands.ui.screen, slice: (of: ScreenName) => hands.slice(of) };
}

test('Esc returns to the problem that was selected, not to the list of its subject', () => {
  const { hands, on } = start('overview', [
    problem('server-hot', { kind: 'server', name: 'edge-1a' }),
    problem('server-gone', { kind: 'server', name: 'edge-2a' }),
  ]);
  hands.press('2', 'j', 'enter').sees('Server edge-2a').press('esc');
  expect(on()).toBe('problems');
  hands.sees(/2 of 2/).press('esc');
  expect(on()).toBe('overview');
});

test('Enter on the Overview leads to the worst problem, or to the server once one is selected', () => {
  const { hands, on, slice } = start('overview', [
    problem('server-hot', { kind: 'server', name: 'edge-2a' }),
    problem('server-gone', { kind: 'server', name: 'edge-1a' }),
  ]);
  hands.press('enter');
  expect(on()).toBe('problems');
  hands.sees(/1 of 2[\s\S]*┌─ Server load ─/).press('esc');
  expect(on()).toBe('overview');
  hands.press('j', 'enter');
  expect(on()).toBe('servers');
  expect(servers).toContain(slice('servers').opened);
});

test('the digit of a screen leads from a detail to its list, and Esc back to the detail', () => {
  const { hands } = start('servers');
  hands.press('j', 'enter').sees('┌─ Server ').press('3').sees('─ Servers ').press('esc').sees('┌─ Server ');
  hands.press('esc').sees('─ Servers ');
});

test('Esc goes back one step at a time through lists and details, with filter and selection', () => {
  const { hands, on, slice } = start('servers');
  hands.press('/').type('edge').press('enter', 'j', 'j');
  const list = slice('servers');
  hands.press('enter', '5', '3', 'esc');
  // The filter of the list that the digit led to is removed first.
  expect(slice('servers').filter).toBe('');
  hands.press('esc', 'esc', 'esc');
  expect(on()).toBe('servers');
  expect(slice('servers')).toEqual(list);
  hands.press('esc');
  expect(slice('servers').filter).toBe('');
});

test('a filter that a link set is removed with it; one that was typed later is removed first', () => {
  const { hands, on, slice } = start('problems', [problem('group-short', { kind: 'group', name: 'edge' })]);
  hands.press('enter');
  expect(slice('servers').filter).toBe('edge');
  hands.press('j', 'esc');
  expect(on()).toBe('problems');
  expect(slice('servers').filter).toBe('');
  hands.press('enter', '/').type('-1').press('enter', 'esc');
  expect(on()).toBe('servers');
  expect(slice('servers').filter).toBe('');
  hands.press('esc');
  expect(on()).toBe('problems');
});

test('Tab selects a name in a detail, Enter goes there, Esc comes back', () => {
  const { hands, on, slice } = start('overview');
  hands.runtime.goTo('streams', { opened: stream?.id });
  hands.press('tab', 'enter');
  expect(on()).toBe('applications');
  expect(slice('applications').opened).toBe(stream?.application);
  // The servers that run it are named below.
  hands.press('right');
  const onServer = () =>
    hands.runtime
      .panes()
      .some(({ lines }) => lines.flat().some(({ on, link }) => on === 'select' && link?.kind === 'server'));
  while (!onServer()) hands.press('right');
  hands.press('enter');
  expect(on()).toBe('servers');
  hands.press('esc', 'esc');
  expect(on()).toBe('streams');
});

test('Admin opens the tab that was open last, and v and the palette turn to the others', () => {
  const { hands, on } = start('overview');
  hands.press('6', 'v', 'v', '1', '6');
  expect(on()).toBe('license');
  hands.press('v', 'v');
  expect(on()).toBe('users');
  hands.press(':transcoding', 'esc');
  expect(on()).toBe('overview');
  hands.press('6');
  expect(on()).toBe('transcoding');
});

test(':problem and a click on the problem in the header lead to that problem', () => {
  const { hands, on, slice } = start('journal', [problem('server-hot', { kind: 'server', name: 'edge-1a' })]);
  hands.press(':problem');
  const standing = { selectedId: 'server-hot:server-hot' };
  expect([on(), slice('problems')]).toMatchObject(['problems', { standing }]);
  hands.press('esc');
  createMouse(hands.runtime)({ kind: 'press', x: 20, y: 2 });
  expect(on()).toBe('problems');
});
