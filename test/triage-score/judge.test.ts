import { expect, test } from 'vitest';
import { World } from '../../src/simulator/world.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { plotOf } from '../world/incidents/source.ts';
import { drawnWorld, openDrawn } from './drawn-world.ts';
import { judge } from './judge.ts';
import { observe } from './observe.ts';
import type { Row } from './reading.ts';

/** A drain whose cause is in the journal. */
const DRAIN = 1;

function scene() {
  const { model } = new World({ seed: 1, scenario: 'steady', clock: new ManualClock(), plot: plotOf(DRAIN) });
  const world = drawnWorld(model);
  const [fault] = world.faults;
  if (!fault?.cause) throw new Error('no fault with a cause');
  const begins = model.startAt + 1000 * fault.begins;
  const right: Row = {
    key: 'loss:cluster',
    kind: 'loss',
    severity: 'critical',
    about: fault.culprits.map(({ name }) => name),
    concerns: [],
    parts: ['delivery'],
    since: [begins + 10_000, begins + 10_000],
    viewers: undefined,
    said: [1.05 * (fault.figuresAt(fault.full)['viewers lost'] ?? 0)],
    streams: undefined,
    changes: [fault.cause],
    isAsserted: true,
  };
  const scoreOf = (...rows: readonly Row[]) => {
    const sight = { fault, deadline: 300, foundAt: 200, readAt: fault.full, rows, own: rows };
    return judge({ world, sights: [sight], unrelated: [], watchedS: 400 });
  };
  return { right, scoreOf };
}

test('a true row is right in every column', () => {
  const { right, scoreOf } = scene();
  const { cells } = scoreOf(right);
  expect(Object.keys(cells)).toHaveLength(8);
  expect(Object.values(cells)).not.toContain(false);
});

const elsewhere = { object: 'Server: elsewhere', message: 'Configuration reloaded' };

test.each<[string, Partial<Row>, readonly string[]]>([
  ['another object', { about: ['elsewhere'] }, ['named', 'first']],
  ['another part', { parts: ['ingest'] }, ['part']],
  ['no part', { parts: [] }, ['part']],
  ['a beginning long before', { since: [0, 0] }, ['since']],
  ['a beginning at any time', { since: [0, Number.MAX_SAFE_INTEGER] }, ['since']],
  ['far too few viewers', { said: [1] }, ['extent']],
  ['another change', { changes: [elsewhere] }, ['cause']],
])('%s is wrong in its own column only', (_, change, wrong) => {
  const { right, scoreOf } = scene();
  const { cells } = scoreOf({ ...right, ...change });
  expect(Object.entries(cells).flatMap(([column, met]) => (met ? [] : [column]))).toEqual(wrong);
});

test('a cause is invented when other lines are offered as what changed, and not when the true one is among them', () => {
  const { right, scoreOf } = scene();
  const inventedBy = (row: Partial<Row>) => scoreOf({ ...right, ...row }).invented;
  expect(inventedBy({})).toEqual([false]);
  expect(inventedBy({ changes: [elsewhere, ...right.changes] })).toEqual([false]);
  expect(inventedBy({ changes: [elsewhere] })).toEqual([true]);
  expect(inventedBy({ changes: [elsewhere], isAsserted: false })).toEqual([false]);
});

test('a second row about the same fault is one too many, and is not right when it comes first', () => {
  const { right, scoreOf } = scene();
  const { cells } = scoreOf({ ...right, key: 'other', about: ['elsewhere'] }, right);
  expect(cells).toMatchObject({ named: true, first: false, 'one row': false });
});

test('a fault without a row is wrong in every column', () => {
  const { cells } = scene().scoreOf();
  expect(new Set(Object.values(cells))).toEqual(new Set([false]));
});

test('a restart is seen through the whole stack, and is right in every column', async () => {
  const RESTART = 15;
  const { cells } = judge(await observe(await openDrawn(RESTART)));
  expect(new Set(Object.values(cells))).toEqual(new Set([true]));
});
