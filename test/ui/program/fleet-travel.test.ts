import { expect, test } from 'vitest';
import { promptDialog } from '../../../src/ui/dialogs/prompt.ts';
import { textField } from '../../../src/ui/primitives/text-field.ts';
import { fakeFleet, fleetMember, troubled } from '../../support/fleet-members.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { UiDriver } from '../../support/ui-driver.ts';

function watching(...names: string[]) {
  const sick = { triage: troubled(sampleProblem({ severity: 'critical' })) };
  const services = fakeFleet(names.map((name) => fleetMember(name, name === 'us' ? sick : {})));
  const hands = new UiDriver(services, { columns: 120, rows: 40 }, 'fleet');
  hands.runtime.start();
  return { hands, services, headOf: () => hands.screen.split('\n')[0] };
}

test('Enter opens the worst cluster first, and Esc comes back to all of them', () => {
  const { hands, services, headOf } = watching('eu', 'us');
  expect(headOf()).toContain('2 clusters');
  hands.press('enter');
  expect(headOf()).toMatch(/ us /);
  hands.press('4', 'esc', 'esc');
  expect(headOf()).toContain('2 clusters');
  expect(services.opened).toEqual(['us', undefined]);
});

test('what is open, selected and filtered stays in each cluster', () => {
  const { hands, headOf } = watching('eu', 'us');
  hands.press('enter', '3', '/').type('edge').press('enter').sees('Servers');
  const filtered = hands.screen.split('\n').at(-1);
  expect(filtered).toContain('edge');
  hands.press(':next');
  expect(headOf()).toMatch(/ eu /);
  hands.lacks('edge (Esc').press(':previous');
  expect(headOf()).toMatch(/ us /);
  expect(hands.screen.split('\n').at(-1)).toBe(filtered);
});

test('the palette opens a cluster by its name, and all of them', () => {
  const { hands, headOf } = watching('eu', 'us');
  hands.press(':eu');
  expect(headOf()).toMatch(/ eu /);
  hands.press(':all');
  expect(headOf()).toContain('2 clusters');
});

test('Enter on a stream that several clusters have opens it in the cluster of its row', () => {
  const { hands, headOf } = watching('eu', 'us');
  hands.press('4', '/').type('morning us').press('enter').sees('morning-show').press('j', 'enter');
  expect(headOf()).toMatch(/ us /);
  hands.press('0', 'esc', 'esc').sees('┌─ Clusters');
});

test('an answer that comes after its cluster was left changes only that cluster', () => {
  const { hands, headOf } = watching('eu', 'us');
  hands.press('enter', '4');
  const late = hands.runtime.screen();
  hands.press(':next');
  late.set({ opened: 'of us' });
  expect(hands.ui.slices.streams).not.toMatchObject({ opened: 'of us' });
  late.goTo('users');
  late.open(promptDialog, { label: 'Name of us', field: textField('typed for us'), submit: () => {} });
  expect(headOf()).toMatch(/ eu /);
  expect(hands.dialogs).toEqual([]);
  hands.lacks('typed for us').press(':previous');
  expect(hands.ui.slices.streams).toMatchObject({ opened: 'of us' });
});

test('the monitor of a cluster that is left polls nothing for the screen any more', () => {
  const { hands, services } = watching('eu', 'us');
  hands.press('enter', '3');
  expect(services.interests.at(-1)).toMatchObject({ servers: true });
  hands.press('0');
  expect(services.interests.at(-1)).toMatchObject({ servers: false });
  // On the screen of all clusters, 0 leads back to their list.
  hands.press('2').sees('─ Problems of all clusters').press('0').sees('─ Clusters');
});

test('the palette finds a stream on every cluster, with its health there, and opens it there', () => {
  const { hands, headOf } = watching('eu', 'us');
  const [stream] = [...(fleetMember('eu').state.streamSweep.value?.items.values() ?? [])];
  expect(stream).toBeDefined();
  hands.press(':').type(stream?.streamKey ?? '');
  hands.sees(/ stream .*eu, health/, / stream .*us, health/).press('enter');
  expect(headOf()).toMatch(/ (eu|us) /);
  expect(hands.ui.screen).toBe('streams');
});

test('a filter narrows clusters, problems and journal, and Esc removes it before anything else', () => {
  const { hands } = watching('eu', 'us');
  hands.press('/').type('critical').press('enter');
  hands
    .sees('CRITICAL us ')
    .lacks(/ ok +eu /)
    .press('5');
  hands.sees('none matches the filter').press('esc');
  hands
    .sees('Journal of all clusters', /\d\d:\d\d:\d\d +eu /)
    .press('esc')
    .sees(/ ok +eu /);
});
