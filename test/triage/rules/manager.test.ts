import { expect, test } from 'vitest';
import type { ServerRecord } from '../../../src/cluster/state.ts';
import { manager } from '../../../src/triage/rules/manager.ts';
import { sentenceOf } from '../../support/sample-problem.ts';
import { findingsOf } from '../evaluate-rule.ts';
import { bench, record, START, server } from '../support.ts';

const empty = bench().state();

test('no manager is reported missing when servers do not name one or the topology is in doubt', () => {
  const said = (servers: readonly ServerRecord[], mockupEnabled = false) => {
    const topology = { ...empty.topology, value: { topology: [], mockupEnabled } };
    return findingsOf(manager, { state: { servers, topology } }).map((one) =>
      one.unmeasured ? `${one.key} ?` : `${one.severity}: ${sentenceOf(one)}`,
    );
  };
  const telling = (name: string, clusterManager: boolean | null, goneSince?: number) =>
    record(server(name, { clusterManager }), START, { goneSince });
  const none =
    'critical: no server says that it is the cluster manager; the cluster cannot coordinate itself';
  expect(said([telling('a', null)])).toEqual(['manager:cluster ?', 'manager:single ?']);
  expect(said([telling('a', false)])).toEqual([none]);
  expect(said([telling('a', false)], true)).toEqual(['manager:cluster ?', 'manager:single ?']);
  expect(said([telling('a', true), telling('b', true, START), telling('c', true, START)])).toEqual([
    'warning: a is the only cluster manager; b, c are gone: a single point of failure',
  ]);
});
