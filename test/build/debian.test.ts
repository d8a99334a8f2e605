import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../support/new-folder.ts';

const root = resolve(import.meta.dirname, '../..');
const canPack = spawnSync('dpkg-deb', ['--version']).status === 0;

test.skipIf(!canPack)(
  'the package runs every cluster, shares the history but no password, and is the same each time',
  () => {
    const folder = newFolder();
    const binary = join(folder, 'castwatch');
    writeFileSync(binary, '');
    const apache = 'Apache License\n Version 2.0, January 2004\n…\nEND OF TERMS AND CONDITIONS';
    writeFileSync(`${binary}.NOTICES`, `OpenSSL:\n ${apache}\nICU\n`);
    writeFileSync(`${binary}.cdx.json`, '{}');
    const pack = () =>
      execFileSync(process.execPath, [join(root, 'src/build/debian.ts'), binary, 'amd64', folder], {
        encoding: 'utf8',
      }).trim();
    const file = pack();
    const before = readFileSync(file);
    expect(readFileSync(pack()).equals(before)).toBe(true);
    execFileSync('dpkg-deb', ['--raw-extract', file, join(folder, 'package')]);
    const text = (path: string) => readFileSync(join(folder, 'package', path), 'utf8');
    // One group is for the files of /etc/castwatch, another for readers; nobody is told to join the first.
    expect(text('DEBIAN/postinst')).toContain(
      'chown root:castwatch /etc/castwatch /etc/castwatch/config.yaml',
    );
    expect(text('DEBIAN/postinst')).toContain('addgroup --quiet --system castwatch-history');
    expect(text('DEBIAN/postrm')).toContain('delgroup --quiet --system castwatch-history');
    const config = text('usr/share/castwatch/config.yaml');
    expect(config).toMatch(/group castwatch reads the passwords here: put no user into it/);
    expect(config).toContain('\nhistory: { directory: /var/lib/castwatch-history }\n');
    for (const [name, word] of [
      ['castwatch', 'record'],
      ['castwatch-export', 'export'],
    ] as const)
      expect(text(`lib/systemd/system/${name}.service`)).toMatch(
        new RegExp(
          `^\\[Unit\\][^]*\\nExecStart=/usr/bin/castwatch ${word} --all\\n[^]*\\nReadWritePaths=/var/lib/castwatch-history\\n`,
        ),
      );
    expect(text('DEBIAN/postinst')).toMatch(/try-restart castwatch.service castwatch-export.service/);
    const copyright = text('usr/share/doc/castwatch/copyright');
    expect(copyright).toMatch(
      /OpenSSL:\nThe Apache License, Version 2.0: \/usr\/share\/common-licenses\/Apache-2.0\nICU\n/,
    );
  },
);
