import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
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
import { homepageOf } from './formula.ts';
import { root } from './options.ts';

/**
 * `npm run build:deb`: a Debian package with the executable, its manual, completions, units and `/etc/castwatch`. It needs
 * `npm run build:binary` and `dpkg-deb`. `node src/build/debian.ts [BINARY [ARCHITECTURE [FOLDER]]]`.
 */
const binary = resolve(process.argv[2] ?? resolve(root, 'dist-binary/castwatch'));
const architecture = process.argv[3] ?? 'amd64';
const folder = resolve(process.argv[4] ?? resolve(root, 'dist-binary'));
process.umask(0o022);
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
const SHARED = '/var/lib/castwatch-history';
const SERVICES = 'castwatch.service castwatch-export.service';
const manifest = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'));
/**
 * The package's group may read the files of `/etc/castwatch`, so nothing has to be copied for a service. Only the services are
 * in it: who reads the shared history has the group for that. Its first lines say what `postinst` does.
 */
const unit = (name: ServiceName) =>
  serviceUnit('systemd', {
    name,
    command: ['/usr/bin/castwatch', name, '--all'],
    environment: [['CASTWATCH_CONFIG', CONFIG]],
    credentials: [],
    shared: SHARED,
  }).replace(/^(#.*\n)+/, '');

put(
  'DEBIAN/control',
  `Package: castwatch
Version: ${VERSION}-1
Architecture: ${architecture}
Maintainer: ${manifest.author}
Installed-Size: ${Math.ceil(statSync(binary).size / 1024)}
Depends: libc6 (>= 2.28), libgcc-s1, libstdc++6, adduser
Recommends: systemd
Section: net
Priority: optional
Homepage: ${homepageOf(manifest)}
Description: live monitor, in the terminal, for clusters of media-streaming servers
 Problems with their causes, servers, streams, viewers and the journal of a
 cluster, a history without a screen, and metrics for Prometheus.
`,
);
put(
  'DEBIAN/postinst',
  `#!/bin/sh
set -e
if [ "$1" = configure ]; then
  adduser --quiet --system --group --no-create-home --home /var/lib/castwatch castwatch
  addgroup --quiet --system ${READERS}
  # Not a file of the package: whoever adds a cluster is not asked about it at each upgrade.
  if [ ! -e ${CONFIG} ]; then
    install -m 640 /usr/share/castwatch/config.yaml ${CONFIG}
  fi
  chown root:castwatch /etc/castwatch ${CONFIG}
  chmod 750 /etc/castwatch
  chmod 640 ${CONFIG}
  # A directory with readers chosen by somebody stays as it is.
  if [ ! -d ${SHARED} ]; then
    install -d -o castwatch -g ${READERS} -m 2750 ${SHARED}
  fi
fi
if [ -d /run/systemd/system ]; then
  systemctl --system daemon-reload >/dev/null || true
  # After an upgrade, what runs would still be the old version.
  if [ -n "$2" ]; then deb-systemd-invoke try-restart ${SERVICES} >/dev/null || true; fi
fi
`,
  0o755,
);
put(
  'DEBIAN/prerm',
  `#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
  deb-systemd-invoke stop ${SERVICES} >/dev/null || true
fi
`,
  0o755,
);
put(
  'DEBIAN/postrm',
  `#!/bin/sh
set -e
if [ -d /run/systemd/system ]; then systemctl --system daemon-reload >/dev/null || true; fi
if [ "$1" = purge ]; then
  rm -f /etc/systemd/system/multi-user.target.wants/castwatch.service
  rm -f /etc/systemd/system/multi-user.target.wants/castwatch-export.service
  rm -rf /etc/castwatch /var/lib/private/castwatch
  rm -rf /var/lib/castwatch ${SHARED}
  if getent passwd castwatch >/dev/null; then deluser --quiet --system castwatch || true; fi
  if getent group ${READERS} >/dev/null; then delgroup --quiet --system ${READERS}; fi
fi
`,
  0o755,
);
mkdirSync(join(tree, 'etc/castwatch'), { recursive: true });
put(
  'usr/share/castwatch/config.yaml',
  `# castwatch.service keeps the history of every cluster below, castwatch-export.service serves their metrics:
#   systemctl enable --now castwatch.service castwatch-export.service
# After a change: systemctl restart castwatch.service castwatch-export.service
# The password: printf %s SECRET | install -m 0440 -g castwatch /dev/stdin /etc/castwatch/production.password
# The group castwatch reads the passwords here: put no user into it.
# clusters:
#   production:
#     url: https://cluster.example.com
#     username: operator
#     password: { file: production.password }

# The history is for a team: adduser NAME ${READERS}, and this line in NAME's own configuration.
history: { directory: ${SHARED} }
`,
);
put('lib/systemd/system/castwatch.service', unit('record'));
put('lib/systemd/system/castwatch-export.service', unit('export'));
put('usr/share/man/man1/castwatch.1.gz', packed(manPage(VERSION, RELEASE_DATE)));
put('usr/share/bash-completion/completions/castwatch', completionScript('bash'));
put('usr/share/zsh/vendor-completions/_castwatch', completionScript('zsh'));
put('usr/share/fish/vendor_completions.d/castwatch.fish', completionScript('fish'));
const documents = 'usr/share/doc/castwatch';
put(`${documents}/changelog.gz`, packed(readFileSync(resolve(root, 'CHANGELOG.md'))));
put(
  `${documents}/changelog.Debian.gz`,
  packed(`castwatch (${VERSION}-1) unstable; urgency=medium

  * Version ${VERSION}; changelog.gz has its changes.

 -- ${manifest.author}  ${new Date(RELEASE_DATE).toUTCString().replace('GMT', '+0000')}
`),
);
// Debian has the text of this license once for all.
const notices = readFileSync(`${binary}.NOTICES`, 'utf8').replace(
  /^ *Apache License\n *Version 2\.0, January 2004[\s\S]*?(END OF TERMS AND CONDITIONS|(?=\n---))/gm,
  'The Apache License, Version 2.0: /usr/share/common-licenses/Apache-2.0',
);
put(`${documents}/copyright`, `${readFileSync(resolve(root, 'LICENSE'), 'utf8')}\n${notices}`);
put(`${documents}/castwatch.cdx.json`, readFileSync(`${binary}.cdx.json`));
put(
  'usr/share/lintian/overrides/castwatch',
  `# The executable is that of the Node project, with the program in it: built without PIE, with its own zlib and with its symbols.
castwatch: embedded-library zlib [usr/bin/castwatch]
castwatch: hardening-no-pie [usr/bin/castwatch]
castwatch: unstripped-binary-or-object [usr/bin/castwatch]
# The words of the authors of what is in Node.
castwatch: old-fsf-address-in-copyright-file
# The package is the project's own and not uploaded to Debian.
castwatch: initial-upload-closes-no-bugs *
`,
);
mkdirSync(join(tree, 'usr/bin'), { recursive: true });
copyFileSync(binary, join(tree, 'usr/bin/castwatch'));
chmodSync(join(tree, 'usr/bin/castwatch'), 0o755);
const file = join(folder, `castwatch_${VERSION}-1_${architecture}.deb`);
mkdirSync(folder, { recursive: true });
execFileSync('dpkg-deb', ['--root-owner-group', '--build', tree, file], {
  stdio: ['ignore', 'ignore', 'inherit'],
  // The same files give the same package, whenever they were written.
  env: { ...process.env, SOURCE_DATE_EPOCH: String(Date.parse(RELEASE_DATE) / 1000) },
});
rmSync(tree, { recursive: true });
process.stdout.write(`${file}\n`);
