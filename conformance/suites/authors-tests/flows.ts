import type { Choice } from '../../../src/core/linux/chain-walk';
import { withKernelParts } from '../../../src/core/document/kernel-parts';
import { proxyMode } from '../../../src/core/kubernetes/proxy';
import type { Device } from '../../../src/core/linux/namespace';
import type { Netns } from '../../../src/core/linux/netns';
import { readRuleset } from '../../../src/core/linux/nftables/text/read-ruleset';
import { knownStatement } from '../../../src/core/linux/nftables/statements';
import { createState } from '../../../src/core/linux/state';
import { rulesetFromLines } from '../../../src/core/linux/xtables/ruleset-text';
import { formatIp, hostCidr, ip, parseCidr, type IpFamily } from '../../../src/core/net/ip';
import { formatEndpoint, hasPorts } from '../../../src/core/net/packet';
import { runPacket } from '../../../src/core/sim/simulate';
import type { Leg, RuleStep } from '../../../src/core/sim/trace';
import { packetOf } from '../kernel/record';
import { rulesetOf } from '../recorded-rules';
import { newTally, type SuiteResult } from '../suite';
import { inputOf, isOthers, type FlowRecord, type SyncRecord } from './records';

type Mode = 'iptables' | 'nftables';

const device = (name: string, kind: Device['kind'], addresses: readonly string[]): Device => ({
  name,
  kind,
  up: true,
  addresses: addresses.flatMap((text) => {
    const parsed = parseCidr(text);
    return parsed.ok ? [parsed.value] : [];
  }),
});

/** A node as the authors' tracer takes it: Pods on a bridge, everybody else beyond eth0. */
function makeNode({ nodeIPs }: FlowRecord, localnet: boolean): Netns {
  const own = nodeIPs.map((address) => `${address}/${hostCidr(ip(address)).prefix}`);
  const beyond = (dst: string) => ({ table: 'main', type: 'unicast', dst: makePrefix(dst), dev: 'eth0' }) as const;
  return {
    id: 'node',
    title: 'node',
    kind: 'node',
    devices: [
      device('lo', 'loopback', ['127.0.0.1/8', '::1/128']),
      device('eth0', 'physical', own),
      device('cni0', 'bridge', ['10.255.255.254/8', 'fd00:10:ffff::1/32']),
    ],
    routes: [beyond('0.0.0.0/0'), beyond('::/0')],
    sockets: [],
    sysctls: {
      'net.ipv4.ip_forward': 1,
      'net.ipv6.conf.all.forwarding': 1,
      'net.ipv4.conf.all.route_localnet': localnet ? 1 : 0,
    },
    xtables: {},
  };
}

function makePrefix(text: string) {
  const parsed = parseCidr(text);
  if (!parsed.ok) throw new Error(text);
  return parsed.value;
}

function readListing(node: Netns, mode: Mode, family: IpFamily, text: string): Netns {
  if (mode === 'nftables') return { ...node, nftables: readRuleset(text).ruleset };
  return { ...node, xtables: { [family]: rulesetOf(text, family) } };
}

function compile(node: Netns, mode: Mode, family: IpFamily, record: SyncRecord): Netns {
  const state = proxyMode(mode).syncProxyRules(inputOf(record));
  const xtables = { [family]: rulesetFromLines(state.xtables.tables, family) };
  return withKernelParts(mode === 'iptables' ? { ...node, xtables } : node, [state]);
}

/** What the rules made of a packet: an endpoint, or the end of it; and whether it got another source. */
interface Fate {
  readonly end: string;
  readonly masq: boolean;
}

function isMasquerade(node: Netns, family: IpFamily, { ref }: RuleStep): boolean {
  const { table, chain, index } = ref;
  const tables = [...(node.xtables[family]?.tables.values() ?? [])];
  const rule = tables
    .find(({ name }) => name === table)
    ?.chains.get(chain)
    ?.rule(index);
  if (rule) return rule.target?.target === 'MASQUERADE';
  const native = [...(node.nftables?.tables.values() ?? [])].find((each) => `${each.family} ${each.name}` === table);
  const statements = native?.chains.get(chain)?.rule(index).statements ?? [];
  return statements.some((each) => knownStatement(each).statement === 'masquerade');
}

/** Does a rule of its own let the packet in? */
function isAccepted({ ref, verdict }: RuleStep): boolean {
  return ref.table === 'filter' && ref.chain === 'KUBE-NODEPORTS' && verdict.kind === 'ACCEPT';
}

