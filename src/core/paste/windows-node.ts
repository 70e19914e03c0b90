import type { ListedHnsPolicy } from '../formats/hns/policy';
import type { ClusterObjects } from '../kubernetes/types';
import { phrase } from '../lib/phrase';
import { formatIp, parseIp } from '../net/ip';
import { formatEndpoint } from '../net/packet';
import type { NamedService } from './machine/named';
import { namedIn } from './machine/named';
import type { Found, Machine } from './machine/types';
import type { Assumption, FoundService } from './pasted-types';

type Protocol = FoundService['protocol'];

const PROTOCOLS: Readonly<Record<number, Protocol>> = { 6: 'tcp', 17: 'udp', 132: 'sctp' };

function policiesOf({ windows }: Machine): readonly Found<ListedHnsPolicy>[] {
  const listed = windows.objects.flatMap(({ value, evidence }) =>
    value.kind === 'policy' ? [{ value, evidence }] : [],
  );
  const all = [...windows.policies, ...listed];
  // Two listings of a node show the same policies: the one with ports says all that a bare row does.
  const told = new Set(all.flatMap(({ value: { id, ports } }) => (ports.length > 0 && id ? [id.toLowerCase()] : [])));
  return all.filter(({ value: { id = '', ports } }) => ports.length > 0 || !told.has(id.toLowerCase()));
}

/** Does a machine's texts show a Windows node: policies and endpoints of its Host Network Service, rules of its switch? */
export function isWindowsNode({ windows: { policies, objects, items } }: Machine): boolean {
  return policies.length + items.length + objects.length > 0;
}

/**
 * Assumptions of a Windows node: the HNS policies or VFP rules that show it is one, and the parts of them that were not read.
 */
export function windowsNode(machine: Machine): Assumption[] {
  const policies = policiesOf(machine);
  const { items } = machine.windows;
  const evidence = [...policies.slice(0, 2), ...items.slice(0, 1)].map((each) => each.evidence);
  if (evidence.length === 0) return [];
  const bare = policies.filter(({ value }) => value.ports.length === 0);
  const rules = items.filter(({ value }) => value.kind === 'rule');
  const about = { about: 'mode', value: 'kernelspace' } as const;
  const said = [{ id: 'mode:kernelspace', ...about, evidence, reason: phrase('analysis.mode.kernelspace') }];
  if (bare.length > 0) {
    const reason = phrase('analysis.mode.kernelspace-ports', { count: bare.length });
    const settledBy = 'hnsdiag list loadbalancers -d';
    const first = bare.slice(0, 1).map((each) => each.evidence);
    said.push(Object.assign({ id: 'mode:kernelspace-ports', ...about, evidence: first, reason }, { settledBy }));
  }
  if (rules.length > 0) {
    const reason = phrase('analysis.mode.kernelspace-rules', { count: rules.length });
    const first = rules.slice(0, 1).map((each) => each.evidence);
    said.push({ id: 'mode:kernelspace-rules', ...about, evidence: first, reason });
  }
  return said;
}

/** Addresses of endpoints by their ids, as `hnsdiag list endpoints -d` has them. */
function endpointAddresses({ windows }: Machine): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { value } of windows.objects) {
    if (value.kind !== 'endpoint') continue;
    const [address] = value.addresses;
    if (address !== undefined) found.set(value.id.toLowerCase(), address);
  }
  return found;
}

/** Each address and port of the policies as a Service, named where kubectl's texts beside them name it. */
export function policyServices(machine: Machine): FoundService[] {
  const known = endpointAddresses(machine);
  const all = policiesOf(machine).flatMap(({ value }) => servicesOf(value, known));
  // Two listings of a node show the same policies.
  const once = new Map(all.map((each) => [`${each.policy} ${each.endpoints.join()}`, each]));
  return named([...once.values()], machine.named.services);
}

function servicesOf(policy: ListedHnsPolicy, known: ReadonlyMap<string, string>): FoundService[] {
  const { vips = [], ports, endpoints, id = '' } = policy;
  const addresses = vips.length > 0 ? vips : [''];
  const asked = ports.length > 0 ? ports : [undefined];
  return addresses.flatMap((address) =>
    asked.map((port): FoundService => {
      const protocol = PROTOCOLS[port?.protocol ?? 0] ?? 'tcp';
      const place = (endpoint: string): string => {
        const found = known.get(endpoint.toLowerCase());
        return found === undefined ? endpoint : placeText(found, port?.internal);
      };
      const name = port ? `${placeText(address || '*', port.external)}/${protocol}` : address || id;
      const isOfNode = address === '' && policy.vips !== undefined && port !== undefined;
      return {
        name,
        policy: name,
        address,
        port: isOfNode ? 0 : (port?.external ?? 0),
        protocol,
        ...(isOfNode ? { nodePort: port.external } : {}),
        endpoints: endpoints.map(place),
      };
    }),
  );
}

function placeText(address: string, port: number | undefined): string {
  const read = parseIp(address);
  if (port === undefined) return address;
  return read.ok ? formatEndpoint(read.value, port) : `${address}:${port}`;
}

/** Policies named by the Services of a cluster: the document's own. What other texts named keeps its name. */
export function withOwners(found: readonly FoundService[], cluster: ClusterObjects): readonly FoundService[] {
  if (!found.some(({ policy, name }) => policy === name)) return found;
  const evidence = { line: 1, text: '' };
  const { services } = namedIn({
    tables: [],
    objects: [{ value: cluster, evidence }],
    inside: { pods: [], listening: new Map() },
  });
  const outside = cluster.services.map(({ spec, status }, at): NamedService => {
    const ingress = (status?.loadBalancer?.ingress ?? []).flatMap(({ ip }) => ip ?? []);
    return { name: '', ports: [], evidence, ...services[at], addresses: [...(spec.externalIPs ?? []), ...ingress] };
  });
  return named(found, [...outside, ...services]);
}

/** Of an address that several Services have. */
const SHARED = '';

/** By address, port and protocol; without a port by the address, if only one Service has it. */
function named(found: readonly FoundService[], services: readonly NamedService[]): FoundService[] {
  const names = new Map<string, string>();
  for (const { name, addresses, ports } of services) {
    for (const { protocol, port = 0, nodePort, name: portName } of ports) {
      const full = portName === undefined ? name : `${name}:${portName}`;
      const proto = protocol.toLowerCase();
      for (const address of addresses) names.set(`${canonical(address)} ${port} ${proto}`, full);
      if (nodePort !== undefined) names.set(`* ${nodePort} ${proto}`, full);
    }
    for (const address of addresses) {
      const bare = `${canonical(address)} 0`;
      const other = names.get(bare);
      names.set(bare, other === undefined || other === name ? name : SHARED);
    }
  }
  return found.map((service) => {
    const { policy, name, address, port, nodePort, protocol } = service;
    if (policy === undefined || policy !== name) return service;
    const key = nodePort === undefined ? `${canonical(address)} ${port}` : `* ${nodePort}`;
    const owner = names.get(`${key} ${protocol}`) ?? (port === 0 ? names.get(`${canonical(address)} 0`) : undefined);
    return owner === undefined || owner === SHARED ? service : { ...service, name: owner };
  });
}

function canonical(address: string): string {
  const read = parseIp(address);
  return read.ok ? formatIp(read.value) : address;
}
