import type { Effect } from '../../../src/simulator/story.ts';
import type { Builder, BuiltFault, Roles } from './built-fault.ts';
import { line, managerObject, nothingHit, ofServers, serverObject } from './built-fault.ts';
import type { Draw } from './draw.ts';

/** Faults of edges and of their viewers. */

/** Some edges: a single one, or several of one group or of any. */
function someEdges(draw: Draw, { taken }: Roles): readonly number[] {
  const first = draw.server(10, 'edge', taken);
  if (first < 0 || draw.size !== 'large') return first < 0 ? [] : [first];
  const group = draw.layout.servers[first]?.group;
  const others = draw.busiest('edge', taken).filter((server) => server !== first);
  const near = others.filter((server) => draw.layout.servers[server]?.group === group);
  const from = draw.unit(11) < 0.5 && near.length > 0 ? near : others;
  return [first, ...from.slice(0, 1 + Math.floor(draw.unit(12) * 2))];
}

/** The common part of all faults in which some edges lose viewers. */
function loss(draw: Draw, roles: Roles, rise: number): BuiltFault | undefined {
  const edges = someEdges(draw, roles);
  if (edges.length === 0) return undefined;
  const { begins, ends } = draw;
  const by = draw.size === 'small' ? draw.between(13, 0.5, 0.9) : draw.between(13, 0.6, 0.97);
  return {
    ...ofServers(draw, edges),
    effects: [{ what: 'left', who: roles.servers, by, rise, fall: 60, start: begins, end: ends }],
    causes: [],
    causedBy: managerObject(draw),
    parts: ['delivery'],
    full: begins + rise,
    extent: ['viewers lost'],
  };
}

/** Viewers leave some edges minute by minute, because no new ones are sent there. */
export const drain: Builder = (draw, roles) => {
  const built = loss(draw, roles, Math.max(150, draw.rise(150)));
  if (!built) return undefined;
  const names = built.servers.map((server) => draw.serverName(server)).join(', ');
  const causes = [
    `Routing pool changed: weight of ${names} set to 0`,
    `Balancer rules version ${40 + Math.floor(draw.unit(14) * 50)} active: ${names} excluded`,
    `Maintenance flag set by operator on ${names}`,
  ];
  return { ...built, causes };
};

/** Viewers of some edges vanish within seconds. */
export const cliff: Builder = (draw, roles) => {
  const built = loss(draw, roles, Math.round(draw.between(15, 0, 5)));
  const causes = [
    'Certificate replaced, chain of 1',
    'Firewall rules reloaded: 3 rules removed',
    'Configuration reloaded: listener on port 443 closed',
  ];
  return built && { ...built, causedBy: serverObject(draw, built.servers[0] ?? 0), causes };
};

/** The same, reported by a server whose clock is wrong. */
export const clockSkew: Builder = (draw, roles) => {
  const built = cliff(draw, roles);
  const by = (draw.unit(16) < 0.5 ? -1 : 1) * Math.round(draw.between(17, 60, 600));
  return built && { ...built, skew: { object: built.causedBy, by } };
};

/** An edge is busy with something else and sends less. */
export const hotEdge: Builder = (draw, roles) => {
  const edge = draw.server(10, 'edge', roles.taken);
  if (edge < 0) return undefined;
  const { begins: start, ends: end } = draw;
  const rise = draw.rise(10);
  const delivery = draw.between(13, 0.45, 0.8);
  return {
    ...ofServers(draw, [edge]),
    effects: [
      { what: 'cpu', who: roles.servers, by: draw.between(18, 52, 62), rise, fall: 60, start, end },
      { what: 'delivery', who: roles.servers, by: delivery, rise, fall: 60, start, end },
    ],
    causes: [
      'Packet inspection enabled on all listeners',
      'Log level of media pipeline set to TRACE',
      'Kernel updated to 6.12.4: offloading disabled',
    ],
    parts: ['delivery'],
    full: start + rise,
    extent: ['viewers hit'],
    hit: { ...nothingHit, edges: [edge] },
  };
};

/** An edge gets the viewers of its neighbours and is full. */
export const fullEdge: Builder = (draw, roles) => {
  const edges = draw.busiest('edge', roles.taken).filter((server) => {
    const group = draw.layout.servers[server]?.group;
    return draw.layout.servers.filter((one) => one.role === 'edge' && one.group === group).length > 1;
  });
  const edge = draw.pick(10, edges);
  if (edge === undefined) return undefined;
  const { begins: start, ends: end } = draw;
  const rise = draw.rise(10);
  const by = draw.between(13, 0.7, 0.95);
  return {
    ...ofServers(draw, [edge]),
    effects: [{ what: 'draws', who: roles.servers, by, rise, fall: 60, start, end }],
    causes: [
      `Routing pool changed: weight of ${draw.serverName(edge)} set to 900`,
      `Affinity of viewers to ${draw.serverName(edge)} enabled`,
    ],
    causedBy: managerObject(draw),
    parts: ['delivery', 'limits'],
    full: start + rise,
    extent: ['viewers hit'],
    hit: { ...nothingHit, edges: [edge] },
  };
};

/** The uplink of an edge fails repeatedly; each time fewer of its viewers return. */
export const linkFlap: Builder = (draw, roles) => {
  const edge = draw.server(10, 'edge', roles.taken);
  if (edge < 0) return undefined;
  const { begins, ends } = draw;
  const every = Math.round(draw.between(13, 36, 70));
  const downFor = Math.round(draw.between(14, 8, 20));
  const times = 5 + Math.floor(draw.unit(15) * 8);
  const starts = Array.from({ length: times }, (_, n) => begins + n * every).filter((at) => at < ends - 90);
  const flaps = starts.map(
    (start): Effect => ({ what: 'gone', who: roles.servers, start, end: start + downFor }),
  );
  const lasts = (starts.at(-1) ?? begins) + downFor;
  const by = draw.between(16, 0.4, 0.85);
  return {
    ...ofServers(draw, [edge]),
    effects: [
      ...flaps,
      { what: 'left', who: roles.servers, by, rise: 20, fall: 60, start: begins, end: lasts + 90 },
    ],
    lines: starts.map((at) =>
      line(at + 2, managerObject(draw), `No heartbeat from ${draw.serverName(edge)} for 2000 ms`),
    ),
    causes: ['Carrier lost on eth0', 'Transceiver of eth0: receive power -31 dBm'],
    parts: ['delivery', 'control plane'],
    full: begins + 20,
    extent: ['viewers lost', 'viewers hit'],
    hit: { ...nothingHit, edges: [edge] },
  };
};

/** Sessions without traffic accumulate on some edges. */
export const emptySessions: Builder = (draw, roles) => {
  const edges = someEdges(draw, roles);
  if (edges.length === 0) return undefined;
  const { begins: start, ends: end } = draw;
  const rise = draw.rise(20);
  return {
    ...ofServers(draw, edges),
    effects: [
      { what: 'idle', who: roles.servers, by: draw.between(13, 0.5, 1.6), rise, fall: 60, start, end },
    ],
    causes: [
      'Player 7.2.0 released: keeps its session after the end of playback',
      'Idle timeout of viewer sessions set to 0',
    ],
    parts: ['delivery'],
    full: start + rise,
    extent: ['sessions gained'],
  };
};
