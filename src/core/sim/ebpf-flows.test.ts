import { describe, expect, it } from 'vitest';
import { programHosts } from '../kubernetes/proxy/ebpf/program-hosts';
import type { CiliumConfig } from '../kubernetes/proxy/ebpf/cilium-config';
import { toNetdev } from '../linux/ebpf/endpoint-programs';
import { fromNetdev } from '../linux/ebpf/from-netdev';
import { makeEbpfState } from '../linux/ebpf/host';
import type { Network } from '../linux/netns';
import { formatIp, ip, type IpAddress } from '../net/ip';
import { explore, makeTrace } from './explore';
import { simulate, type SimFlow } from './simulate';
import type { SimState } from './world';
import { FLOW_CLUSTER, WITHOUT_B } from './testing/ebpf-flow-cluster';
import { CONFIGS, FLOW_ROWS, NAMES, type ConfigName, type FlowRow, type FlowSender } from './testing/ebpf-flows';
import { readEbpfEnd, type EbpfEnd } from './ebpf-end';
import { ebpfFlow, ebpfNetwork, type EbpfSender } from './testing/ebpf-lab';

const RELEASE = '1.18';
const ADDRESSES = new Map(Object.entries(NAMES).map(([address, name]) => [name, address]));
const nameOf = (address: string): string => NAMES[address] ?? address;
const addressOf = (name: string): IpAddress => ip(ADDRESSES.get(name) ?? name);
const OUTSIDE = ['out', 'other', 'out6'].map((name) => formatIp(addressOf(name)));

/** `out@2`: from outside, the packet comes to node 2. */
function senderOf(from: FlowSender): EbpfSender {
  const [name = '', at] = from.split('@');
  if (at !== undefined) return { kind: 'outside', node: `node${at}`, address: addressOf(name) };
  if (name.startsWith('pod')) return { kind: 'pod', name: 'default/client' };
  return { kind: 'host', node: from === 'host3' ? 'node3' : 'node1' };
}

/** `10.96.0.10:80`, `[fd00:96::10]:80`. */
function targetOf(to: string): { readonly address: string; readonly port: number } {
  const [, address = '', port = '0'] = /^\[?(.*?)\]?:(\d+)$/.exec(to) ?? [];
  return { address, port: Number(port) };
}

function flowOf([from, to, proto = 'tcp']: FlowRow['flow'], sport = 41_000): SimFlow {
  return ebpfFlow(senderOf(from), targetOf(to), { proto, sport });
}

/** Each configuration's network, once. */
const laid = new Map<string, Network>();

function networkOf(config: ConfigName, cluster = FLOW_CLUSTER): Network {
  const key = `${config} ${cluster === FLOW_CLUSTER}`;
  const known = laid.get(key) ?? ebpfNetwork(cluster, { config: CONFIGS[config], release: RELEASE, outside: OUTSIDE });
  laid.set(key, known);
  return known;
}

/** The ways of one flow: what became of them together; the odds have to be even. */
function summary(ways: readonly { readonly odds: string; readonly text: string }[]): string {
  for (const { odds } of ways) expect(odds).toBe(ways.length === 1 ? '1' : `1/${ways.length}`);
  return [...new Set(ways.map(({ text }) => text))].join(' ');
}

/** As the rows write it: how it ended, who saw whom, and whether the client sees whom it asked. */
function textOf({ end, to = '', from = '', answeredBy = 'no answer', isUnsure }: EbpfEnd, asked: string): string {
  if (end === 'own-stack' || end === 'left') return `${end}<${nameOf(from)}`;
  if (end !== 'delivered') return end;
  const way = `${nameOf(to)}<${nameOf(from)}`;
  if (isUnsure) return `${way}?`;
  return answeredBy === asked ? way : `${way}!${answeredBy}`;
}

function waysOf(network: Network, flow: SimFlow, asked: string, state?: SimState): string {
  const input = { network, flow, seed: 1, ...(state ? { state } : {}) };
  return summary(
    explore(input).outcomes.map((outcome) => ({
      odds: outcome.probability ?? '',
      text: textOf(readEbpfEnd(makeTrace(input, outcome), network), asked),
    })),
  );
}

function walked(config: ConfigName, { flow, before }: FlowRow): string {
  const network = networkOf(config);
  if (!before) return waysOf(network, flowOf(flow), flow[1]);
  const state: SimState = new Map();
  simulate({ network, flow: flowOf(before.flow), state, decide: () => before.slot, seed: 1 });
  for (const each of state.values()) each.now += (before.passed ?? 1) * 1000;
  const sent = flowOf(flow, before.other ? 41_001 : 41_000);
  return waysOf(before.gone ? networkOf(config, WITHOUT_B) : network, sent, flow[1], state);
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
    // Over loopback the kernel takes 127.0.0.1 as the source.
    const text = row.flow[1].startsWith('127.') ? wanted.replace('own-stack<client', 'own-stack<127.0.0.1') : wanted;
    expect(walked(config, row)).toBe(text);
  });
});

describe('a packet for a Pod itself', () => {
  it.each(['node1', 'node2'])('is answered with the address of the Pod, though %s masquerades', (name) => {
    const host = programHosts({ cluster: FLOW_CLUSTER, config: CONFIGS.native, release: RELEASE }).find(
      (each) => each.name === name,
    );
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
  const waysWith = (more: CiliumConfig): readonly string[] => {
    const config = { ...CONFIGS.tunnel, ...more };
    const network = ebpfNetwork(FLOW_CLUSTER, { config, release: RELEASE, outside: OUTSIDE });
    return waysOf(network, flowOf(['out@1', '192.168.0.1:30080']), '192.168.0.1:30080').split(' ');
  };

  it('go together in Geneve; an IP option is for routed Pods only (1), and what a tunnel makes of it is unknown', () => {
    const geneve = { 'bpf-lb-mode': 'dsr', 'bpf-lb-dsr-dispatch': 'geneve', 'tunnel-protocol': 'geneve' } as const;
    expect(waysWith(geneve)).toEqual(['a<out', 'b<out']);
    expect(waysWith({ 'bpf-lb-mode': 'dsr' })).toEqual(['a<out', 'unknown']);
    expect(waysWith({ ...geneve, 'tunnel-protocol': 'vxlan' })).toEqual(['a<out', 'unknown']);
  });
});
