import {
  chmod,
  chown,
  link,
  mkdir,
  readdir,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { openPlannedWork } from '../../src/config/planned-work-file.ts';
import { openTeamAcknowledgements } from '../../src/config/team-acknowledgements.ts';
import { openTeamDirectory, ownUserName } from '../../src/config/team-directory.ts';
import { openTeamWork } from '../../src/config/team-work-file.ts';
import { newFolder } from '../support/new-folder.ts';

const NOW = Date.UTC(2026, 0, 15, 12);
const HOUR = 3_600_000;
const own = process.geteuid?.() ?? 0;

async function share() {
  const shared = newFolder();
  const team = openTeamDirectory(shared, true);
  return { shared, team, acknowledged: openTeamAcknowledgements(team, 'https://c', systemClock) };
}

test('the owner of the shared directory makes one in which each user can change only their own files', async () => {
  const { team } = await share();
  expect(((await stat(team.path)).mode & 0o7777).toString(8)).toBe('1770');
});

test('a directory that is missing, or in which users could replace files of others, is refused', async () => {
  const shared = newFolder();
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

test('of two decisions the newest counts, and it may end an acknowledgement; only the newest are kept that all can read', async () => {
  const { acknowledged, team } = await share();
  await acknowledged.decide('hot', { at: NOW, note: 'on it' });
  await acknowledged.decide('hot', { at: NOW + 1, note: '', lifted: true });
  expect((await acknowledged.read()).decisions.get('hot')).toMatchObject({ lifted: true });
  const [file = ''] = await readdir(team.path);
  const decideAfter = async (note: string) => {
    const older = Array.from({ length: 500 }, (_, nth) => [`older ${nth}`, { at: NOW - nth, note }]);
    await writeFile(join(team.path, file), JSON.stringify({ decisions: Object.fromEntries(older) }));
    await acknowledged.decide('hot', { at: NOW, note: 'é'.repeat(150_000) });
    const { decisions, doubts } = await acknowledged.read();
    expect([doubts, decisions.get('hot')?.note.length]).toEqual([[], 500]);
    expect([decisions.has('older 0'), decisions.has('older 499')]).toEqual([true, false]);
    return decisions.size;
  };
  expect(await decideAfter('')).toBe(500);
  // Fewer long ones, so that the file stays small enough to be believed.
  expect(await decideAfter('é'.repeat(240))).toBeGreaterThan(450);
});

test('a link, a large file and a damaged one are named and not believed', async () => {
  const { acknowledged, team } = await share();
  await acknowledged.decide('hot', { at: NOW, note: 'on it' });
  const [file = ''] = await readdir(team.path);
  const at = join(team.path, file);
  await symlink('/etc/passwd', join(team.path, file.replace(/\d+$/, '4001')));
  const { decisions, doubts } = await acknowledged.read();
  expect(decisions.get('hot')?.note).toBe('on it');
  expect(doubts).toEqual([expect.stringMatching(/symbolic link/)]);
  await writeFile(at, 'x'.repeat(300 * 1024));
  expect((await acknowledged.read()).doubts.join()).toMatch(/larger than 256 KB/);
  await expect(acknowledged.decide('new', { at: NOW, note: '' })).rejects.toThrow(/cannot read .*larger/);
  await writeFile(at, '{"decisions": 1}');
  expect((await acknowledged.read()).doubts.join()).toMatch(/damaged/);
  await rename(at, `${at}.new`);
  await link(`${at}.new`, at);
  expect((await acknowledged.read()).doubts.join()).toMatch(/ordinary file/);
  await acknowledged.decide('new', { at: NOW, note: '' });
  expect((await acknowledged.read()).decisions.has('new')).toBe(true);
});

test('a decision is dated at most by its file and by now, so that none wins for ever', async () => {
  const { acknowledged, team } = await share();
  const later = Date.UTC(2036, 0, 1);
  await acknowledged.decide('hot', { at: later, note: 'for ever' });
  const [file = ''] = await readdir(team.path);
  await utimes(join(team.path, file), later / 1000, later / 1000);
  const { at = 0 } = (await acknowledged.read()).decisions.get('hot') ?? {};
  expect(at).toBeLessThanOrEqual((await stat(join(team.path, file))).ctimeMs);
});

test.skipIf(own !== 0)(
  'of another user only their own files count: under the name that the system gives, and whatever is in the way',
  async () => {
    const { acknowledged, team } = await share();
    await acknowledged.decide('hot', { at: NOW, note: 'on it' });
    const [file = ''] = await readdir(team.path);
    const name = file.slice(0, file.lastIndexOf('.'));
    const write = async (to: string, by: number, text = '') => {
      await writeFile(join(team.path, to), text);
      await chown(join(team.path, to), by, by);
    };
    // A name that the file claims, and one that another user took before its owner could.
    await write(`${name}.1-0000abcd`, 1, '{"by": "anna", "decisions": {"cold": {"at": 5, "note": ""}}}');
    await write(`${name}.1-0000abce`, 1, '{"decisions": {"hot": {"at": 9e12, "note": "a second file"}}}');
    await write(`${name}.2`, 1, '{"decisions": {"hot": {"at": 9e12, "note": "mine", "lifted": true}}}');
    for (let uid = 100; uid < 250; uid++) await write(`${name}.${uid}`, 1);
    const { decisions, doubts } = await acknowledged.read();
    expect([decisions.get('hot')?.note, decisions.get('cold')?.by]).toEqual(['on it', 'daemon']);
    expect(doubts).toHaveLength(3);
    // Root may replace what stands in the way, but not a directory.
    await rm(join(team.path, file));
    await mkdir(join(team.path, file));
    await write(`${file}.lock`, 1);
    await acknowledged.decide('hot', { at: NOW, note: 'under another name' });
    await acknowledged.decide('new', { at: NOW, note: 'in the same file' });
    const after = (await acknowledged.read()).decisions;
    expect([after.get('hot')?.note, after.has('new')]).toEqual(['under another name', true]);
    expect((await readdir(team.path)).filter((one) => one.startsWith(`${file}-`))).toHaveLength(1);
  },
);

test('planned work of one user counts for all, and another one can end it', async () => {
  const { shared, team } = await share();
  const workIn = (of: typeof team) =>
    openTeamWork(of, 'https://c', openPlannedWork(newFolder(), systemClock), systemClock);
  const [anna, bob] = [workIn(team), workIn(openTeamDirectory(shared, false))];
  const work = { cluster: '*', object: 'my edge', from: NOW, until: NOW + HOUR, note: 'disk' };
  await anna.add({ ...work, cluster: 'annas' });
  expect((await bob.read()).lines).toEqual([{ ...work, by: ownUserName() }]);
  const long = { ...work, object: 'x'.repeat(256 * 1024) };
  await expect(anna.add(long)).rejects.toThrow('it would be larger than 256 KB');
  expect((await bob.read()).lines).toHaveLength(1);
  // A file of another user, which this one cannot change.
  const [file = ''] = await readdir(team.path);
  const text = `# by eve\n${new Date(NOW).toISOString()} 2h * edge-2 cron\n`;
  const files = await team.readAll(file.slice(0, file.lastIndexOf('.')));
  const withAnnas = {
    ...team,
    readAll: async (name: string) => {
      const all = await team.readAll(name);
      return { ...all, files: [...all.files, { uid: 7, by: 'anna', file: 'annas', text, at: NOW + HOUR }] };
    },
  };
  expect(files.refused).toEqual([]);
  const third = workIn(withAnnas);
  expect((await third.read()).lines.map(({ object, by }) => [object, by])).toContainEqual(['edge-2', 'anna']);
  expect(await third.end('any', 'edge-2', NOW + 1)).toBe(1);
  expect((await third.read()).lines.map(({ object }) => object)).toEqual(['my edge']);
});
