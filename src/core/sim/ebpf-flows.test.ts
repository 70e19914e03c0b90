import { describe, expect, it } from 'vitest';
import { createDerive } from '../document/derive';
import type { Derived } from '../document/kernel-parts';
import { emptyDocument, type Document, type Flow } from '../document/document';
import { replaceCluster } from '../document/edits/cluster';
import { resolveFlow } from '../document/resolve-flow';
import type { CiliumConfig } from '../kubernetes/proxy/ebpf/cilium-config';
import { programHosts } from '../kubernetes/proxy/ebpf/program-hosts';
import { formatFraction } from '../lib/fraction';
import { toNetdev } from '../linux/ebpf/endpoint-programs';
import { fromNetdev } from '../linux/ebpf/from-netdev';
import { makeEbpfState, type EbpfHost } from '../linux/ebpf/host';
import { formatIp, ip, type IpAddress } from '../net/ip';
import { formatEnd, formatEndpoint } from '../net/packet';
import { exploreEbpf, walkEbpf, type EbpfFlow, type EbpfSender, type EbpfWalk, type EbpfWorld } from './ebpf-walk';
import { explore, makeTrace } from './explore';
import type { Trace } from './trace';
import { FLOW_CLUSTER, WITHOUT_B } from './testing/ebpf-flow-cluster';
import { CONFIGS, FLOW_ROWS, NAMES, type ConfigName, type FlowRow, type FlowSender } from './testing/ebpf-flows';

const RELEASE = '1.18';
const ADDRESSES = new Map(Object.entries(NAMES).map(([address, name]) => [name, address]));
const nameOf = (address: IpAddress): string => NAMES[formatIp(address)] ?? formatIp(address);
const addressOf = (name: string): IpAddress => ip(ADDRESSES.get(name) ?? name);

/** `out@2`: from outside, the packet comes to node 2. */
function senderOf(from: FlowSender): EbpfSender {
  const [name = '', at] = from.split('@');
  if (at !== undefined) return { kind: 'outside', node: `node${at}`, address: addressOf(name) };
  if (name.startsWith('pod')) return { kind: 'pod', node: 'node1', address: addressOf(name.replace('pod', 'client')) };
  return { kind: 'host', node: from === 'host3' ? 'node3' : 'node1' };
}

/** `10.96.0.10:80`, `[fd00:96::10]:80`. */
function targetOf(to: string): { readonly address: string; readonly port: number } {
  const [, address = '', port = '0'] = /^\[?(.*?)\]?:(\d+)$/.exec(to) ?? [];
  return { address, port: Number(port) };
}

function flowOf([from, to, proto = 'tcp']: FlowRow['flow'], sport = 41_000): EbpfFlow {
  const { address, port } = targetOf(to);
  return { from: senderOf(from), dst: ip(address), proto, sport, dport: port };
}

/** The programs of a configuration never change: their state is beside them. */
const compiled = new Map<ConfigName, readonly EbpfHost[]>();

function hostsOf(config: ConfigName, cluster = FLOW_CLUSTER): readonly EbpfHost[] {
  const known = cluster === FLOW_CLUSTER ? compiled.get(config) : undefined;
  if (known) return known;
  const hosts = programHosts({ cluster, config: CONFIGS[config], release: RELEASE });
  if (cluster === FLOW_CLUSTER) compiled.set(config, hosts);
  return hosts;
}

/** The ways of one flow: what became of them together; the odds have to be even. */
function summary(ways: readonly { readonly odds: string; readonly text: string }[]): string {
  for (const { odds } of ways) expect(odds).toBe(ways.length === 1 ? '1' : `1/${ways.length}`);
  return [...new Set(ways.map(({ text }) => text))].join(' ');
}

function textOf({ end, arrived, answeredBy, unsure }: EbpfWalk, asked: EbpfFlow): string {
  if (end === 'unknown') return end;
  if (!arrived || end === 'failed' || end === 'rejected' || end === 'dropped') return end;
  if (end !== 'delivered') return `${end}<${nameOf(arrived.src)}`;
  const way = `${nameOf(arrived.dst)}<${nameOf(arrived.src)}`;
  if (unsure) return `${way}?`;
  const sees = answeredBy ? formatEndpoint(answeredBy.address, answeredBy.port) : 'no answer';
  return sees === formatEndpoint(asked.dst, asked.dport) ? way : `${way}!${sees}`;
}

