import { glanceAt } from './glance';
import { readKubeComment, servicePortText } from './kube-comment';
import type { KubeEndpoint, KubeServicePort } from './kube-services';
import type { PastedChain, PastedRuleset } from './layers';
import { endpointsIn, type ListedEndpoints } from './machine/endpoints';
import type { Machine } from './machine/types';
import { dnatOf } from './rule-facts';

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
      endpoints: perService.get(serviceOf(name)) === 1 ? placesOf(listed.get(serviceOf(name))) : [],
      ...(proxyPort === undefined ? {} : { proxyPort }),
      ...(clusterIP === undefined ? {} : { clusterIP }),
      ...(port === undefined ? {} : { port }),
      ...(nodePort === undefined ? {} : { nodePort }),
    }),
  );
}

const serviceOf = (port: string): string => port.split(':')[0] ?? port;

/** All of one port number: with several it is not told which port of the Service is whose. */
function placesOf(listed: ListedEndpoints | undefined): KubeEndpoint[] {
  const places = [...(listed?.partial === false ? listed.places : [])];
  const ports = new Set(places.map((place) => place.slice(place.lastIndexOf(':'))));
  return ports.size === 1 ? places.map((place) => ({ chain: place, place, shown: true })) : [];
}

/** `REDIRECT --to-ports 38023`, or on the node itself `DNAT --to-destination 172.20.0.5:38023`. */
function proxyPortOf(chain: PastedChain, index: number): number | undefined {
  const rule = chain.rule(index);
  if (rule.target?.target === 'REDIRECT') return rule.target.spec.ports?.value.minPort;
  return dnatOf(rule)?.port;
}

function learn(drafts: Map<string, Draft>, chain: PastedChain, index: number): void {
  const isPortal = PORTALS.test(chain.name);
  const { comment = '', protocol = 'tcp', dst, dport } = glanceAt(chain, index);
  const named = readKubeComment(comment);
  if (!named || dport === undefined) return;
  const name = servicePortText(named);
  const draft = drafts.get(`${name} ${protocol}`) ?? { name, protocol, addresses: [] };
  drafts.set(`${name} ${protocol}`, draft);
  draft.proxyPort ??= proxyPortOf(chain, index);
  if (!isPortal) draft.nodePort ??= dport;
  else if (dst !== undefined) {
    draft.port ??= dport;
    if (!draft.addresses.includes(dst)) draft.addresses.push(dst);
  }
}
