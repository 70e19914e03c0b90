import { readRuleFacts, findDnat, type PastedChain, type PastedRuleset } from './layers';
import { readKubeComment, servicePortText, type KubeEndpoint, type KubeServicePort } from './kube-services';
import { endpointsIn, type ListedEndpoints, ipvsServices, namesIn } from './machine/services';
import type { Machine } from './machine/types';
import { fraction } from '../lib/fraction';
import type { ProxyModeId } from '../kubernetes/types';
import type { NftTable } from '../linux/nftables/types';
import type { IpFamily } from '../net/ip';
import { detectMode, type ReadPort } from './proxy/types';
import { readIpvs } from './proxy/read-ipvs';
import { readNftables } from './proxy/read-nftables';

/**
 * Services of the nftables and IPVS modes, by the reader that turns a dump into a cluster: from the table kube-proxy;
 * from virtual servers, sets and rules, any of which may be missing. Virtual servers that are not kube-proxy's are
 * Services, too.
 */
export function servicesOfMachine(machine: Machine, family: IpFamily, ruleset: PastedRuleset): KubeServicePort[] {
  const table = kubeProxyTable(machine, family);
  const names = namesIn(machine);
  const ofNft = table ? readNftables(family, table).ports.map((port) => servicePort(port, 'nftables', names)) : [];
  return [...ofNft, ...directed(machine, family, ruleset)];
}

function kubeProxyTable({ nft }: Machine, family: IpFamily): NftTable | undefined {
  return nft?.tables.get(family === 'ipv4' ? 'ip kube-proxy' : 'ip6 kube-proxy');
}

function directed(machine: Machine, family: IpFamily, ruleset: PastedRuleset): KubeServicePort[] {
  const { sets: ipsets, ipvs } = machine;
  const observed = { xtables: { [family]: ruleset }, ipsets, ...(ipvs ? { ipvs: ipvs.value } : {}) };
  const read = detectMode(observed) === 'ipvs' ? readIpvs(family, observed) : undefined;
  const names = namesIn(machine);
  const ports = (read?.ports ?? []).map((port): KubeServicePort => {
    const { refused, ...rest } = servicePort(port, 'ipvs', names);
    // Sets alone tell no endpoints, and refuse nothing.
    return ipvs && refused ? { ...rest, refused } : rest;
  });
  const others = ipvsServices(machine, family).filter((each) => !ports.some((port) => isSamePort(port, each)));
  return [...others, ...ports];
}

/** Is the virtual server one of the Service's own: at its clusterIP, another address of it, or its nodePort? */
function isSamePort(
  { protocol, clusterIP, port, external, nodePort }: KubeServicePort,
  server: KubeServicePort,
): boolean {
  if (server.protocol !== protocol) return false;
  const { clusterIP: address = '' } = server;
  return (server.port === port && (clusterIP === address || external.includes(address))) || server.port === nodePort;
}

function servicePort(port: ReadPort, mode: ProxyModeId, names: ReadonlyMap<string, string>): KubeServicePort {
  const { clusterIP, nodePort, proto, hasEndpoints, externalIPs, loadBalancerIPs } = port;
  const places = port.cluster ?? port.local ?? [];
  const odds = mode === 'nftables' && places.length > 0 ? { odds: fraction(1n, BigInt(places.length)) } : {};
  return {
    name: getName(port, names),
    protocol: proto,
    ...(clusterIP === undefined ? {} : { clusterIP }),
    ...(port.port === undefined ? {} : { port: port.port }),
    ...(nodePort === undefined ? {} : { nodePort }),
    external: [...externalIPs, ...loadBalancerIPs],
    endpoints: places.map((place) => ({ chain: place, place, shown: true, ...odds })),
    ...(hasEndpoints ? {} : { refused: 'REJECT' as const }),
  };
}

