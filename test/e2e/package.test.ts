import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { newFolder } from '../support/new-folder.ts';
import { foreignImportsIn, root, run } from './built.ts';
import { launch } from './driver.ts';

/** The description of a package that npm made. */
interface Packed {
  readonly filename: string;
  /** Of the archive, bytes. */
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

describe('the package, installed into an empty folder', () => {
  const folder = newFolder();
  const home = join(folder, 'home');
  const program = join(home, 'node_modules/.bin/castwatch');
  let packed: Packed;

  beforeAll(async () => {
    mkdirSync(home);
    // npm would climb to a project above, if there were one.
    writeFileSync(join(home, 'package.json'), '{ "private": true }\n');
    const own = { npm_config_cache: join(folder, 'cache'), npm_config_update_notifier: 'false' };
    const env = { ...process.env, ...own };
    // The build is there already; another build would remove it while other tests run.
    const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
    const { stdout } = await run('npm', pack, { cwd: root, env });
    packed = JSON.parse(stdout)[0];
    const install = ['install', '--offline', '--no-audit', '--no-fund', join(folder, packed.filename)];
    await run('npm', install, { cwd: home, env });
  });

  test('is small: the build, its documents, and no dependencies to fetch', () => {
    expect(packed.size).toBeLessThan(1_700_000);
    const paths = packed.files.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['LICENSE', manifest.man, 'dist/THIRD-PARTY-NOTICES']));
    const installed = readdirSync(join(home, 'node_modules')).filter((name) => !name.startsWith('.'));
    expect(installed).toEqual(['castwatch']);
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest.scripts.prepack).toContain('build');
  });

  test('each link of a page in it leads to a file in it', () => {
    const paths = packed.files.map(({ path }) => path);
    const isPacked = (path: string) => paths.some((one) => one === path || one.startsWith(`${path}/`));
    const pages = paths.filter((path) => path.endsWith('.md') && existsSync(join(root, path)));
    const link = /(?:\]\(|(?:src|srcset|href)=")(?!https?:)([^)\s"#]+)/g;
    const dead = pages.flatMap((page) =>
      [...readFileSync(join(root, page), 'utf8').matchAll(link)].flatMap(([, to = '']) =>
        isPacked(join(dirname(page), to)) ? [] : [`${page}: ${to}`],
      ),
    );
    expect(pages.length).toBeGreaterThan(10);
    expect(dead).toEqual([]);
  });

  test('imports nothing that is not in it', () => {
    const dist = join(home, 'node_modules/castwatch/dist');
    for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
      if (name.endsWith('.js'))
        expect([name, foreignImportsIn(readFileSync(join(dist, name), 'utf8'))]).toEqual([name, []]);
    }
  });

  test('can be started by its name', async () => {
    expect((await run(program, ['--version'], { cwd: home })).stdout).toBe(`castwatch ${manifest.version}\n`);
    expect((await run(program, ['man'], { cwd: home })).stdout).toContain('.TH CASTWATCH 1');
  });

  test('shows the demo', async () => {
    await using app = launch({ command: [program], args: ['demo'] });
    await app.sees('DEMO', /(edge|origin)-fra-1/);
    app.press('q');
    expect(await app.ends()).toBe(0);
  });
});
