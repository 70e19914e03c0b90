import { fraction } from '../lib/fraction';
import type { ProxyModeId } from '../kubernetes/types';
import type { NftTable } from '../linux/nftables/types';
import type { IpFamily } from '../net/ip';
import type { KubeServicePort } from './kube-services';
import type { PastedRuleset } from './layers';
import { ipvsServices, namesIn } from './machine/services';
import type { Machine } from './machine/types';
import { detectMode } from './reconstruct/detect-mode';
import { readIpvs } from './reconstruct/read-ipvs';
import { readNftables } from './reconstruct/read-nftables';
import type { ReadPort } from './reconstruct/types';

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
  const ports = (read?.ports ?? []).map((port) => servicePort(port, 'ipvs', names));
  const others = ipvsServices(machine, family).filter((each) => !ports.some((port) => isOf(port, each)));
  return [...others, ...ports];
}

/** Is the virtual server one of the Service's own: at its clusterIP, another address of it, or its nodePort? */
function isOf({ protocol, clusterIP, port, external, nodePort }: KubeServicePort, server: KubeServicePort): boolean {
  if (server.protocol !== protocol) return false;
  const { clusterIP: address = '' } = server;
  return (server.port === port && (clusterIP === address || external.includes(address))) || server.port === nodePort;
}

function servicePort(port: ReadPort, mode: ProxyModeId, names: ReadonlyMap<string, string>): KubeServicePort {
  const { clusterIP, nodePort, proto, hasEndpoints, externalIPs, loadBalancerIPs } = port;
  const places = port.cluster ?? port.local ?? [];
  const odds = mode === 'nftables' && places.length > 0 ? { odds: fraction(1n, BigInt(places.length)) } : {};
  return {
    name: nameOf(port, names),
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
function nameOf(port: ReadPort, names: ReadonlyMap<string, string>): string {
  const { namespace, service, portName, named, proto, clusterIP, nodePort } = port;
  if (named) return `${namespace}/${service}${portName === '' ? '' : `:${portName}`}`;
  const known = names.get(clusterIP ?? '') ?? names.get(`:${nodePort}`);
  return known ?? `${proto} ${clusterIP ?? ''}:${port.port ?? nodePort ?? ''}`;
}
