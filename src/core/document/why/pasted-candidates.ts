import { phrase } from '../../lib/phrase';
import type { Netns } from '../../linux/netns';
import type { RuleRef } from '../../linux/xtables/types';
import type { TraceStep } from '../../sim/trace';
import type { FlowSource } from '../document';
import { SIZE, type Candidate, type WalkedFlow } from './candidate';
import { lineOfPastedRule, policyLines, type PastedLine } from './pasted-lines';
import { testParts, withoutPart } from './rule-parts';

/** Rules that did not match are looked at from the end of the walk backwards, so many of them. */
const MOST_RULES = 24;

/** Changes of a pasted node: lines of its rules, its sysctls. What each does is not reasoned about: it is simulated. */
export function pastedCandidates(walked: WalkedFlow): readonly Candidate[] {
  const { network, trace } = walked;
  const node = [...network.netns.values()].find(({ kind }) => kind === 'node');
  if (!node) return [];
  const steps = trace.legs
    .flatMap(({ hops }) => hops.filter(({ netns }) => netns === node.id))
    .flatMap((hop) => hop.steps);
  const family = steps[0]?.packet.family ?? 'ipv4';
  const at = (ref: RuleRef): PastedLine | undefined =>
    lineOfPastedRule(walked.document.pasted.texts, node, family, ref);
  return [
    ...removals(steps, at),
    ...policies(walked, steps),
    ...nearMisses(walked, steps, at),
    ...sysctls(node),
    ...senders(walked),
  ];
}

type LineOf = (ref: RuleRef) => PastedLine | undefined;

/** `filter FORWARD 3`, as people count. */
const ruleName = ({ table, chain, index }: RuleRef): string => `${table} ${chain} ${index + 1}`;

/** The rules that matched, taken out: the last one first. */
function removals(steps: readonly TraceStep[], at: LineOf): readonly Candidate[] {
  const matched = steps.flatMap((step) => (step.kind === 'rule' ? [step.ref] : [])).toReversed();
  const once = [...new Map(matched.map((ref) => [ruleName(ref), ref])).values()];
  return once.slice(0, MOST_RULES).flatMap((ref): Candidate[] => {
    const line = at(ref);
    if (!line) return [];
    return [
      {
        change: { kind: 'line', text: line.text, line: line.line },
        says: phrase('document.why.rule-out', { rule: ruleName(ref), text: line.words.trim() }),
        size: SIZE.rule,
      },
    ];
  });
}

/** The policies that were asked, turned round. */
function policies({ document }: WalkedFlow, steps: readonly TraceStep[]): readonly Candidate[] {
  const asked = steps.flatMap((step) => (step.kind === 'policy' ? [step] : []));
  const once = [...new Map(asked.map((step) => [`${step.table} ${step.chain}`, step])).values()];
  return once.flatMap(({ table, chain }) =>
    policyLines(document.pasted.texts, table, chain).map(({ text, line, policy, flipped }): Candidate => ({
      change: { kind: 'line', text, line, with: flipped },
      says: phrase('document.why.policy', { table, chain, value: policy === 'DROP' ? 'ACCEPT' : 'DROP' }),
      size: SIZE.policy,
    })),
  );
}

/** Rules that were tested and did not match, each without one of its tests: only where a packet did not get through. */
function nearMisses({ through }: WalkedFlow, steps: readonly TraceStep[], at: LineOf): readonly Candidate[] {
  if (through) return [];
  const missed = steps
    .flatMap((step) => (step.kind === 'skip' ? [refsOf(step)] : []))
    .flat()
    .toReversed();
  return missed.slice(0, MOST_RULES).flatMap((ref) => {
    const line = at(ref);
    if (!line?.words.trimStart().startsWith('-A')) return [];
    return testParts(line.words).map((part): Candidate => ({
      change: { kind: 'line', text: line.text, line: line.line, with: withoutPart(line.words, part) },
      says: phrase('document.why.test-out', { rule: ruleName(ref), test: part.text }),
      size: SIZE.policy,
    }));
  });
}

function refsOf({ table, chain, from, to }: Extract<TraceStep, { kind: 'skip' }>): RuleRef[] {
  const first = Math.max(from, to - MOST_RULES);
  return Array.from({ length: to - first + 1 }, (_, index) => ({ table, chain, index: first + index }));
}

/** Switches of the kernel that let packets pass or not, with what it starts with. */
const SWITCHES = {
  'net.ipv4.ip_forward': 0,
  'net.ipv4.conf.all.rp_filter': 0,
  'net.ipv4.conf.all.route_localnet': 0,
  'net.bridge.bridge-nf-call-iptables': 1,
} as const;

function sysctls({ sysctls: set }: Netns): readonly Candidate[] {
  return Object.entries(SWITCHES).map(([name, start]): Candidate => {
    const value = (set[name] ?? start) === 0 ? 1 : 0;
    return {
      change: { kind: 'sysctl', name, value },
      says: phrase('document.why.sysctl', { name, value }),
      size: SIZE.sysctl,
    };
  });
}

type Sender = Extract<FlowSource, { kind: 'interface' }>;

/** The most other senders that are tried. */
const MOST_SENDERS = 5;

/** The same packet from somewhere else. */
function senders({ flow: { id, from }, suggested }: WalkedFlow): readonly Candidate[] {
  if (from.kind !== 'interface') return [];
  const textOf = ({ device = '', address }: Sender): string => `${device} ${address}`.trim();
  const all = suggested.map(({ device, from: address, node }): Sender => ({
    kind: 'interface',
    address,
    ...(device === undefined ? {} : { device }),
    ...(node === undefined ? {} : { node }),
  }));
  const others = new Map(all.map((each) => [textOf(each), each] as const));
  others.delete(textOf(from));
  return [...others].slice(0, MOST_SENDERS).map(([text, next]): Candidate => ({
    change: { kind: 'flow', id, from: next },
    says: phrase(next.device === undefined ? 'document.why.from-here' : 'document.why.from', { from: text }),
    size: SIZE.caller,
  }));
}
