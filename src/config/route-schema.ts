import * as z from 'zod';
import { proxyFault } from '../base/proxy-fault.ts';
import { NO_PROXY } from './url.ts';
import { secret, sources, strict, text } from './value-schemas.ts';

const proxy = z
  .union([z.literal(false).transform(() => NO_PROXY), z.string(), secret('proxy', sources)], {
    error: `expected a URL such as http://proxy.example.com:3128, ${NO_PROXY}, or file, command or env`,
  })
  .superRefine((value, context) => {
    const fault = typeof value === 'string' && value !== NO_PROXY ? proxyFault(value) : undefined;
    if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
  });

/** Headers of the connection, of what is sent, and of a signature. */
const OWN_HEADERS =
  /^(accept(-encoding)?|connection|content-(encoding|length|type)|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|webhook-.*)$/;

/** How a service is reached besides its URL. `own`: further headers that castwatch itself sets there. */
export const routeShape = (...own: readonly string[]) => ({
  proxy: proxy.optional(),
  clientCert: strict({
    cert: text,
    key: text,
    passphrase: secret('passphrase', sources).optional(),
  }).optional(),
  headers: z
    .record(
      z
        .string()
        .regex(/^[A-Za-z0-9-]+$/, 'the name of a header')
        .refine((name) => !OWN_HEADERS.test(name.toLowerCase()) && !own.includes(name.toLowerCase()), {
          error: 'castwatch sets this header itself; a login, key, token or proxy has a setting of its own',
        }),
      z.union([text, secret('header', sources)], { error: 'expected text, or file, command or env' }),
    )
    .optional(),
  socket: text.optional(),
});

const file = strict(routeShape());
export type RouteFile = z.output<typeof file>;
