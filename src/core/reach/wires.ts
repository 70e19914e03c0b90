import { formatIp, hostCidr, isMulticast, type Cidr, type IpAddress } from '../net/ip';
import type { Device } from '../linux/namespace';
import type { Netns, Network } from '../linux/netns';
import { listRoutes } from '../linux/routing/derived-routes';
import { isOwnAddress } from '../linux/routing/fib';
import { callsIptables } from '../sim/bridge';
import {
  answersFor,
  findDevice,
  findPeer,
  anyoneAnswers,
  listAnswering,
  portFor,
  type FrameLanding,
} from '../sim/neighbour';
import type { Diagram } from './diagram';
import type { AddressNow } from './header-now';
import { SPECIAL_NETWORKS } from './router';
import type { Space } from './space';

/** A frame that a bridge shows to IP before it knows where it goes, by the port it came by. */
export interface BridgedFrame {
  readonly port: Device;
  /** The next hop behind another port of the bridge; absent: the frame is for the host. */
  readonly crosses?: IpAddress;
  /** The host has given it another destination since. */
  readonly changed?: boolean;
}

/** Where packets come to by a wire. */
export type WireEnd =
  /** To IP of a namespace, by a device that hands it packets. */
  | { readonly kind: 'host'; readonly netns: Netns; readonly device: string; readonly frame?: BridgedFrame }
  /** Out of the picture. */
  | { readonly kind: 'left' }
  /** To nobody. */
  | { readonly kind: 'nobody' }
  | { readonly kind: 'unknown'; readonly why: string };

/** Packets that leave a namespace by a device. */
export interface Leaving {
  readonly netns: Netns;
  readonly device: string;
  /** The router they are handed to; absent: the destination itself. */
  readonly via?: IpAddress;
  /** The frame they came in, which the same bridge may not send back. */
  readonly frame?: BridgedFrame;
}

const isForMany = (address: IpAddress): boolean => isMulticast(address) || address.words[0] === 0xffffffff;

/** More bridges one behind the other than there can be. */
const MOST_BRIDGES = 16;

/** What is between namespaces, for all packets: who gets what leaves by a device (`sim/transmit.ts`, asked for one of each kind). */
export class WireMap {
  private readonly network: Network;
  private readonly space: Space;
  private readonly regions = new Map<string, ReturnType<Space['regions']>>();

  constructor(network: Network, space: Space) {
    this.network = network;
    this.space = space;
  }

  /** Where packets land that leave so, by their destination. */
  land(leaving: Leaving, dst: AddressNow): readonly { readonly packets: Diagram; readonly to: WireEnd }[] {
    const { frame } = leaving;
    if (frame && !frame.changed) {
      if (!frame.crosses) return this.land(withoutFrame(leaving), dst);
      // It is a frame still: no route is asked.
      const isBridged = leaving.via === undefined && leaving.device === frame.port.master;
      return [
        { packets: 1, to: isBridged ? this.landOne(leaving, frame.crosses) : { kind: 'unknown', why: leaving.device } },
      ];
    }
    if (frame && leaving.device !== frame.port.master) return this.land(withoutFrame(leaving), dst);
    const only = leaving.via ?? (typeof dst === 'string' ? undefined : dst);
    if (only) return [{ packets: 1, to: this.landOne(leaving, only) }];
    const byKey = new Map<string, { readonly to: WireEnd; readonly sets: Diagram[] }>();
    for (const { packets, address } of this.listRegions(dst as 'src')) {
      const to = this.landOne(leaving, address);
      const open = byKey.get(landingKey(to)) ?? { to, sets: [] };
      open.sets.push(packets);
      byKey.set(landingKey(to), open);
    }
    return [...byKey.values()].map(({ to, sets }) => ({ to, packets: this.space.either(...sets) }));
  }

  /** Addresses that no machine, route or wire tells apart. */
  private listRegions(side: 'src' | 'dst'): ReturnType<Space['regions']> {
    const known = this.regions.get(side) ?? this.space.regions(side, this.listPrefixes());
    this.regions.set(side, known);
    return known;
  }

