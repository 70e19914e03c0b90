import type { Derived } from '../core/document/kernel-parts';
import { asLast, once, type Memo } from '../core/lib/memo';
import type { GeneratedIpvs } from '../core/kubernetes/proxy/mode';
import type { Device } from '../core/linux/namespace';
import type { Netns } from '../core/linux/netns';
import { listRoutes } from '../core/linux/routing/derived-routes';
import type { IpFamily } from '../core/net/ip';
import type { NetnsView } from './protocol';

export const FAMILIES: readonly IpFamily[] = ['ipv4', 'ipv6'];

/** So many addresses of a dummy go to the page; kube-ipvs0 has one for every Service. */
const MOST_ADDRESSES = 60;
const MOST_PROXIES = 60;
const BRIDGE_NF = 'net.bridge.bridge-nf-call-iptables';

/** A namespace as the page draws it: plain data, and never more of it than can be looked at. One that is the same has the same view. */
export function netnsView(netns: Netns, derived: Derived, memo: Memo): NetnsView {
  // Of a cluster's nodes some have what kube-proxy wrote in them: they are others after each edit.
  const isWritten = derived.bare === undefined && derived.compiled.size > 0 && netns.kind === 'node';
  const view = isWritten ? lastView(makeView(netns, memo, derived), memo, netns.id) : stillView(netns, memo);
  if (netns.kind !== 'node' || netns.programs !== 'ebpf' || !derived.attached) return view;
  return lastAttached({ ...view, attached: derived.attached(netns) }, memo, netns.id);
}

const stillView = once((netns: Netns, memo): NetnsView => makeView(netns, memo));

/** Nearly everything of a node stays as it was: a view that says the same is the same, and does not cross the thread border. */
const lastView = asLast<NetnsView>();
const lastAttached = asLast<NetnsView>();

function makeView(netns: Netns, memo: Memo, derived?: Derived): NetnsView {
  const { id, title, kind, node, programs } = netns;
  const { sockets, more } = cutSockets(netns);
  const generated = listIpvs(netns, derived);
  const cut = netns.devices.map((device) => cutDevice(device, memo));
  const devices = cut.map(({ device }) => device);
  const hidden = cut.flatMap(({ device, more }) => (more > 0 ? [[device.name, more] as const] : []));
  return {
    id,
    title,
    kind,
    devices,
    sockets,
    routes: listRoutes({ ...netns, devices }),
    ...(more > 0 ? { hiddenSockets: more } : {}),
    ...(hidden.length > 0 ? { hiddenAddresses: Object.fromEntries(hidden) } : {}),
    ...(node === undefined ? {} : { node }),
    ...(programs ? { programs } : {}),
    ...(netns.kind === 'node' && netns.sysctls[BRIDGE_NF] === 0 ? { bridgeNf: false as const } : {}),
    ...(netns.ipvs ? { ipvs: { virtualServers: countVirtualServers(netns, generated) } } : {}),
  };
}

/** The userspace proxy listens on one port for every service port. */
function cutSockets({ sockets: all }: Netns): { readonly sockets: Netns['sockets']; readonly more: number } {
  const sockets = all.some(hasOwnCode) ? all.map((each) => (hasOwnCode(each) ? withoutProxy(each) : each)) : all;
  const proxies = sockets.filter(({ reply }) => reply === 'proxy');
  if (proxies.length <= MOST_PROXIES) return { sockets, more: 0 };
  const others = sockets.filter(({ reply }) => reply !== 'proxy');
  return { sockets: [...proxies.slice(0, MOST_PROXIES), ...others], more: proxies.length - MOST_PROXIES };
}

type Socket = Netns['sockets'][number];

/** What chooses by requests or asks by itself is code, which does not cross to the page. */
const hasOwnCode = ({ proxy }: Socket): boolean => proxy?.http !== undefined || proxy?.dialler !== undefined;

const withoutProxy = ({ proxy: _own, ...socket }: Socket): Socket => socket;

/** What kube-proxy's IPVS mode made in a namespace, of all families. */
function listIpvs({ id }: Netns, derived: Derived | undefined): readonly GeneratedIpvs[] {
  if (!derived || derived.bare) return [];
  return FAMILIES.flatMap((family) => derived.compiled.get(`${id} ${family}`)?.state.ipvs ?? []);
}

interface Cut {
  readonly device: Device;
  readonly more: number;
}

const cutDevice = once((device: Device): Cut => {
  if (device.kind !== 'dummy') return { device, more: 0 };
  const { name, kind, up, mac } = device;
  const addresses = device.addresses.slice(0, MOST_ADDRESSES);
  return {
    device: { name, kind, up, addresses, ...(mac === undefined ? {} : { mac }) },
    more: device.addresses.length - addresses.length,
  };
});

function countVirtualServers({ ipvs }: Netns, generated: readonly GeneratedIpvs[]): number {
  if (generated.length === 0) return ipvs?.services.length ?? 0;
  return generated.reduce((count, { virtualServers }) => count + virtualServers.length, 0);
}
