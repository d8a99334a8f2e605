import { xmlText } from '../../base/safe-markup.ts';
import { systemReason } from '../../base/system-error.ts';

export const unitKinds = ['systemd', 'systemd-user', 'launchd'] as const;
export type UnitKind = (typeof unitKinds)[number];

/** The command line of a service, and variables besides those of the service manager. */
export interface ServiceCommand {
  readonly command: readonly string[];
  readonly environment: readonly (readonly [name: string, value: string])[];
}

/** A service that runs `castwatch record`. It needs only its state directory and the network. */
export function serviceUnit(kind: UnitKind, service: ServiceCommand): string {
  if (kind === 'launchd') return launchd(service);
  return systemd(kind, service);
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

function systemd(kind: 'systemd' | 'systemd-user', { command, environment }: ServiceCommand): string {
  const isUser = kind === 'systemd-user';
  const place = isUser ? '~/.config/systemd/user/castwatch.service' : '/etc/systemd/system/castwatch.service';
  const lines = [
    `# ${place}`,
    '[Unit]',
    'Description=castwatch: keeps the history of media-streaming clusters',
    ...(isUser ? [] : ['Wants=network-online.target', 'After=network-online.target']),
    '',
    '[Service]',
    'Type=notify',
    'NotifyAccess=all',
    `ExecStart=${command.map(systemdWord).join(' ')}`,
    'ExecReload=kill -HUP $MAINPID',
    'Restart=on-failure',
    'RestartSec=10',
    'WatchdogSec=120',
    // By default glibc has a heap for each of V8's threads and keeps much freed memory: a tenth of the memory or
    // more on a large cluster. It reads these variables before the program runs, so the program cannot set them
    // itself.
    'Environment=MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072',
    ...environment.map(([name, value]) => `Environment=${quoted(`${name}=${value}`.replace(/%/g, '%%'))}`),
    ...(isUser
      ? []
      : ['DynamicUser=yes', 'StateDirectory=castwatch', 'Environment=XDG_STATE_HOME=/var/lib', 'UMask=0077']),
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

function launchd({ command, environment }: ServiceCommand): string {
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
<!-- ~/Library/LaunchAgents/castwatch.record.plist -->
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>castwatch.record</string>
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

/** Notifies the service manager through `systemd-notify`, because Node cannot write to its socket. */
export async function notifyService(
  env: NodeJS.ProcessEnv,
  words: readonly string[],
): Promise<string | undefined> {
  if (env.NOTIFY_SOCKET === undefined) return undefined;
  const { execFile } = await import('node:child_process');
  return new Promise((resolve) => {
    execFile('systemd-notify', [...words], { timeout: 5_000 }, (error) => {
      resolve(error ? `systemd-notify: ${systemReason(error)}` : undefined);
    });
  });
}
