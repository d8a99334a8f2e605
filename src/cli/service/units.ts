import { shellWord } from '../../base/quoting.ts';
import { xmlText } from '../../base/safe-markup.ts';

export const unitKinds = ['systemd', 'systemd-user', 'launchd'] as const;
export type UnitKind = (typeof unitKinds)[number];

export type ServiceName = 'record' | 'export';

/** The command line of a service, and variables besides those of the service manager. */
export interface Service {
  readonly name: ServiceName;
  readonly command: readonly string[];
  readonly environment: readonly (readonly [name: string, value: string])[];
  /** Files that the system's manager copies for the service, which may not read them itself. */
  readonly credentials: readonly { readonly name: string; readonly path: string }[];
  /** The directory of histories that users share. */
  readonly shared?: string | undefined;
}

const descriptions: Readonly<Record<ServiceName, string>> = {
  record: 'castwatch: keeps the history of media-streaming clusters',
  export: 'castwatch: metrics of a media-streaming cluster for Prometheus',
};

/** Whether a path is below a home or temporary directory: `ProtectHome` or `PrivateTmp` hides it from the service. */
export function isBelowHome(path: string): boolean {
  return /^\/(?:home|root|run\/user|tmp|var\/tmp)(?:\/|$)/.test(path);
}

/** A service that runs a command without a screen. It needs only its state directory and the network. */
export function serviceUnit(kind: UnitKind, service: Service): string {
  return kind === 'launchd' ? launchd(service) : systemd(kind, service);
}

/** Restrictions that only the system's manager can set. */
const systemOnly = [
  'ProtectSystem=strict',
  'ProtectHome=yes',
  'PrivateDevices=yes',
  'ProtectKernelModules=yes',
  'ProtectKernelLogs=yes',
  'ProtectClock=yes',
  'ProtectHostname=yes',
  'CapabilityBoundingSet=',
  'SystemCallFilter=@system-service',
];

function systemd(kind: 'systemd' | 'systemd-user', service: Service): string {
  const { name, command, environment, credentials } = service;
  const isUser = kind === 'systemd-user';
  const file = name === 'record' ? 'castwatch.service' : `castwatch-${name}.service`;
  const lines = [
    ...(isUser ? userHead(file) : systemHead(file, credentials)),
    ...(isUser || service.shared === undefined ? [] : sharedHead(service.shared)),
    '[Unit]',
    `Description=${descriptions[name]}`,
    ...(isUser ? [] : ['Wants=network-online.target', 'After=network-online.target']),
    '',
    '[Service]',
    'Type=notify',
    'NotifyAccess=all',
    `ExecStart=${command.map(systemdWord).join(' ')}`,
    // Copies of files are made at the start only, so that a service with copies is restarted instead.
    ...(name === 'record' && credentials.length === 0 ? ['ExecReload=kill -HUP $MAINPID'] : []),
    'Restart=on-failure',
    // Servers limit logins: two a minute leave room for those of others.
    'RestartSec=30',
    // Wrong usage or configuration: a restart would fail in the same way.
    'RestartPreventExitStatus=2',
    // Longer than the longest pause between two polls of a cluster that does not answer.
    'WatchdogSec=300',
    // By default glibc has a heap for each of V8's threads and keeps much freed memory: a tenth of the memory or
    // more on a large cluster. It reads these variables before the program runs, so the program cannot set them
    // itself.
    'Environment=MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072',
    ...environment.map(([name, value]) => `Environment=${quoted(`${name}=${value}`.replace(/%/g, '%%'))}`),
    ...credentials.map(({ name: id, path }) => `LoadCredential=${id}:${path.replace(/%/g, '%%')}`),
    ...(isUser ? [] : [...stateLines(service.shared), 'Environment=XDG_STATE_HOME=/var/lib', 'UMask=0077']),
    'NoNewPrivileges=yes',
    'PrivateTmp=yes',
    // A user's state directory need not exist yet, so the home directory stays writable.
    ...(isUser ? ['ProtectSystem=full'] : systemOnly),
    'ProtectKernelTunables=yes',
    'ProtectControlGroups=yes',
    'RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6',
    'RestrictNamespaces=yes',
    'RestrictRealtime=yes',
    'RestrictSUIDSGID=yes',
    'LockPersonality=yes',
    'SystemCallArchitectures=native',
    '',
    '[Install]',
    `WantedBy=${isUser ? 'default.target' : 'multi-user.target'}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** All services share the state directory, so they share the user. Files in a shared directory get their mode whatever the umask. */
function stateLines(shared: string | undefined): readonly string[] {
  if (shared === undefined) return ['DynamicUser=yes', 'User=castwatch', 'StateDirectory=castwatch'];
  return [
    'User=castwatch',
    'StateDirectory=castwatch',
    'StateDirectoryMode=0700',
    // Not a state directory: systemd would give it the group of the service.
    `ReadWritePaths=${quoted(shared.replace(/%/g, '%%'))}`,
  ];
}

/**
 * Readers of a shared history have this group, and not that of the service, which may read the configuration and the passwords
 * below /etc/castwatch.
 */
export const READERS = 'castwatch-history';

/** systemd keeps the state directories of dynamic users below one that only root may enter. */
function sharedHead(shared: string): readonly string[] {
  return [
    '# The history is shared, which a dynamic user cannot do, so the user is made once; a group of its own reads:',
    '# id castwatch || useradd --system --user-group --no-create-home castwatch',
    `# groupadd --system --force ${READERS} && usermod -aG ${READERS} NAME`,
    `# install -d -o castwatch -g ${READERS} -m 2750 ${shellWord(shared)}`,
  ];
}

