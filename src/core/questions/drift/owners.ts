import type { KernelState } from '../../kubernetes/proxy/mode';
import { listFrontAddresses, namespacedName, type ClusterObjects, type ServiceObject } from '../../kubernetes/types';
import { findOwnerService } from '../../kubernetes/defaults';
import { getNamespace } from '../../kubernetes/types';
import type { IpFamily } from '../../net/ip';
import { listChainRules } from '../diff/chain-diff';
import type { Observed } from '../../paste/proxy/types';

/** `default/web`, in a comment of kube-proxy with the port behind it. */
const NAMED = /(?:^|[\s"])([a-z0-9][-a-z0-9]{0,62})\/([a-z0-9][-a-z0-9.]{0,62})(?=[\s":]|$)/;
/** Chains and verdicts of nftables: `service-ULMVA6XW-default/web/tcp/http`. */
const IN_NAME =
  /(?:service|external|firewall|local|endpoint|affinity)-[A-Z2-7]{8}-([a-z0-9][-a-z0-9]{0,62})\/([a-z0-9][-a-z0-9.]{0,62})\//;
const COMMENT = /--comment (?:"([^"]*)"|(\S+))/;
const TARGET = /-[jg] (KUBE-[A-Z]+-[A-Z2-7]{16})/g;
/** `10.96.0.10 . tcp . 53`, `10.96.0.10,tcp:53`, `TCP 10.96.0.10:53`. */
const ELEMENT = /^([0-9a-f.:]+)(?: \. (tcp|udp|sctp) \. (\d+)|,(tcp|udp|sctp):(\d+))/;
const SERVER = /^(TCP|UDP|SCTP) \[?([0-9a-f.:]+?)\]?:(\d+)(?: |$)/;
const ADDRESS = /(?:^|-d |daddr )([0-9a-f.:]+)/;
const PORT = /(?:^tcp \. |^udp \. |^sctp \. |^|--dport |dport )(\d+)(?: |$)/;

/** The Service that a rule's own words name: `default/web`. */
export function serviceInText(text: string): string | undefined {
  const named = IN_NAME.exec(text);
  if (named) return `${named[1]}/${named[2]}`;
  const [, quoted, plain] = COMMENT.exec(text) ?? [];
  const said = NAMED.exec(quoted ?? plain ?? '');
  return said ? `${said[1]}/${said[2]}` : undefined;
}

type Chains = ReadonlyMap<string, string>;

/** Which Service each chain of iptables is of, by its own rules and by those that lead to it. */
function indexOwners(rulesOf: ReadonlyMap<string, readonly string[]>): Chains {
  const found = new Map<string, string>();
  const led: (readonly [from: string, to: string])[] = [];
  for (const [chain, rules] of rulesOf) {
    for (const text of rules) {
      const service = serviceInText(text);
      const isOwn = /^KUBE-[A-Z]+-[A-Z2-7]{16}$/.test(chain);
      if (service !== undefined && isOwn && !found.has(chain)) found.set(chain, service);
      for (const [, target = ''] of text.matchAll(TARGET)) {
        if (service !== undefined && !found.has(target)) found.set(target, service);
        else if (isOwn) led.push([chain, target]);
      }
    }
  }
  // From a Service's chain to its endpoints', whose rules had no comments in some releases.
  for (let round = 0; round < 2; round++) {
    for (const [from, to] of led) {
      const service = found.get(from);
      if (service !== undefined && !found.has(to)) found.set(to, service);
    }
  }
  return found;
}

function observedChains({ xtables }: Observed): Chains {
  const all = new Map<string, readonly string[]>();
  for (const family of ['ipv4', 'ipv6'] as const) {
    for (const table of xtables[family]?.tables.values() ?? []) {
      for (const [name, chain] of table.chains) {
        const rules = name.startsWith('KUBE-') ? listChainRules(chain, family) : [];
        if (rules.length > 0) all.set(name, [...(all.get(name) ?? []), ...rules]);
      }
    }
  }
  return indexOwners(all);
}

function writtenChains(states: ReadonlyMap<IpFamily, KernelState>): Chains {
  const found = new Map<string, string>();
  for (const { xtables, nftables } of states.values()) {
    for (const chains of [...xtables.tables.values(), ...(nftables ? [nftables.chains] : [])]) {
      for (const { name, servicePort } of chains.values()) {
        if (servicePort) found.set(name, `${servicePort.namespace}/${servicePort.serviceName}`);
      }
    }
  }
  return found;
}

