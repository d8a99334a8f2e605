import { readNamedFile } from '../base/private-file.ts';
import { proxyFault } from '../base/proxy-fault.ts';
import { systemReason } from '../base/system-error.ts';
import { expandReadable } from './credentials.ts';
import { ConfigError } from './error.ts';
import { expandPath } from './paths.ts';
import type { SecretSetting } from './profile-schema.ts';
import type { RouteFile } from './route-schema.ts';
import { type SecretSource, sourceOf } from './secret.ts';
import { readSecret, type SecretContext } from './secrets.ts';
import { NO_PROXY } from './url.ts';

/** A text that may be secret, or where it is. */
type Hidden = string | SecretSource;

/** How a service is reached besides its URL. Paths are absolute; secrets are not read yet. */
export interface RouteSettings {
  /** `none`, or a URL, which may hold a password. Undefined: what the environment says. */
  readonly proxy: Hidden | undefined;
  readonly clientCert:
    | { readonly cert: string; readonly key: string; readonly passphrase: SecretSource | undefined }
    | undefined;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, Hidden>> | undefined;
  /** A Unix socket in place of the network. */
  readonly socket: string | undefined;
}

/** The settings of a file, to which their paths are relative; without one, of a service that has none. */
export function routeSettings(file: RouteFile = {}, path?: string): RouteSettings {
  const { proxy, clientCert, headers, socket } = file;
  const either = (value: string | SecretSetting): Hidden =>
    typeof value === 'string' ? value : (sourceOf(value, path) ?? '');
  return {
    proxy: proxy && either(proxy),
    clientCert: clientCert && {
      cert: expandReadable(clientCert.cert, path),
      key: expandReadable(clientCert.key, path),
      passphrase: sourceOf(clientCert.passphrase, path),
    },
    headers:
      headers &&
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), either(value)])),
    socket: socket && expandPath(socket, path),
  };
}

/** The secrets of a way to a service that are not written into the configuration itself. */
export function routeSecrets({ proxy, clientCert, headers = {} }: RouteFile): readonly SecretSetting[] {
  const all = [proxy, clientCert?.passphrase, ...Object.values(headers)];
  return all.flatMap((one) => (typeof one === 'object' ? one : []));
}

/** As `routeSecrets`, of settings that are decided. */
export function routeSources({ proxy, clientCert, headers = {} }: RouteSettings): readonly SecretSource[] {
  const all = [proxy, clientCert?.passphrase, ...Object.values(headers)];
  return all.flatMap((one) => (typeof one === 'object' ? one : []));
}

/**
 * Reads what leads to a service, as `http` takes it. `what` names the service in messages. Throws a `ConfigError` that
 * contains no secret.
 */
export async function readRoute(settings: RouteSettings, what: string, context: SecretContext) {
  const { proxy, clientCert, headers = {}, socket } = settings;
  const read = async (value: Hidden, name: string) =>
    typeof value === 'string' ? value : (await readSecret(value, `${name} of ${what}`, context)).reveal();
  const passphrase =
    clientCert?.passphrase && (await read(clientCert.passphrase, 'passphrase of clientCert'));
  const readPair =
    clientCert &&
    (async () => ({
      cert: readCertificate(clientCert.cert, what),
      key: await read({ kind: 'file', path: clientCert.key }, 'key of clientCert'),
      passphrase,
      certFile: clientCert.cert,
      keyFile: clientCert.key,
    }));
  const sent: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const text = await read(value, `header ${name}`);
    if (!/^[\x20-\x7e]+$/.test(text)) {
      const fault = `header ${name} of ${what}: it has a character that no header can have`;
      throw new ConfigError('secret', fault);
    }
    sent[name] = text;
  }
  const own = proxy === undefined ? undefined : await read(proxy, 'proxy');
  const fault = own === undefined || own === NO_PROXY ? undefined : proxyFault(own);
  if (fault !== undefined) throw new ConfigError('url', `proxy of ${what}: ${fault}`);
  return {
    proxy: socket === undefined ? proxyOf(own, context.env) : undefined,
    clientCert: await readPair?.(),
    renewed: readPair,
    headers: sent,
    socket,
  };
}

/** The own proxy of a service, or those of the environment, in which lower case counts first, and an empty value is none. */
function proxyOf(own: string | undefined, env: NodeJS.ProcessEnv) {
  if (own === NO_PROXY) return undefined;
  if (own !== undefined) return { http: own, https: own, except: '', loopback: true };
  const proxyIn = (name: string) => {
    const text = (env[name.toLowerCase()] ?? env[name] ?? '').trim();
    return text === '' || text.includes('://') ? text : `http://${text}`;
  };
  const [http, https] = [proxyIn('HTTP_PROXY'), proxyIn('HTTPS_PROXY')];
  return { http, https, except: env.no_proxy ?? env.NO_PROXY ?? '', loopback: false };
}

function readCertificate(path: string, what: string): string {
  try {
    return readNamedFile(path, 1024 * 1024);
  } catch (error) {
    const fault = `clientCert of ${what}: cannot read ${path}: ${systemReason(error)}`;
    throw new ConfigError('secret', fault, error);
  }
}
