import { LOCALHOST_NODEPORT_REJECT_PORTS, localhostReject, nftFamily } from '../../kubernetes/proxy/nftables/context';
import type { NftRuleset, NftTable } from '../../linux/nftables/types';
import type { IpFamily } from '../../net/ip';
import { PortEvidence } from './iptables-ports';
import { elementsOfSet, readNftPorts, rulesOfChain } from './nft-ports';
import { clue } from './sights';
import type { ReadDetector, ReadPort, ReadProxy, ReleaseClue, Witness } from './types';

interface Sight {
  readonly family: IpFamily;
  readonly table: NftTable;
}

/** kube-proxy's nftables mode as one family's table shows it. */
export function readNftables(family: IpFamily, table: NftTable): ReadProxy {
  const sight = { family, table };
  const evidence = new PortEvidence();
  const split = readNftPorts(family, table).map(withoutOwnAddresses);
  const hosts = elementsOfSet(table, 'nodeport-ips').map(({ key }) => key[0] ?? '');
  const masquerade = readMasquerade(sight, evidence);
  const bit = findBit(sight, evidence);
  const serviceCIDRs = readServiceCidrs(sight, evidence);
  const pairs = elementsOfSet(table, 'hairpin-connections').map(({ key }) => getPlace(key, family));
  return {
    family,
    ports: split.map(({ port }) => port),
    nodeInside: split.flatMap(({ ranges, inside }) => (ranges.length > 0 ? [{ ranges, inside }] : [])),
    nodeAddresses: hosts,
    ...(bit === undefined ? {} : { masqueradeBit: bit }),
    ...(serviceCIDRs ? { serviceCIDRs } : {}),
    ...masquerade,
    ...makeNodePorts(table, hosts),
    ...readLocalhost(table),
    evidence: evidence.places,
    clues: listClues(sight),
    ...(table.sets.has('hairpin-connections') ? { localEndpoints: new Set(pairs) } : {}),
  };
}

/** No set: every address answers. An empty one: the node has no address of the family. */
function makeNodePorts(table: NftTable, hosts: readonly string[]): Pick<ReadProxy, 'nodePortHosts' | 'noAddress'> {
  if (!table.sets.has('nodeport-ips')) return { nodePortHosts: [] };
  return hosts.length === 0 ? { noAddress: true } : { nodePortHosts: hosts };
}

/** Tells whether kube-proxy answers TCP nodePorts on loopback: no chain refuses them then (pkg/proxy/nftables, kubernetes #138427). */
function readLocalhost(table: NftTable): Pick<ReadProxy, 'localhostNodePorts'> {
  if (!table.sets.has(LOCALHOST_NODEPORT_REJECT_PORTS)) return {};
  return { localhostNodePorts: !table.chains.has(localhostReject('tcp').chain) };
}

function getPlace(key: readonly string[], family: IpFamily): string {
  const [ip = '', , , port = ''] = key;
  return family === 'ipv6' ? `[${ip}]:${port}` : `${ip}:${port}`;
}

function makeWitness({ family, table }: Sight, chain: string, index: number): Witness {
  return { kind: 'rule', family, ref: { table: `${nftFamily(family)} ${table.name}`, chain, index } };
}

/** `meta mark set meta mark | 0x00004000`, `mark and 0x4000 != 0 …`. */
function findBit(sight: Sight, evidence: PortEvidence): number | undefined {
  for (const chain of ['mark-for-masquerade', 'masquerading']) {
    for (const [index, rule] of rulesOfChain(sight.table, chain).entries()) {
      const bit = Math.log2(Number(/mark (?:\||&|or|and) (0x[0-9a-f]+)/.exec(rule)?.[1] ?? Number.NaN));
      if (!Number.isInteger(bit)) continue;
      evidence.note('masqueradeBit', makeWitness(sight, chain, index));
      return bit;
    }
  }
  return undefined;
}

const SOURCE = /(?:ip6? saddr|iif(?:name)?) (?:!= )?("?[^\s"]+"?)/;

function detectorIn(rule: string): ReadDetector | undefined {
  const [whole = '', quoted = ''] = SOURCE.exec(rule) ?? [];
  const value = quoted.replaceAll('"', '');
  if (value === '') return undefined;
  if (!whole.startsWith('iif')) return { kind: 'cidr', value };
  return value.endsWith('*') ? { kind: 'prefix', value: value.slice(0, -1) } : { kind: 'bridge', value };
}

/** The clusterIP's masquerade rule, in each Service's chain, from 1.36 on once in `services`. */
function readMasquerade(sight: Sight, evidence: PortEvidence): Pick<ReadProxy, 'masqueradeAll' | 'detector'> {
  const services = [...sight.table.chains.keys()].filter((name) => /^(?:service|local)-/.test(name));
  const external = [...sight.table.chains.keys()].filter((name) => name.startsWith('external-'));
  const pods = firstRule(sight, external, /short-circuit pod traffic/);
  const fromPods = pods && detectorIn(pods.rule);
  const marking = firstRule(
    sight,
    ['services', ...services],
    /^ip6? daddr \S+ .*(?:jump mark-for-masquerade|mark set )/,
  );
  if (pods && fromPods) evidence.note('detectLocal', pods.witness);
  if (!marking) return fromPods ? { detector: fromPods } : services.length > 0 ? { detector: 'none' } : {};
  const detector = detectorIn(marking.rule.replace(/^ip6? daddr \S+/, ''));
  evidence.note(detector ? 'detectLocal' : 'masqueradeAll', marking.witness);
  if (detector) return { detector, masqueradeAll: false };
  return { masqueradeAll: true, ...(fromPods ? { detector: fromPods } : {}) };
}

