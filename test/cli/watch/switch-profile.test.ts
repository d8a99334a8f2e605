import { expect, test } from 'vitest';
import { access, simulate } from '../../e2e/program.ts';
import { eventually } from '../../support/eventually.ts';
import { configure, newHome } from '../run-command.ts';
import { SERVER, startOnScreen, watchQuiet } from '../run-screen.ts';

/** The monitor at one cluster, and a configuration with a profile for another one. */
async function atHome() {
  const lab = await simulate({ seed: 2 });
  const home = newHome();
  const profile = (name: string, password: string) =>
    `  ${name}: { url: '${lab.url}', username: operator, password: { ${password} } }\n`;
  const profiles = `${profile('lab', 'env: LAB_PASSWORD')}${profile('asked', 'prompt: true')}`;
  const broken = profile('broken', 'file: /no-such-file');
  configure(home, `keys: { app.profile: [P] }\nclusters:\n${profiles}${broken}`);
  const first = await simulate();
  const { args, env } = access(first);
  const app = startOnScreen([...args, '--interval', '1'], { ...env, LAB_PASSWORD: lab.password }, home);
  await app.sees(SERVER);
  return { app, lab, first };
}

test(':profile switches to another cluster with its own password, and asks for one where necessary', async () => {
  const { app, lab, first } = await atHome();
  expect(lab.requests).toEqual([]);
  app.command('profile lab');
  await app.sees('Watching lab now.');
  await app.sees(/^.*\blab\b[\s\S]*edge-\w+-\d/);
  // The lab is polled, and the first cluster is left alone.
  const [left, polled] = [first.requests.length, lab.requests.length];
  await eventually(() => expect(lab.requests.length).toBeGreaterThan(polled + 3));
  expect(first.requests).toHaveLength(left);
  app.command('profile asked');
  await app.sees('password of operator at asked');
  app.typeEach(`${lab.password}\r`);
  await app.sees('Watching asked now.');
  await app.sees(/^.*\basked\b[\s\S]*edge-\w+-\d/);
  await app.quit();
  expect(app.output.writes.join('')).not.toContain(lab.password);
});

test('a profile with an unreadable password says why and the cluster stays; the key alone lists the profiles', async () => {
  const { app, lab } = await atHome();
  app.keyboard.type('P');
  await app.sees(':profile NAME. There are: lab, asked, broken.');
  app.command('profile broken');
  await app.sees('no-such-file');
  expect(lab.requests).toEqual([]);
  await app.quit();
});

test('without profiles the palette explains how to add one', async () => {
  const app = await watchQuiet();
  app.command('profile');
  await app.sees('No profiles yet: castwatch init adds one to ');
  app.command('profile lab');
  await app.sees('There is no profile ‘lab’: castwatch init adds one to ');
  await app.quit();
});
