import { phrase } from '../../lib/phrase';
import type { LbKey } from '../../linux/ebpf/lb-maps';
import { formatEndpoint } from '../../net/packet';
import type { GeneratedLbMaps } from './mode';
import { listedKey } from './nftables/listing';
import { generatedElementText } from './shared/service-blocks';
import type {
  ExplainedPart,
  GeneratedChain,
  GeneratedHns,
  GeneratedIpvs,
  GeneratedNftSet,
  KernelState,
  Origin,
  PartRef,
  ServicePortRef,
} from './mode';

/** Names a Service; with `index`, one of its ports. */
export type WantedPort = Omit<ServicePortRef, 'index'> & Partial<Pick<ServicePortRef, 'index'>>;

/**
 * Everything a Service or one of its ports made on a node, in whatever mode: its chains with their
 * rules, its rules in chains all share, elements, virtual and real servers, addresses, sockets; in the
 * order they are written. Chains of other service ports are not looked at.
 */
export function partsOfServicePort(state: KernelState, wanted: WantedPort): ExplainedPart[] {
  const isWanted = ({ namespace, serviceName, index }: ServicePortRef): boolean =>
    namespace === wanted.namespace &&
    serviceName === wanted.serviceName &&
    (wanted.index === undefined || wanted.index === index);
  const isOpen = ({ servicePort }: GeneratedChain): boolean => !servicePort || isWanted(servicePort);
  return [...getParts(state, isOpen)].filter(({ servicePort }) => servicePort && isWanted(servicePort));
}

/** Everything an object asked for on a node: a Service, an EndpointSlice, a Node, or kube-proxy's configuration. */
export function partsOfObject(
  state: KernelState,
  { kind, namespace, name }: Pick<Origin, 'kind' | 'namespace' | 'name'>,
): ExplainedPart[] {
  return [...getParts(state)].filter(
    ({ origin }) => origin?.kind === kind && origin.namespace === namespace && origin.name === name,
  );
}

/**
 * Where something on a node comes from; undefined: kube-proxy did not leave it there. Elements are found by their key
 * as kube-proxy writes it, or as nft lists it.
 */
export function originAt(state: KernelState, at: PartRef): Origin | undefined {
  if (at.kind === 'chain' || at.kind === 'rule') {
    const chains = listTables(state).find(([name]) => name === at.table)?.[1];
    const chain = chains?.get(at.chain);
    return at.kind === 'rule' ? chain?.rules[at.index]?.origin : chain && chainOrigin(chain);
  }
  if (at.kind === 'element') return elementOrigin(state, at);
  const wanted = JSON.stringify(at);
  return [...otherParts(state)].find((part) => JSON.stringify(part.at) === wanted)?.origin;
}

/** A chain is there for its service port, for kube-proxy as a whole, or because the kernel made it. */
function chainOrigin({ name: chain, policy, servicePort }: GeneratedChain): Origin {
  if (policy) return { kind: 'KubeProxyConfig', field: 'mode', why: phrase('kubernetes.chain.kernel', { chain }) };
  if (!servicePort)
    return { kind: 'KubeProxyConfig', field: 'mode', why: phrase('kubernetes.chain.shared', { chain }) };
  const { namespace, serviceName, index } = servicePort;
  const service = `${namespace}/${serviceName}`;
  const why = phrase('kubernetes.chain.own', { chain, service });
  return { kind: 'Service', namespace, name: serviceName, field: `spec.ports[${index}]`, why, servicePort };
}

function elementOrigin(
  { nftables, ipvs }: KernelState,
  { set, key }: Extract<PartRef, { kind: 'element' }>,
): Origin | undefined {
  const elements = nftables?.sets.get(set)?.elements ?? ipvs?.ipsets.find(({ name }) => name === set)?.entries ?? [];
  return elements.find((each) => each.key === key || listedKey(each.key) === key)?.origin;
}

type Chains = ReadonlyMap<string, GeneratedChain>;

/** The tables of a state by name. */
function listTables({ xtables, nftables }: KernelState): readonly (readonly [name: string, Chains])[] {
  return [...xtables.tables, ...(nftables ? [[nftables.table, nftables.chains] as const] : [])];
}

