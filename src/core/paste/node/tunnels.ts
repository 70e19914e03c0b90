import type { Device, Tunnel, TunnelPeer } from '../../linux/namespace';
import { formatIp, parseIp, type IpAddress } from '../../net/ip';
import type { PastedNodePlan } from './plan';

/** Frames for whoever has no entry of its own go where this one says (drivers/net/vxlan `all_zeros_mac`). */
const NOBODY = '00:00:00:00:00:00';
/** What flannel and Calico give the devices they make, where no `ip -d link` tells. */
const USUAL: Readonly<Record<string, { readonly vni: number; readonly port: number }>> = {
  'flannel.1': { vni: 1, port: 8472 },
  'flannel-v6.1': { vni: 1, port: 8472 },
  'vxlan.calico': { vni: 4096, port: 4789 },
};

interface TunnelOptions {
  readonly vni?: number;
  readonly port?: number;
  readonly local?: IpAddress;
  /** The one host all frames without an entry go to. */
  readonly remote?: string;
}

/** `vxlan id 1 local 172.18.0.2 dev eth0 srcport 0 0 dstport 8472 nolearning`; undefined: no listing says so of the device. */
function findSaid({ machine }: PastedNodePlan, name: string): TunnelOptions | undefined {
  const link = machine.links.findLast(({ value }) => value.name === name)?.value;
  const line = link?.details.find((detail) => /^vxlan\b/.test(detail));
  if (line === undefined) return undefined;
  const word = (key: string): string | undefined => new RegExp(`\\b${key} (\\S+)`).exec(line)?.[1];
  const local = parseIp(word('local') ?? '');
  const remote = word('remote');
  return {
    ...(word('id') === undefined ? {} : { vni: Number(word('id')) }),
    ...(word('dstport') === undefined ? {} : { port: Number(word('dstport')) }),
    ...(local.ok ? { local: local.value } : {}),
    ...(remote === undefined ? {} : { remote }),
  };
}

/** A neighbour that answers, or that an agent wrote. */
const KNOWN = /^(?:PERMANENT|NOARP|REACHABLE|STALE|DELAY|PROBE)$/;

/**
 * Where a VXLAN device sends, as `ip neigh` and `bridge fdb` list it: whose hardware address a next hop has, and which
 * host that is behind. Undefined: one of the two was not pasted, or nothing says that the device is one.
 */
export function listedTunnel(plan: PastedNodePlan, name: string): Tunnel | undefined {
  const { neighbours, forwarding } = plan.machine;
  // Most pastes have neither list: of many devices none is looked for then.
  if (neighbours.length === 0 || forwarding.length === 0) return undefined;
  const said = findSaid(plan, name);
  const entries = forwarding.map(({ value }) => value).filter(({ dev, dst }) => dev === name && dst !== undefined);
  if (!said && entries.length === 0) return undefined;
  const floods = entries.filter(({ lladdr }) => lladdr === NOBODY).flatMap(({ dst }) => dst ?? []);
  const hostsOfNobody = floods.length > 0 || said?.remote === undefined ? floods : [said.remote];
  const own = neighbours
    .map(({ value }) => value)
    .filter(({ dev, state = 'STALE' }) => dev === name && KNOWN.test(state));
  const peers = own.flatMap(({ address, lladdr }): TunnelPeer[] => {
    const nexthop = parseIp(address);
    if (!nexthop.ok || lladdr === undefined) return [];
    const dst = entries.findLast((entry) => entry.lladdr.toLowerCase() === lladdr.toLowerCase())?.dst;
    const [only] = hostsOfNobody.length === 1 ? hostsOfNobody : [];
    const remote = parseIp(dst ?? only ?? '');
    const isFlooded = dst === undefined && hostsOfNobody.length > 1;
    return [
      {
        nexthop: nexthop.value,
        lladdr,
        ...(remote.ok ? { remote: remote.value } : {}),
        ...(isFlooded ? { isFlooded } : {}),
      },
    ];
  });
  const { vni, port, local } = { ...USUAL[name], ...said };
  return {
    kind: 'vxlan',
    peers,
    ...(vni === undefined ? {} : { vni }),
    ...(port === undefined ? {} : { port }),
    ...(local ? { local } : {}),
  };
}

/** A pasted machine with its devices, while the network is put together. */
interface TunnelSite {
  readonly plan: Pick<PastedNodePlan, 'uplink'>;
  readonly node: { readonly devices: Device[] };
}

/**
 * Machines beside one whose tunnel is listed have the other end of it: where they send is derived from the machines that
 * are there.
 */
export function deriveFarEnds(sites: readonly TunnelSite[]): void {
  for (const site of sites) {
    for (const device of site.node.devices.filter(({ tunnel }) => tunnel?.kind === 'vxlan')) {
      for (const other of sites) giveEnd(other, device, sites);
    }
  }
}

function giveEnd({ node }: TunnelSite, { name, tunnel }: Device, sites: readonly TunnelSite[]): void {
  const at = node.devices.findIndex((device) => device.name === name && device.up && !device.tunnel);
  const own = node.devices[at];
  if (!own || !tunnel) return;
  const { kind, vni, port } = tunnel;
  const peers = sites.flatMap((site) => (site.node === node ? [] : listPeers(site, name)));
  const ends = { ...(vni === undefined ? {} : { vni }), ...(port === undefined ? {} : { port }) };
  node.devices[at] = { ...own, tunnel: { kind, peers, ...ends } };
}

function listPeers({ plan, node }: TunnelSite, name: string): readonly TunnelPeer[] {
  const [tunnel, uplink] = [name, plan.uplink].map((each) => node.devices.find((device) => device.name === each));
  return (tunnel?.addresses ?? []).flatMap(({ address: nexthop }) => {
    const remote = uplink?.addresses.find(({ address }) => address.family === nexthop.family)?.address;
    return remote ? [{ nexthop, remote }] : [];
  });
}

/** Which machine a next hop of a tunnel is behind, as far as its entries say. */
export function findTunnelRemote({ tunnel }: Device, via: IpAddress): IpAddress | undefined {
  return tunnel?.peers?.find(({ nexthop }) => formatIp(nexthop) === formatIp(via))?.remote;
}
