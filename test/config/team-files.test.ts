import { chmod, link, mkdir, mkdtemp, readdir, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { openPlannedWork } from '../../src/config/planned-work-file.ts';
import { openTeamAcknowledgements } from '../../src/config/team-acknowledgements.ts';
import { openTeamDirectory, ownUserName } from '../../src/config/team-directory.ts';
import { openTeamWork } from '../../src/config/team-work-file.ts';

const NOW = Date.UTC(2026, 0, 15, 12);
const HOUR = 3_600_000;
const own = process.geteuid?.() ?? 0;

async function share() {
  const shared = await mkdtemp(join(tmpdir(), 'shared-'));
  const team = openTeamDirectory(shared, true);
  return { shared, team, acknowledged: openTeamAcknowledgements(team, 'https://c', systemClock) };
}

test('the owner of the shared directory makes one in which each user can change only their own files', async () => {
  const { team } = await share();
  expect(((await stat(team.path)).mode & 0o7777).toString(8)).toBe('1770');
});

test('a directory that is missing, or in which users could replace files of others, is refused', async () => {
  const shared = await mkdtemp(join(tmpdir(), 'shared-'));
  expect(() => openTeamDirectory(shared, false)).toThrow('the program that records creates it');
  await mkdir(join(shared, 'team'));
  await chmod(join(shared, 'team'), 0o770);
  expect(() => openTeamDirectory(shared, false)).toThrow(/chmod \+t/);
});

test('a decision is read by others with the name of its user, whatever the umask', async () => {
  const { shared, acknowledged, team } = await share();
  const before = process.umask(0o077);
  await acknowledged.decide('hot', { at: NOW, note: 'on it\x1b[2J', severity: 'warning' });
  process.umask(before);
  const [file = ''] = await readdir(team.path);
  expect(((await stat(join(team.path, file))).mode & 0o777).toString(8)).toBe('644');
  const other = openTeamAcknowledgements(openTeamDirectory(shared, false), 'https://c', systemClock);
  expect(Object.fromEntries((await other.read()).decisions)).toEqual({
    hot: { at: NOW, note: 'on it␛[2J', severity: 'warning', by: ownUserName() },
  });
  const elsewhere = openTeamAcknowledgements(team, 'https://other', systemClock);
  expect((await elsewhere.read()).decisions.size).toBe(0);
});

test('of two decisions the newest counts, and it may end an acknowledgement', async () => {
  const { acknowledged } = await share();
  await acknowledged.decide('hot', { at: NOW, note: 'on it' });
  await acknowledged.decide('hot', { at: NOW + 1, note: '', lifted: true });
  expect((await acknowledged.read()).decisions.get('hot')).toMatchObject({ lifted: true });
});

test('a link, a large file, a damaged one and one with another user’s name are named and not believed', async () => {
  const { acknowledged, team } = await share();
  await acknowledged.decide('hot', { at: NOW, note: 'on it' });
  const [file = ''] = await readdir(team.path);
  const name = file.slice(0, file.lastIndexOf('.'));
  const at = (uid: number) => join(team.path, `${name}.${uid}`);
  await symlink('/etc/passwd', at(own + 1));
  await writeFile(at(own + 2), '{}');
  const { decisions, doubts } = await acknowledged.read();
  expect(decisions.get('hot')?.note).toBe('on it');
  expect(doubts).toEqual([
    expect.stringMatching(/symbolic link/),
    expect.stringMatching(/belongs to another user than its name says/),
  ]);
  await writeFile(at(own), 'x'.repeat(300 * 1024));
  expect((await acknowledged.read()).doubts.join()).toMatch(/larger than 256 KB/);
  await writeFile(at(own), '{"by": 1}');
  expect((await acknowledged.read()).doubts.join()).toMatch(/damaged/);
  await rename(at(own), `${at(own)}.new`);
  await link(`${at(own)}.new`, at(own));
  expect((await acknowledged.read()).doubts.join()).toMatch(/ordinary file/);
});

test('planned work of one user counts for all, and another one can end it', async () => {
  const { shared, team } = await share();
  const alone = async () => openPlannedWork(await mkdtemp(join(tmpdir(), 'alone-')), systemClock);
  const anna = openTeamWork(team, 'https://c', await alone(), systemClock);
  const bob = openTeamWork(openTeamDirectory(shared, false), 'https://c', await alone(), systemClock);
  await anna.add({ cluster: 'annas', object: 'my edge', from: NOW, until: NOW + HOUR, note: 'disk' });
  expect((await bob.read()).lines).toEqual([
    { cluster: '*', object: 'my edge', from: NOW, until: NOW + HOUR, note: 'disk', by: ownUserName() },
  ]);
  // A file of another user, which this one cannot change.
  const [file = ''] = await readdir(team.path);
  const text = `# by anna\n${new Date(NOW).toISOString()} 2h * edge-2 cron\n`;
  const files = await team.readAll(file.slice(0, file.lastIndexOf('.')));
  const withAnnas = {
    ...team,
    readAll: async (name: string) => {
      const all = await team.readAll(name);
      return { ...all, files: [...all.files, { uid: 7, file: 'annas', text }] };
    },
  };
  expect(files.refused).toEqual([]);
  const third = openTeamWork(withAnnas, 'https://c', await alone(), systemClock);
  expect((await third.read()).lines.map(({ object, by }) => [object, by])).toContainEqual(['edge-2', 'anna']);
  expect(await third.end('any', 'edge-2', NOW + 1)).toBe(1);
  expect((await third.read()).lines.map(({ object }) => object)).toEqual(['my edge']);
});