type Parts = Generator<ExplainedPart, void>;

function* getParts(state: KernelState, isOpen: (chain: GeneratedChain) => boolean = () => true): Parts {
  yield* otherParts(state);
  for (const [table, chains] of listTables(state)) yield* chainParts(table, chains, isOpen);
}

function* otherParts({ nftables, ipvs, ebpf, hns, proxyPorts, claims }: KernelState): Parts {
  if (nftables) yield* setParts([...nftables.sets.values()]);
  if (ipvs) yield* ipvsParts(ipvs);
  if (ebpf) yield* mapParts(ebpf.maps);
  if (hns) yield* policyParts(hns.policies);
  for (const port of [...(proxyPorts ?? []), ...(claims ?? [])]) {
    const socket = socketText(port);
    yield part({ kind: 'proxy-port', socket }, socket, port.origin);
  }
}

function* chainParts(table: string, chains: Chains, isOpen: (chain: GeneratedChain) => boolean): Parts {
  for (const chain of chains.values()) {
    if (!isOpen(chain)) continue;
    const { name, servicePort } = chain;
    yield { at: { kind: 'chain', table, chain: name }, text: name, servicePort };
    for (const [index, { text, origin }] of chain.rules.entries()) {
      yield part({ kind: 'rule', table, chain: name, index }, text, origin);
    }
  }
}

type AnySet = Pick<GeneratedNftSet, 'name' | 'elements' | 'origin'>;

function* setParts(sets: readonly AnySet[]): Parts {
  for (const { name, elements, origin } of sets) {
    yield part({ kind: 'set', set: name }, name, origin);
    for (const element of elements) {
      yield part({ kind: 'element', set: name, key: element.key }, generatedElementText(element), element.origin);
    }
  }
}

function* ipvsParts({ virtualServers, addresses, ipsets }: GeneratedIpvs): Parts {
  for (const virtual of virtualServers) {
    const server = socketText(virtual);
    yield part({ kind: 'virtual-server', server }, server, virtual.origin);
    for (const real of virtual.servers) {
      const to = hostPort(real);
      yield part({ kind: 'real-server', server, to }, to, real.origin);
    }
  }
  for (const { address, origin } of addresses) yield part({ kind: 'address', address }, address, origin);
  yield* setParts(ipsets.map(({ entries, ...set }) => ({ ...set, elements: entries })));
}

function* mapParts({ services, backends }: GeneratedLbMaps): Parts {
  const byId = new Map(backends.map((backend) => [backend.id, backend]));
  for (const service of services) {
    const frontend = frontendText(service);
    yield part({ kind: 'frontend', frontend }, frontend, service.origin);
    for (const { backendId } of service.slots) {
      const backend = byId.get(backendId);
      if (!backend) continue;
      const to = formatEndpoint(backend.address, backend.port);
      const { servicePort } = service.origin;
      const origin: Origin = { ...backend.origin, ...(servicePort ? { servicePort } : {}) };
      yield part({ kind: 'backend', frontend, to }, to, origin);
    }
  }
}

function* policyParts({ names, origins }: GeneratedHns['policies']): Parts {
  for (const [at, policy] of names.entries()) {
    const origin = origins[at];
    if (origin) yield part({ kind: 'policy', policy }, policy, origin);
  }
}

/** `10.96.0.10:80/TCP`, with `/i` in the scope of clients inside: as steps of a trace name it, too. */
export function frontendText({ address, port, protocol, scope }: LbKey): string {
  return `${formatEndpoint(address, port)}${protocol === 'ANY' ? '' : `/${protocol}`}${scope === 1 ? '/i' : ''}`;
}

function part(at: PartRef, text: string, origin: Origin): ExplainedPart {
  return { at, text, servicePort: origin.servicePort, origin };
}

/** `TCP 10.96.0.10:80`: how a step of a trace names it, too. */
function socketText(socket: { readonly protocol: string; readonly address: string; readonly port: number }): string {
  return `${socket.protocol} ${hostPort(socket)}`;
}

function hostPort({ address, port }: { readonly address: string; readonly port: number }): string {
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}