  private listPrefixes(): readonly Cidr[] {
    this.space.become = {};
    const own = [...this.network.netns.values()].flatMap((netns) => [
      ...listRoutes(netns).map(({ dst }) => dst),
      ...netns.devices.flatMap(({ addresses, announces = [] }) =>
        [...addresses.map(({ address }) => address), ...announces].map(hostCidr),
      ),
    ]);
    const byText = new Map(own.map((each) => [`${formatIp(each.address)}/${each.prefix}`, each]));
    return [...SPECIAL_NETWORKS, ...byText.values()];
  }

  /** Where a packet lands whose next hop is this one. */
  private landOne({ netns, device: name, via, frame }: Leaving, nexthop: IpAddress): WireEnd {
    const device = findDevice(netns, name);
    if (!device || device.tunnel) return { kind: 'unknown', why: name };
    if (isForMany(nexthop)) return { kind: 'unknown', why: formatIp(nexthop) };
    if (device.kind === 'bridge') return this.overBridge({ netns, device, frame }, nexthop, via !== undefined);
    const answering = device.peer
      ? [findPeer(this.network, device)].filter((each) => each !== undefined)
      : listAnswering(this.network, { netns, device: name }, nexthop);
    const [landing, other] = answering;
    if (other) return { kind: 'unknown', why: formatIp(nexthop) };
    if (!landing) return device.segment ? this.missing(netns, via !== undefined) : { kind: 'left' };
    if (device.peer && !this.isThere(landing, nexthop)) return this.missing(netns, via !== undefined);
    return this.enter(landing, nexthop, 0);
  }

  private isThere(landing: FrameLanding, nexthop: IpAddress): boolean {
    const isPort = findDevice(landing.netns, landing.device)?.master !== undefined;
    return isPort ? anyoneAnswers(this.network, landing, nexthop) : answersFor(landing, nexthop);
  }

  /** Nobody answers for the next hop. */
  private missing({ openWires }: Netns, viaGateway: boolean): WireEnd {
    return viaGateway || openWires ? { kind: 'left' } : { kind: 'nobody' };
  }

  private overBridge(
    {
      netns,
      device,
      frame,
    }: { readonly netns: Netns; readonly device: Device; readonly frame: BridgedFrame | undefined },
    nexthop: IpAddress,
    viaGateway: boolean,
  ): WireEnd {
    const found = portFor(this.network, { netns, device: device.name }, nexthop);
    if (found) {
      const isBack = frame !== undefined && found.port.name === frame.port.name && !found.port.hairpin;
      return isBack ? { kind: 'nobody' } : this.enter(found.landing, nexthop, 0);
    }
    if (frame) return { kind: 'unknown', why: device.name };
    const known = netns.devices.some(({ master, peer }) => master === device.name && peer);
    return !known || viaGateway || netns.openWires === true ? { kind: 'left' } : { kind: 'nobody' };
  }

  /** A frame comes in by a device: by a port to its bridge, else up to IP (`receiveFrame`). */
  private enter({ netns, device: name }: FrameLanding, frameTo: IpAddress, depth: number): WireEnd {
    const port = findDevice(netns, name);
    if (!port?.master) return { kind: 'host', netns, device: name };
    const bridge = findDevice(netns, port.master);
    if (!bridge || depth > MOST_BRIDGES) return { kind: 'unknown', why: port.master };
    const isHosts =
      isOwnAddress(netns, frameTo) || (bridge.proxyArp === true && answersFor({ netns, device: bridge.name }, frameTo));
    if (callsIptables(netns, this.space.family))
      return { kind: 'host', netns, device: bridge.name, frame: { port, ...(isHosts ? {} : { crosses: frameTo }) } };
    if (isHosts) return { kind: 'host', netns, device: bridge.name };
    const found = portFor(this.network, { netns, device: bridge.name }, frameTo);
    if (!found) return { kind: 'unknown', why: bridge.name };
    if (found.port.name === port.name && !port.hairpin) return { kind: 'nobody' };
    return this.enter(found.landing, frameTo, depth + 1);
  }
}

function withoutFrame({ netns, device, via }: Leaving): Leaving {
  return { netns, device, ...(via ? { via } : {}) };
}

function landingKey(to: WireEnd): string {
  if (to.kind === 'unknown') return `unknown ${to.why}`;
  if (to.kind !== 'host') return to.kind;
  const { netns, device, frame } = to;
  return `${netns.id} ${device} ${frame?.port.name} ${frame?.crosses ? formatIp(frame.crosses) : ''}`;
}
