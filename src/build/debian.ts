import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { completionScript } from '../cli/help/completion.ts';
import { manPage } from '../cli/help/man.ts';
import { RELEASE_DATE } from '../cli/help/release-date.ts';
import { VERSION } from '../cli/options/parse-words.ts';
import { READERS, type ServiceName, serviceUnit } from '../cli/service/units.ts';
import { root } from './options.ts';
import { NOTICES } from './program.ts';

/**
 * `npm run build:deb`: a Debian package with the executable, its manual, completions, units and `/etc/castwatch`. It needs
 * `npm run build`, `npm run build:binary` and `dpkg-deb`. `node src/build/debian.ts [BINARY [ARCHITECTURE [FOLDER]]]`.
 */
const binary = resolve(process.argv[2] ?? resolve(root, 'dist-binary/castwatch'));
const architecture = process.argv[3] ?? 'amd64';
const folder = resolve(process.argv[4] ?? resolve(root, 'dist-binary'));
const tree = mkdtempSync(join(tmpdir(), 'castwatch-deb-'));
chmodSync(tree, 0o755);

const put = (path: string, content: string | Buffer, mode = 0o644) => {
  const file = join(tree, path);
  mkdirSync(dirname(file), { recursive: true, mode: 0o755 });
  writeFileSync(file, content);
  chmodSync(file, mode);
};
const packed = (text: string | Buffer) => gzipSync(text, { level: 9 });

const CONFIG = '/etc/castwatch/config.yaml';
/**
 * The package's group may read the files of `/etc/castwatch`, so nothing has to be copied for a service. Only the services are
 * in it: who reads a shared history has the group for that.
 */
const unit = (name: ServiceName, ...words: readonly string[]) =>
  serviceUnit('systemd', {
    name,
    command: ['/usr/bin/castwatch', name, ...words],
    environment: [['CASTWATCH_CONFIG', CONFIG]],
    credentials: [],
  });

put(
  'DEBIAN/control',
  `Package: castwatch
Version: ${VERSION}-1
Architecture: ${architecture}
Maintainer: The castwatch developers <castwatch@localhost>
Depends: libc6 (>= 2.28), libgcc-s1, libstdc++6, adduser
Recommends: systemd
Section: net
Priority: optional
Description: live monitor, in the terminal, for clusters of media-streaming servers
 Problems with their causes, servers, streams, viewers and the journal of a
 cluster, a history without a screen, and metrics for Prometheus.
`,
);
put('DEBIAN/conffiles', `${CONFIG}\n`);
put(
  'DEBIAN/postinst',
  `#!/bin/sh
set -e
if [ "$1" = configure ]; then
  adduser --quiet --system --group --no-create-home --home /var/lib/castwatch castwatch
  addgroup --quiet --system ${READERS}
  chown root:castwatch /etc/castwatch ${CONFIG}
  chmod 750 /etc/castwatch
  chmod 640 ${CONFIG}
fi
if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
`,
  0o755,
);
put(
  'DEBIAN/prerm',
  `#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
  systemctl disable --now --quiet castwatch.service castwatch-export.service || true
fi
`,
  0o755,
);
put(
  'DEBIAN/postrm',
  `#!/bin/sh
set -e
if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
if [ "$1" = purge ]; then
  rm -rf /etc/castwatch /var/lib/private/castwatch
  rm -rf /var/lib/castwatch
  if getent passwd castwatch >/dev/null; then deluser --quiet --system castwatch; fi
  if getent group ${READERS} >/dev/null; then delgroup --quiet --system ${READERS}; fi
fi
`,
  0o755,
);
put(
  CONFIG,
  `# castwatch.service keeps the history of every cluster below, castwatch-export.service serves the metrics of one:
#   systemctl enable --now castwatch.service
# The password: printf %s SECRET | install -m 0440 -g castwatch /dev/stdin /etc/castwatch/production.password
# The group castwatch reads the passwords here: put no user into it. Users who read a shared history (history: { directory: … })
# are in the group ${READERS}; castwatch record --print-unit systemd prints the service for it.
# clusters:
#   production:
#     url: https://cluster.example.com
#     username: operator
#     password: { file: production.password }
`,
  0o640,
);
put('lib/systemd/system/castwatch.service', unit('record', '--all'));
put('lib/systemd/system/castwatch-export.service', unit('export'));
put('usr/share/man/man1/castwatch.1.gz', packed(manPage(VERSION, RELEASE_DATE)));
put('usr/share/bash-completion/completions/castwatch', completionScript('bash'));
put('usr/share/zsh/vendor-completions/_castwatch', completionScript('zsh'));
put('usr/share/fish/vendor_completions.d/castwatch.fish', completionScript('fish'));
const documents = 'usr/share/doc/castwatch';
put(`${documents}/changelog.gz`, packed(readFileSync(resolve(root, 'CHANGELOG.md'))));
put(
  `${documents}/copyright`,
  `${readFileSync(resolve(root, 'LICENSE'), 'utf8')}\n${readFileSync(resolve(root, 'dist', NOTICES), 'utf8')}`,
);
mkdirSync(join(tree, 'usr/bin'), { recursive: true });
copyFileSync(binary, join(tree, 'usr/bin/castwatch'));
chmodSync(join(tree, 'usr/bin/castwatch'), 0o755);
const file = join(folder, `castwatch_${VERSION}-1_${architecture}.deb`);
mkdirSync(folder, { recursive: true });
execFileSync('dpkg-deb', ['--root-owner-group', '--build', tree, file], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
rmSync(tree, { recursive: true });
process.stdout.write(`${file}\n`);