interface Places {
  /** `10.96.0.10 tcp 53`, of a nodePort ` tcp 30053`. */
  readonly fronts: ReadonlyMap<string, string>;
  readonly addresses: ReadonlyMap<string, string>;
}

function listFronts(service: ServiceObject): readonly string[] {
  const { clusterIP, clusterIPs, externalIPs = [] } = service.spec;
  const own = [...(clusterIPs ?? []), clusterIP ?? '', ...externalIPs];
  return [...own, ...listFrontAddresses(service).flatMap(({ ip }) => ip ?? [])].filter(
    (ip) => ip !== '' && ip !== 'None',
  );
}

function indexPlaces(clusters: readonly ClusterObjects[]): Places {
  const fronts = new Map<string, string>();
  const addresses = new Map<string, string>();
  const add = (map: Map<string, string>, key: string, name: string): void => {
    if (!map.has(key)) map.set(key, name);
  };
  for (const { services, endpointSlices } of clusters) {
    for (const service of services) {
      const name = namespacedName(service);
      for (const address of listFronts(service)) add(addresses, address, name);
      for (const { port, nodePort, protocol = 'TCP' } of service.spec.ports ?? []) {
        const proto = protocol.toLowerCase();
        for (const address of listFronts(service)) add(fronts, `${address} ${proto} ${port}`, name);
        if (nodePort !== undefined) add(fronts, ` ${proto} ${nodePort}`, name);
      }
    }
    for (const slice of endpointSlices) {
      const owner = findOwnerService(slice);
      if (owner === undefined) continue;
      for (const { addresses: own = [] } of slice.endpoints ?? [])
        for (const address of own) add(addresses, address, `${getNamespace(slice)}/${owner}`);
    }
  }
  return { fronts, addresses };
}

/** A part of what is compared: a chain or a rule in it, an element of a set, a virtual server. */
export interface OwnedPart {
  readonly chain: string;
  readonly text: string;
}

/** Finds the Service that a part is of: `default/web`; undefined: it is of none alone, or nothing tells. */
export type FindOwner = (part: OwnedPart) => string | undefined;

function byPlace({ fronts, addresses }: Places, text: string): string | undefined {
  const [, server = '', host = '', at = ''] = SERVER.exec(text) ?? [];
  const [, ip = '', a, b, c, d] = ELEMENT.exec(text) ?? [];
  const proto = server === '' ? (a ?? c) : server.toLowerCase();
  const port = at === '' ? (b ?? d) : at;
  const address = host === '' ? ip : host;
  if (proto !== undefined && port !== undefined)
    return fronts.get(`${address} ${proto} ${port}`) ?? fronts.get(` ${proto} ${port}`) ?? addresses.get(address);
  const lone = ADDRESS.exec(text)?.[1];
  const named = lone === undefined ? undefined : addresses.get(lone.replace(/[.:]$/, ''));
  if (named !== undefined) return named;
  const nodePort = PORT.exec(text)?.[1];
  return nodePort === undefined ? undefined : (fronts.get(` tcp ${nodePort}`) ?? fronts.get(` udp ${nodePort}`));
}

/**
 * Makes the search for owners over what kube-proxy writes, what a node holds, and the clusters whose addresses tell the
 * rest: the objects', and the one that the node's rules read as.
 */
export function ownerFinder(
  states: ReadonlyMap<IpFamily, KernelState>,
  observed: Observed,
  clusters: readonly ClusterObjects[],
): FindOwner {
  let maps: { readonly written: Chains; readonly seen: Chains; readonly places: Places } | undefined;
  return ({ chain, text }) => {
    maps ??= { written: writtenChains(states), seen: observedChains(observed), places: indexPlaces(clusters) };
    const { written, seen, places } = maps;
    const target = /-[jg] (KUBE-\S+)/.exec(text)?.[1] ?? '';
    return (
      serviceInText(text) ??
      serviceInText(chain) ??
      written.get(chain) ??
      seen.get(chain) ??
      written.get(target) ??
      seen.get(target) ??
      byPlace(places, text)
    );
  };
}
