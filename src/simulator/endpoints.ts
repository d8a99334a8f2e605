/** Short names of the endpoints, as faults and the request log use them. */
export const endpointNames = [
  'login',
  'users',
  'streams',
  'applications',
  'viewers',
  'journal',
  'dashboard',
  'topology',
  'transcode',
  'license',
  'cloud-create',
  'cloud-values',
] as const;
export type EndpointName = (typeof endpointNames)[number];

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: EndpointName;
  }
}
