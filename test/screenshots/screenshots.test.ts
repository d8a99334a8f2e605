import { resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { themeNamed } from '../../src/ui/theme/themes.ts';
import { expectGolden } from '../support/golden-file.ts';
import { openScene, type ShotOptions } from '../support/scene.ts';
import { toSvg } from './picture/svg.ts';

/** Keys that fill the form for a new user: name, password and rights. */
const newUser = ['a', ...'night-desk', 'tab', ...'correct horse', 'tab', 'right', 'down', 'right', 'right'];

const users = ['operator', 'mcr-lead', 'ingest-bot', 'são-paulo-desk', 'auditor'].map((name, index) => ({
  id: 11 + index * 7,
  name,
}));

const themes = ['dark', 'light'] as const;

type Shot = Pick<ShotOptions, 'screen' | 'keys'> & {
  name: string;
  title: string;
  columns?: number;
  rows: number;
};

/** The pictures of the README, in the order in which they are taken, because the cluster's time goes on between them. */
const shots: readonly Shot[] = [
  { name: 'overview', title: 'Overview, in an incident', screen: 'overview', rows: 41 },
  {
    name: 'problems',
    title: 'Problems, worst first, with the evidence',
    screen: 'problems',
    columns: 150,
    rows: 44,
  },
  { name: 'streams', title: 'Streams, most viewers first', screen: 'streams', rows: 28 },
  { name: 'servers', title: 'Servers, hottest first', screen: 'servers', rows: 20 },
  {
    name: 'journal',
    title: 'Journal, with who writes how much',
    screen: 'journal',
    keys: [':rates'],
    rows: 28,
  },
  { name: 'form', title: 'A new user, before anything is sent', screen: 'users', keys: newUser, rows: 28 },
];

/** Real frames of a seeded cluster; `npm run screenshots` writes them anew. */
describe('the pictures of the README match the program', () => {
  const pictures = new Map<string, string>();

  beforeAll(async () => {
    const scene = await openScene({ scenario: 'incident', seed: 1, after: 300_000, users });
    for (const { name, title, columns = 120, rows, ...shot } of shots) {
      const size = { columns, rows };
      for (const theme of themes) {
        const screen = await scene.shoot({ ...shot, size, theme });
        pictures.set(`${name}-${theme}`, toSvg(screen, size, themeNamed(theme), `castwatch: ${title}`));
        screen.dispose();
      }
    }
    await scene.close();
  });

  for (const { name } of shots) {
    test.each(themes)(`${name}, %s`, (theme) => {
      const picture = pictures.get(`${name}-${theme}`) ?? '';
      expectGolden(resolve(import.meta.dirname, `${name}-${theme}.svg`), picture);
      expect(picture.length).toBeLessThan(120_000);
    });
  }
});