/** By the programs alone. */
function walked(config: ConfigName, { flow, before }: FlowRow): string {
  const states = new Map(hostsOf(config).map(({ name }) => [name, makeEbpfState()] as const));
  const world: Omit<EbpfWorld, 'decide'> = { hosts: hostsOf(config), states };
  if (before) {
    walkEbpf({ ...world, decide: () => before.slot }, flowOf(before.flow));
    for (const state of states.values()) state.now += before.passed ?? 1;
  }
  const hosts = before?.gone ? hostsOf(config, WITHOUT_B) : world.hosts;
  const sent = flowOf(flow, before?.other ? 41_001 : 41_000);
  return summary(
    exploreEbpf({ hosts, states }, sent).map(({ probability, walk }) => ({
      odds: formatFraction(probability),
      text: textOf(walk, sent),
    })),
  );
}

const cases = (rows: readonly FlowRow[]) =>
  rows.flatMap((row) =>
    (Object.keys(CONFIGS) as ConfigName[]).map((config) => ({
      name: `${config}: ${row.flow.join(' ')} (${row.follows})`,
      config,
      row,
      wanted: row.but?.[config] ?? row.all,
    })),
  );

describe('sixty flows in six configurations, each with the section it follows', () => {
  it('are sixty and more, each another', () => {
    expect(FLOW_ROWS.length).toBeGreaterThanOrEqual(60);
    expect(new Set(FLOW_ROWS.map(({ flow, before }) => JSON.stringify([flow, before]))).size).toBe(FLOW_ROWS.length);
  });

  it.each(cases(FLOW_ROWS))('$name', ({ config, row, wanted }) => {
    expect(walked(config, row)).toBe(wanted);
  });
});

describe('a packet for a Pod itself', () => {
  it.each(['node1', 'node2'])('is answered with the address of the Pod, though %s masquerades', (name) => {
    const host = hostsOf('native').find((each) => each.name === name);
    if (!host) throw new Error(name);
    const run = { host, state: makeEbpfState(), decide: () => 0 };
    const own = ip(name === 'node1' ? '10.244.1.5' : '10.244.2.6');
    const l4 = { proto: 'tcp', sport: 41_000, dport: 8080, flags: { syn: true }, seq: 0, ack: 0 } as const;
    const packet = { family: 'ipv4', src: addressOf('out'), dst: own, ttl: 64, l4 } as const;
    const turned = { ...l4, sport: 8080, dport: 41_000 };
    const answer = { ...packet, src: packet.dst, dst: packet.src, l4: turned } as const;
    // The Pod's own connection with these ports gets the node's address.
    expect(toNetdev({ ...run, state: makeEbpfState() }, answer)?.did).toBe('masquerade');
    expect(fromNetdev(run, packet).kind).toBe('pass');
    expect(toNetdev(run, answer)?.did).toBe('nothing');
  });
});

describe('direct return and a tunnel', () => {
  const endsWith = (more: CiliumConfig): readonly string[] => {
    const hosts = programHosts({ cluster: FLOW_CLUSTER, config: { ...CONFIGS.tunnel, ...more }, release: RELEASE });
    const states = new Map(hosts.map(({ name }) => [name, makeEbpfState()] as const));
    const sent = flowOf(['out@1', '192.168.0.1:30080']);
    return exploreEbpf({ hosts, states }, sent).map(({ walk }) => textOf(walk, sent));
  };

  it('go together in Geneve; an IP option is for routed Pods only (1), and what a tunnel makes of it is unknown', () => {
    const geneve = { 'bpf-lb-mode': 'dsr', 'bpf-lb-dsr-dispatch': 'geneve', 'tunnel-protocol': 'geneve' } as const;
    expect(endsWith(geneve)).toEqual(['a<out', 'b<out']);
    expect(endsWith({ 'bpf-lb-mode': 'dsr' })).toEqual(['a<out', 'unknown']);
    expect(endsWith({ ...geneve, 'tunnel-protocol': 'vxlan' })).toEqual(['a<out', 'unknown']);
  });
});