function userHead(file: string): readonly string[] {
  return [
    `# ~/.config/systemd/user/${file}`,
    `# systemctl --user daemon-reload && systemctl --user enable --now ${file}`,
    '# It ends when you log out, unless: loginctl enable-linger',
  ];
}

function systemHead(file: string, credentials: Service['credentials']): readonly string[] {
  const below = credentials.filter(({ path }) => isBelowHome(path)).map(({ path }) => path);
  return [
    `# /etc/systemd/system/${file}`,
    `# systemctl daemon-reload && systemctl enable --now ${file}`,
    ...(credentials.length === 0
      ? []
      : [
          '# The service reads copies of the files of LoadCredential=, made at its start (systemd 247 or newer).',
          `# After a change of one of them: systemctl restart ${file}`,
        ]),
    ...(below.length === 0
      ? []
      : [`# Below a home or temporary directory, so that the service depends on it: ${below.join(' ')}`]),
  ];
}

function launchd({ name, command, environment }: Service): string {
  const words = command.map((word) => `    <string>${xmlText(word)}</string>`).join('\n');
  const variables = environment.flatMap(([name, value]) => [
    `    <key>${xmlText(name)}</key>`,
    `    <string>${xmlText(value)}</string>`,
  ]);
  const dictionary =
    variables.length === 0
      ? ''
      : `  <key>EnvironmentVariables</key>\n  <dict>\n${variables.join('\n')}\n  </dict>\n`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<!-- ~/Library/LaunchAgents/castwatch.${name}.plist -->
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>castwatch.${name}</string>
  <key>ProgramArguments</key>
  <array>
${words}
  </array>
${dictionary}  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <true/>
  <key>ProcessType</key>
  <string>Background</string>
  <key>Umask</key>
  <integer>63</integer>
</dict>
</plist>
`;
}

/** A word of `ExecStart`: quoted, with the characters doubled that systemd would expand. */
function systemdWord(word: string): string {
  return quoted(word.replace(/%/g, '%%').replace(/\$/g, '$$$$'));
}

function quoted(text: string): string {
  return /^[\w@%+=:,./$-]+$/.test(text) ? text : `"${text.replace(/["\\]/g, '\\$&')}"`;
}
