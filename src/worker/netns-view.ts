import type { Derived } from '../core/document/derived';
import type { GeneratedIpvs } from '../core/kubernetes/proxy/mode';
import type { Device, InterfaceAddress, Netns } from '../core/linux/netns';
import { routesOf } from '../core/linux/routing/derived-routes';
import { parseCidr } from '../core/net/cidr';
import type { IpFamily } from '../core/net/ip';
import type { NetnsView } from './protocol';

export const FAMILIES: readonly IpFamily[] = ['ipv4', 'ipv6'];

/** So many addresses of a dummy go to the page; kube-ipvs0 has one for every Service. */
const MOST_ADDRESSES = 60;
const MOST_PROXIES = 60;

const views = new WeakMap<Netns, NetnsView>();

/** A namespace as the page draws it: plain data, and never more of it than can be looked at. One that is the same has the same view. */
export function netnsView(netns: Netns, derived: Derived): NetnsView {
  const known = derived.bare && views.get(netns);
  if (known) return known;
  const view = viewOf(netns, derived);
  if (derived.bare) views.set(netns, view);
  return view;
}

function viewOf(netns: Netns, derived: Derived): NetnsView {
  const { id, title, kind, node } = netns;
  const { sockets, more } = cutSockets(netns);
  const cut = netns.devices.map((device) => cutDevice(device, ipvsOf(netns, derived)));
  const devices = cut.map(({ device }) => device);
  const hidden = cut.flatMap(({ device, more }) => (more > 0 ? [[device.name, more] as const] : []));
  return {
    id,
    title,
    kind,
    devices,
    sockets,
    routes: routesOf({ ...netns, devices }),
    ...(more > 0 ? { hiddenSockets: more } : {}),
    ...(hidden.length > 0 ? { hiddenAddresses: Object.fromEntries(hidden) } : {}),
    ...(node === undefined ? {} : { node }),
    ...(netns.ipvs ? { ipvs: { virtualServers: virtualServersOf(netns, ipvsOf(netns, derived)) } } : {}),
  };
}

/** The userspace proxy listens on one port for every service port. */
function cutSockets({ sockets }: Netns): { readonly sockets: Netns['sockets']; readonly more: number } {
  const proxies = sockets.filter(({ reply }) => reply === 'proxy');
  if (proxies.length <= MOST_PROXIES) return { sockets, more: 0 };
  const others = sockets.filter(({ reply }) => reply !== 'proxy');
  return { sockets: [...proxies.slice(0, MOST_PROXIES), ...others], more: proxies.length - MOST_PROXIES };
}

/** What kube-proxy's IPVS mode made in a namespace, of all families. */
function ipvsOf({ id }: Netns, { bare, compiled }: Derived): readonly GeneratedIpvs[] {
  if (bare) return [];
  return FAMILIES.flatMap((family) => compiled.get(`${id} ${family}`)?.state.ipvs ?? []);
}

interface Cut {
  readonly device: Device;
  readonly more: number;
}

/** kube-ipvs0 works its addresses out when asked: of many only the first are, the list itself tells how many. */
function cutDevice(device: Device, generated: readonly GeneratedIpvs[]): Cut {
  if (device.kind !== 'dummy') return { device, more: 0 };
  const texts = device.name === 'kube-ipvs0' ? generated.flatMap(({ addresses }) => addresses) : [];
  const total = texts.length > 0 ? texts.length : device.addresses.length;
  const addresses =
    texts.length > 0
      ? texts.slice(0, MOST_ADDRESSES).flatMap(({ address }) => addressOf(address))
      : device.addresses.slice(0, MOST_ADDRESSES);
  const { name, kind, up, mac } = device;
  return {
    device: { name, kind, up, addresses, ...(mac === undefined ? {} : { mac }) },
    more: total - addresses.length,
  };
}

function addressOf(text: string): InterfaceAddress[] {
  const parsed = parseCidr(text);
  return parsed.ok ? [parsed.value] : [];
}

function virtualServersOf({ ipvs }: Netns, generated: readonly GeneratedIpvs[]): number {
  if (generated.length === 0) return ipvs?.services.length ?? 0;
  return generated.reduce((count, { virtualServers }) => count + virtualServers.length, 0);
}