function fateOf(node: Netns, leg: Leg, flow: FlowRecord): Fate {
  const family = flow.dest.includes(':') ? 'ipv6' : 'ipv4';
  const steps = leg.hops.flatMap((hop) => hop.steps);
  const rules = steps.filter((step) => step.kind === 'rule');
  const { kind } = leg.disposition;
  if (kind === 'DROPPED') return { end: 'DROP', masq: false };
  if (kind === 'REJECTED') return { end: 'REJECT', masq: false };
  if (kind === 'UNKNOWN') return { end: 'unknown', masq: false };
  const last = steps.at(-1)?.packet;
  const to = last && hasPorts(last.l4) ? formatEndpoint(last.dst, last.l4.dport) : '';
  const asked = formatEndpoint(ip(flow.dest), Number(flow.port));
  if (to === asked) return { end: rules.some(isAccepted) ? 'ACCEPT' : '', masq: false };
  return { end: to, masq: rules.some((step) => isMasquerade(node, family, step)) };
}

function walk(node: Netns, flow: FlowRecord, decide: (choice: Choice) => number): Leg | undefined {
  const { source, dest, port, protocol, nodeIPs } = flow;
  const isOwn = [...nodeIPs, '127.0.0.1', '::1'].includes(source);
  const isPod = source.startsWith('10.') || source.startsWith('fd00:10:');
  const proto = protocol.toLowerCase();
  const ends = { src: source, dst: formatIp(ip(dest)), sport: 40_000, dport: Number(port) };
  const packet = packetOf({ proto, ...ends, flags: 'S', chunk: 'INIT' });
  return runPacket({
    network: { netns: new Map([[node.id, node]]), segments: [] },
    netns: node,
    state: new Map([[node.id, createState()]]),
    decide,
    packet,
    ...(isOwn ? {} : { device: isPod ? 'cni0' : 'eth0' }),
  })[0];
}

/** Every fate a packet may have, each branch of every draw taken once. */
function listFates(node: Netns, flow: FlowRecord): Fate[] {
  const fates: Fate[] = [];
  const pending: number[][] = [[]];
  for (let path = pending.pop(); path; path = pending.pop()) {
    const taken = path;
    const options: number[] = [];
    let unknown = false;
    const leg = walk(node, flow, (choice) => {
      if (choice.kind === 'unknown') unknown = true;
      options.push(choice.kind === 'random' ? choice.probabilities.length : choice.branches);
      return taken[options.length - 1] ?? 0;
    });
    if (leg) fates.push(unknown ? { end: 'unknown', masq: false } : fateOf(node, leg, flow));
    for (let at = taken.length; at < options.length; at++) {
      const before = [...taken, ...Array.from({ length: at - taken.length }, () => 0)];
      for (let other = 1; other < (options[at] ?? 0); other++) pending.push([...before, other]);
    }
  }
  return fates;
}

const format = (ends: readonly string[], masq: boolean): string =>
  `${[...new Set(ends)].toSorted().join(', ')}${masq ? ' masqueraded' : ''}`;

function compareFlow(node: Netns, flow: FlowRecord): string | undefined {
  const fates = listFates(node, flow);
  const masq = fates.some((fate) => fate.masq);
  const have = format(
    fates.map(({ end }) => end),
    masq,
  );
  const want = format(flow.output.split(', '), flow.masq);
  return have === want ? undefined : `    authors: ${want}\n    here:    ${have}`;
}

/** The authors' packets through the rules that were written, and through those that are compiled for the same objects. */
export function compareFlows(
  name: string,
  mode: Mode,
  { syncs, flows }: { readonly syncs: readonly SyncRecord[]; readonly flows: readonly FlowRecord[] },
): SuiteResult[] {
  const bySeq = new Map(syncs.map((sync) => [sync.seq, sync]));
  const [written, compiled] = [newTally(), newTally()];
  for (const flow of flows) {
    const sync = bySeq.get(flow.sync);
    const family = flow.dest.includes(':') ? 'ipv6' : 'ipv4';
    const node = makeNode(flow, sync?.settings.localhostNodePorts ?? true);
    const id = `${flow.test} ${flow.name}`;
    const count = (tally: typeof written, rules: Netns): void => {
      const diff = compareFlow(rules, flow);
      tally.total++;
      if (diff === undefined) tally.passed++;
      else tally.failures.push({ id, diff });
    };
    const listing = flow.listing ?? sync?.listing;
    if (listing !== undefined) count(written, readListing(node, mode, family, listing));
    if (sync && !isOthers(sync)) count(compiled, compile(node, mode, family, sync));
  }
  return [
    { name: `${name}: flows on written rules`, ...written, skipped: 0 },
    { name: `${name}: flows on compiled rules`, ...compiled, skipped: 0 },
  ];
}
