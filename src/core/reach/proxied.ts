import { fraction } from '../lib/fraction';
import type { Socket } from '../linux/namespace';
import type { Netns } from '../linux/netns';
import type { IpAddress } from '../net/ip';
import { routeOutput } from '../sim/route';
import { DIAL_TIMEOUTS } from '../sim/userspace-proxy';
import type { Diagram } from './diagram';
import type { HeaderNow } from './header-now';
import { FIRST_END, type HostEnd, type HostEnds } from './host-end';
import type { Space } from './space';

type Endpoint = NonNullable<Socket['proxy']>['endpoints'][number];

/** The header of a connection that a proxying process of a host opens; undefined: it has no way there. */
export function dialledHeader(netns: Netns, { address, port }: Endpoint): HeaderNow | undefined {
  const found = routeOutput(netns, { dst: address, mark: 0, anySource: false });
  return found.ok ? { src: found.value.src, dst: address, sport: 'dialled', dport: port } : undefined;
}

/** Tells whether it is known how a proxying process chooses whom it asks: not by the request, nor by what it was told before. */
export function dialsInTurn({ proxy }: Socket, family: IpAddress['family']): boolean {
  if (!proxy || proxy.http || proxy.dialler) return false;
  return proxy.endpoints.every(({ address }) => address.family === family);
}

interface Proxied {
  readonly space: Space;
  readonly ends: HostEnds;
  readonly socket: Socket;
  /** Ends of packets at each endpoint, in their order. */
  readonly asked: readonly Diagram[];
}

/** Leaves of a map with the packets of each. */
function listParts({ space, ends }: Proxied, map: Diagram): readonly (readonly [Diagram, HostEnd, Diagram])[] {
  const { diagrams } = space;
  return diagrams
    .listLeaves(map, FIRST_END)
    .map((leaf) => [diagrams.where(map, leaf), ends.at(diagrams.value(leaf) - FIRST_END), leaf]);
}

/** An attempt as it ended where it was answered, or where nobody can say how; else the next. */
function orNext(proxied: Proxied, map: Diagram, next: Diagram): Diagram {
  const { diagrams } = proxied.space;
  const parts = listParts(proxied, map).map(([packets, { kind, answered }, leaf]) =>
    diagrams.and(packets, answered || kind === 'unknown' ? leaf : next),
  );
  return diagrams.union(parts);
}

/** One of several, each as likely; nobody can say with which odds where a client may have been here before. */
function drawOne({ space, socket }: Proxied, maps: readonly Diagram[]): Diagram {
  const isKept = socket.proxy?.affinitySeconds !== undefined;
  space.asking = () => `${socket.owner} ${socket.proto} ${socket.port}`;
  return maps
    .slice(0, -1)
    .reduceRight(
      (others, map, nth) =>
        space.diagrams.choose(isKept ? space.may() : space.draw(fraction(1, maps.length - nth)), map, others),
      maps.at(-1) ?? 0,
    );
}

/**
 * How packets to a proxying process end by its own connections (pkg/proxy/userspace/proxysocket.go `TryConnectEndpoints`): a first
 * endpoint, of which nobody knows whose turn it is, and behind one that does not answer the next.
 */
export function mapTurns(proxied: Proxied): Diagram {
  const { asked, socket } = proxied;
  const most = socket.proto === 'tcp' ? (socket.proxy?.attempts ?? DIAL_TIMEOUTS.length) : 1;
  if (socket.proxy?.isHashed) {
    let map = drawOne(proxied, asked);
    for (let left = most - 1; left > 0; left--)
      map = drawOne(
        proxied,
        asked.map((each) => orNext(proxied, each, map)),
      );
    return map;
  }
  const from = asked.map((_, first) => {
    const turns = Array.from({ length: most }, (_each, nth) => asked[(first + nth) % asked.length] ?? 0);
    return turns.slice(0, -1).reduceRight((next, map) => orNext(proxied, map, next), turns.at(-1) ?? 0);
  });
  return drawOne(proxied, from);
}

/** Ends by a proxying process, of which those are answered that it answers: `back`, packets whose first answer comes to who sent them. */
export function answerProxied(proxied: Proxied, map: Diagram, back: Diagram | undefined): Diagram {
  const { space, ends } = proxied;
  const { diagrams } = space;
  const leaf = (end: HostEnd): Diagram => diagrams.leaf(ends.number(end) + FIRST_END);
  return diagrams.union(
    listParts(proxied, map).map(([packets, end, own]) => {
      const { answered, ...untold } = end;
      if (back === undefined) return diagrams.and(packets, leaf(untold));
      return diagrams.and(packets, answered ? diagrams.choose(back, own, leaf({ ...end, answered: false })) : own);
    }),
  );
}