const UNALLOCATED = /unallocated ClusterIPs/;

/** `ip daddr { 10.96.0.0/12, 10.112.0.0/20 } drop`: which ServiceCIDR objects kube-proxy knew. */
function readServiceCidrs(sight: Sight, evidence: PortEvidence): readonly string[] | undefined {
  const found = firstRule(sight, ['cluster-ips-check'], UNALLOCATED);
  if (!found) return undefined;
  const [, several, one] = /daddr (?:\{ ?([^{}]{1,2000})\}|(\S{1,64}))/.exec(found.rule) ?? [];
  const words = (several ?? one ?? '').split(',').map((each) => each.trim());
  const cidrs = words.filter((each) => each !== '');
  if (cidrs.length === 0) return undefined;
  evidence.note('serviceCIDRs', found.witness);
  return cidrs;
}

function firstRule(
  sight: Sight,
  chains: readonly string[],
  pattern: RegExp,
): { rule: string; witness: Witness } | undefined {
  for (const chain of chains) {
    const rules = rulesOfChain(sight.table, chain);
    const index = rules.findIndex((rule) => pattern.test(rule));
    if (index >= 0) return { rule: rules[index] ?? '', witness: makeWitness(sight, chain, index) };
  }
  return undefined;
}

/** Ranges that hold the node's own address are followed by the Service's own addresses. */
function withoutOwnAddresses(port: ReadPort): { port: ReadPort; ranges: readonly string[]; inside: boolean } {
  const suffix = port.family === 'ipv4' ? '/32' : '/128';
  const own = new Set(port.loadBalancerIPs.map((address) => address + suffix));
  const ranges = port.sourceRanges.filter((range) => !own.has(range));
  const inside = own.size > 0 && ranges.length === port.sourceRanges.length - own.size && ranges.length > 0;
  if (!inside) return { port, ranges: port.sourceRanges, inside: false };
  return { port: { ...port, sourceRanges: ranges }, ranges, inside: true };
}

/** The clues of one family's table, whole or an excerpt. */
export function nftablesClues({ tables }: NftRuleset, family: IpFamily): ReleaseClue[] {
  const table = tables.get(`${nftFamily(family)} kube-proxy`);
  return table ? listClues({ family, table }) : [];
}

/** The generations of this mode (`NFTABLES_CHANGES` of the compiler): each has a sign nobody else has. What an excerpt lacks tells of none. */
function listClues(sight: Sight): ReleaseClue[] {
  const { table } = sight;
  const isWhole = table.chains.has('filter-input') || table.chains.has('nat-prerouting');
  const clues: ReleaseClue[] = [];
  if (table.sets.has('cluster-ips')) clues.push(clue('cluster-ips', { from: 30 }));
  else if (isWhole) clues.push(clue('no cluster-ips', { to: 29 }));
  // A family without an address of the node has a set without elements up to 1.30, and none from 1.31 on.
  const idle = table.sets.has('nodeport-ips') && elementsOfSet(table, 'nodeport-ips').length === 0;
  if (idle && elementsOfSet(table, 'cluster-ips').length === 0) clues.push(clue('nodeport-ips { }', { to: 30 }));
  const hairpin = table.sets.has('hairpin-connections');
  if (hairpin) clues.push(clue('hairpin-connections', { from: 36 }));
  else if (isWhole) clues.push(clue('no hairpin-connections', { to: 35 }));
  const input = table.chains.get('filter-input')?.base?.priority;
  if (input !== undefined)
    // In 1.33 from its sixth patch on, and a minor stands for a later one.
    clues.push(input === 0 ? clue('priority 0', { from: 33 }) : clue(`priority ${input}`, { to: 32 }));
  // From 1.31 on elements of firewall-ips have no comment.
  const [firewalled] = elementsOfSet(table, 'firewall-ips');
  if (firewalled?.comment !== undefined) clues.push(clue('firewall-ips comment', { to: 30 }));
  if (table.sets.has(LOCALHOST_NODEPORT_REJECT_PORTS)) clues.push(clue(LOCALHOST_NODEPORT_REJECT_PORTS, { from: 37 }));
  const services = [...table.chains.keys()].filter((name) => /^(?:service|local)-/.test(name));
  const masquerade = firstRule(sight, services, /^ip6? daddr \S+ .*jump mark-for-masquerade/);
  if (masquerade) {
    const bounds = / dport /.test(masquerade.rule) ? { to: 33 } : { from: 34 };
    clues.push(clue(masquerade.rule, bounds, masquerade.witness));
  }
  const single = hairpin
    ? firstRule(sight, services, /dnat .{0,40}to .{0,80}mod 1 map|^meta l4proto \w+ dnat (?:ip6? )?to \d/)
    : undefined;
  if (single) clues.push(clue(single.rule, / mod 1 /.test(single.rule) ? { to: 36 } : { from: 37 }, single.witness));
  const unallocated = firstRule(sight, ['cluster-ips-check'], UNALLOCATED);
  if (unallocated) clues.push(clue(unallocated.rule, { from: 33 }, unallocated.witness));
  return clues;
}