/** `default/web:http`; where the rules carry no name what kubectl calls it, else its address. */
function getName(port: ReadPort, names: ReadonlyMap<string, string>): string {
  const { namespace, service, portName, named, proto, clusterIP, nodePort } = port;
  if (named) return `${namespace}/${service}${portName === '' ? '' : `:${portName}`}`;
  const known = names.get(clusterIP ?? '') ?? names.get(`:${nodePort}`);
  return known ?? `${clusterIP ?? ''}:${port.port ?? nodePort ?? ''}/${proto}`;
}

interface Draft {
  readonly name: string;
  readonly protocol: KubeServicePort['protocol'];
  readonly addresses: string[];
  port?: number;
  nodePort?: number;
  proxyPort?: number;
}

const PORTALS = /^KUBE-PORTALS-(?:CONTAINER|HOST)$/;
const NODE_PORTS = /^KUBE-NODEPORT-(?:CONTAINER|HOST)$/;

/**
 * The Services of kube-proxy's userspace mode: each has a rule that leads to a port of the process
 * (pkg/proxy/userspace/proxier.go openPortal, the clusterIP before the others). Whom the process then
 * asks is in no rule: endpoints are those that kubectl shows of a Service with one port.
 */
export function userspaceServices({ tables }: PastedRuleset, machine: Machine): KubeServicePort[] {
  const drafts = new Map<string, Draft>();
  for (const chain of tables.get('nat')?.chains.values() ?? []) {
    if (!PORTALS.test(chain.name) && !NODE_PORTS.test(chain.name)) continue;
    for (let index = 0; index < chain.length; index++) learn(drafts, chain, index);
  }
  const listed = endpointsIn(machine);
  const perService = new Map<string, number>();
  for (const { name } of drafts.values()) perService.set(serviceOf(name), (perService.get(serviceOf(name)) ?? 0) + 1);
  return [...drafts.values()].map(
    ({ name, protocol, addresses: [clusterIP, ...external], port, nodePort, proxyPort }) => ({
      name,
      protocol,
      external,
      endpoints: perService.get(serviceOf(name)) === 1 ? listPlaces(listed.get(serviceOf(name))) : [],
      ...(proxyPort === undefined ? {} : { proxyPort }),
      ...(clusterIP === undefined ? {} : { clusterIP }),
      ...(port === undefined ? {} : { port }),
      ...(nodePort === undefined ? {} : { nodePort }),
    }),
  );
}

const serviceOf = (port: string): string => port.split(':')[0] ?? port;

/** All of one port number: with several it is not told which port of the Service is whose. */
function listPlaces(listed: ListedEndpoints | undefined): KubeEndpoint[] {
  const places = [...(listed?.partial === false ? listed.places : [])];
  const ports = new Set(places.map((place) => place.slice(place.lastIndexOf(':'))));
  return ports.size === 1 ? places.map((place) => ({ chain: place, place, shown: true })) : [];
}

/** `REDIRECT --to-ports 38023`, or on the node itself `DNAT --to-destination 172.20.0.5:38023`. */
function findProxyPort(chain: PastedChain, index: number): number | undefined {
  const rule = chain.rule(index);
  if (rule.target?.target === 'REDIRECT') return rule.target.spec.ports?.value.minPort;
  return findDnat(rule)?.port;
}

function learn(drafts: Map<string, Draft>, chain: PastedChain, index: number): void {
  const isPortal = PORTALS.test(chain.name);
  const { comment = '', protocol = 'tcp', dst, dport } = readRuleFacts(chain, index);
  const named = readKubeComment(comment);
  if (!named || dport === undefined) return;
  const name = servicePortText(named);
  const draft = drafts.get(`${name} ${protocol}`) ?? { name, protocol, addresses: [] };
  drafts.set(`${name} ${protocol}`, draft);
  draft.proxyPort ??= findProxyPort(chain, index);
  if (!isPortal) draft.nodePort ??= dport;
  else if (dst !== undefined) {
    draft.port ??= dport;
    if (!draft.addresses.includes(dst)) draft.addresses.push(dst);
  }
}