describe('the same flows through the engine', () => {
  function sourceOf(from: FlowSender): Flow['from'] {
    const [name = '', at] = from.split('@');
    if (at !== undefined) return { kind: 'external', address: formatIp(addressOf(name)) };
    if (name.startsWith('pod')) return { kind: 'pod', namespace: 'default', name: 'client' };
    if (name === 'hostpod') return { kind: 'pod', namespace: 'default', name: 'agent' };
    return { kind: 'node', name: from === 'host3' ? 'node3' : 'node1' };
  }

  function sentOf({ flow: [from, to, protocol = 'tcp'] }: FlowRow): Flow {
    const { address, port } = targetOf(to);
    const target = { kind: 'address', address } as const;
    const id = `${from} ${to} ${protocol}`;
    return { id, from: sourceOf(from), to: target, protocol, port, sourcePort: 41_000 };
  }

  /** Each configuration with all flows, and its network: once. */
  const laid = new Map<ConfigName, Pick<Derived, 'network'> & { readonly document: Document }>();
  function layOut(config: ConfigName): Pick<Derived, 'network'> & { readonly document: Document } {
    const known = laid.get(config);
    if (known) return known;
    const base = replaceCluster(emptyDocument(), FLOW_CLUSTER);
    const flows = asked.map(sentOf);
    const document: Document = { ...base, mode: 'ebpf', release: RELEASE, cilium: CONFIGS[config], flows };
    const made = { document, network: createDerive()(document).network };
    laid.set(config, made);
    return made;
  }

  function traced(config: ConfigName, row: FlowRow): string {
    const { document, network } = layOut(config);
    const resolved = resolveFlow(document, network, sentOf(row));
    if (!resolved.ok) return resolved.error.id;
    const input = { network, flow: resolved.value, seed: 1 };
    return summary(
      explore(input).outcomes.map((outcome) => ({
        odds: outcome.probability ?? '',
        text: wayOf(makeTrace(input, outcome), row.flow[1]),
      })),
    );
  }

  // What a node remembers is asked of the programs above; packets of the outside come to the node of their address, and
  // those for load balancer addresses to the first; nobody outside has a route to a clusterIP or Pod; echo requests have answers.
  const asked = FLOW_ROWS.filter(({ flow: [from, to, protocol], before }) => {
    const at = from.split('@')[1];
    const isRouted = at === undefined || at === '1' || to.startsWith(`192.168.0.${at}:`);
    return before === undefined && protocol !== 'icmp' && isRouted && !(at !== undefined && to.startsWith('10.'));
  });

  it('are most of them', () => expect(asked.length).toBeGreaterThanOrEqual(60));

  it.each(cases(asked))('$name', ({ config, row, wanted }) => {
    // Over loopback the kernel takes 127.0.0.1 as the source.
    const text = row.flow[1].startsWith('127.') ? wanted.replace('own-stack<client', 'own-stack<127.0.0.1') : wanted;
    expect(traced(config, row)).toBe(text);
  });
});

/** As the rows write it: how it ended, who saw whom, and whether the client sees whom it asked. */
function wayOf({ legs }: Trace, to: string): string {
  const [request] = legs;
  const end = request?.disposition;
  const packet = request?.hops.at(-1)?.steps.at(-1)?.packet;
  if (end?.kind === 'REJECTED') return end.with === 'EHOSTUNREACH' ? 'failed' : 'rejected';
  if (end?.kind === 'DROPPED' && end.by.startsWith('cil_')) return 'dropped';
  if (end?.kind === 'UNKNOWN') return 'unknown';
  if (!packet) return 'nothing';
  if (end?.kind === 'NO_SOCKET') return `own-stack<${nameOf(packet.src)}`;
  if (end?.kind !== 'DELIVERED') return `left<${nameOf(packet.src)}`;
  const way = `${nameOf(packet.dst)}<${nameOf(packet.src)}`;
  const reply = legs.find(({ role }) => role === 'reply');
  if (reply?.disposition.kind === 'UNKNOWN') return `${way}?`;
  const steps = reply?.hops.flatMap((hop) => hop.steps) ?? [];
  const told = steps.findLast((step) => step.kind === 'ebpf' && step.did === 'answered');
  const last = steps.at(-1)?.packet;
  const by = told?.kind === 'ebpf' ? told.service : last && formatEnd(last, 'src');
  if (reply?.disposition.kind !== 'DELIVERED') return `${way}!no answer`;
  return by === to ? way : `${way}!${by}`;
}
