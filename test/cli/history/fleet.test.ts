import { expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { fleetHome } from '../../support/fleet-home.ts';
import { endBySignal, runCommand, startCommand } from '../run-command.ts';

test('report, sessions and capacity of all clusters; one without a history is named and costs the others nothing', async () => {
  const { home, env } = await fleetHome({ eu: {}, never: {}, us: {} });
  const recording = startCommand(['record', '--profile', 'eu', '--profile', 'us'], env, { home });
  for (const name of ['eu', 'us'])
    await eventually(() => expect(recording.stderr).toContain(`${name}: the history is being written`));
  await endBySignal(recording);
  // No secret is needed for any of this.
  const told = async (...words: string[]) => {
    const { code, stdout, stderr } = await runCommand([...words, '--all'], {}, { home });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^castwatch: never: .*history.*\n$/);
    return stdout;
  };
  const reports = JSON.parse(await told('report', '--format', 'json'));
  expect(Object.keys(reports)).toEqual(['eu', 'us']);
  expect(reports.us).toMatchObject({ cluster: 'us', problems: [] });
  expect(await told('report')).toMatch(/^# Incident report: eu,[\s\S]*\n# Incident report: us,/);
  expect(Object.keys(JSON.parse(await told('sessions', '--format', 'json')))).toEqual(['eu', 'us']);
  expect(await told('sessions')).toMatch(/^eu\n\nApplication +Stream[\s\S]*\nus\n\nApplication +Stream/);
  const [head = '', ...rows] = (await told('sessions', '--format', 'csv')).trimEnd().split('\r\n');
  expect(head).toMatch(/^Cluster,Application,Stream/);
  for (const row of rows) expect(row).toMatch(/^(eu|us),/);
  expect(await told('capacity')).toMatch(/^eu\n\n[\s\S]*\nus\n\n/);
});
