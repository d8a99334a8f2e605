import { expect, onTestFinished, test } from 'vitest';
import { incidentToOpen, openIncident } from '../../../src/cli/watch/monitor.ts';
import { incidentId } from '../../../src/triage/incidents/incident-id.ts';
import { calm, fakeServices } from '../../support/fake-services.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { sampleState } from '../../support/sample-state.ts';
import { UiDriver } from '../../support/ui-driver.ts';

const url = 'https://eu.example.com';
const other = sampleProblem({ key: 'link:edge-9', severity: 'critical' });
const wanted = sampleProblem({ key: 'server-hot:edge-1a', severity: 'warning' });

function open() {
  const services = fakeServices(sampleState());
  const driver = new UiDriver(services, { columns: 120, rows: 40 }, 'problems');
  onTestFinished(openIncident(incidentId(url, wanted.key), url)(driver.runtime));
  const selected = () => driver.runtime.ui.getState().slices.problems;
  return { services, driver, selected };
}

test('the incident of an alert is selected once it is reported', () => {
  const { services, selected } = open();
  services.show(sampleState(), { ...calm, problems: [other] });
  expect(JSON.stringify(selected() ?? {})).not.toContain(wanted.key);
  services.show(sampleState(), { ...calm, problems: [other, wanted] });
  expect(JSON.stringify(selected())).toContain(wanted.key);
});

test('a user who has pressed a key is not moved', () => {
  const { services, driver, selected } = open();
  driver.press('1');
  services.show(sampleState(), { ...calm, problems: [other, wanted] });
  expect(JSON.stringify(selected() ?? {})).not.toContain(wanted.key);
});

test('an incident that is not there is said after a minute, and a word that is none is a usage error', async () => {
  const { services, driver } = open();
  await services.clock.advance(60_000);
  expect(driver.notice).toContain('is not there now');
  expect(() => incidentToOpen('server-gone')).toThrow('--open: expected incident: and its id');
});
