import { ownerOfChain } from '../../analysis/owners';
import { phrase } from '../../lib/phrase';
import type { RuleRef } from '../../linux/xtables/types';
import { formatIp } from '../../net/ip';
import type { TraceStep } from '../../sim/trace';
import type { FlowSource } from '../document';
import { SIZE, type Candidate, type WalkedFlow } from './candidate';
import { kernelCandidates } from './kernel-candidates';
import { lineOfPastedRule, policyLines, type PastedLine } from './pasted-lines';
import { routeCandidates } from './route-candidates';
import { testParts, withoutPart } from './rule-parts';
import { ruleName } from './walked';

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
    ...forgotten(walked),
    ...kernelCandidates(walked),
    ...routeCandidates(walked),
    ...senders(walked),
    ...reorderings(walked, steps, at),
    ...nearMisses(walked, steps, at),
    ...policies(walked, steps),
    ...removals(steps, at),
  ];
}

type LineOf = (ref: RuleRef) => PastedLine | undefined;

/** The rules that matched, taken out: the last one first. */
function removals(steps: readonly TraceStep[], at: LineOf): readonly Candidate[] {
  const matched = steps.flatMap((step) => (step.kind === 'rule' ? [step.ref] : [])).toReversed();
  const once = [...new Map(matched.map((ref) => [ruleName(ref), ref])).values()];
  return once.slice(0, MOST_RULES).flatMap((ref): Candidate[] => {
    const line = at(ref);
    if (!line) return [];
    return [
      {
        change: { kind: 'lines', text: line.text, line: line.line, remove: 1, insert: [] },
        says: phrase('document.why.rule-out', { rule: ruleName(ref), text: line.words.trim() }),
        size: SIZE.rule,
        ...rewritten(ref),
      },
    ];
  });
}

/** kube-proxy writes its own rules again at its next sync. */
function rewritten({ chain, table }: RuleRef): Pick<Candidate, 'note'> {
  const isOwn = ownerOfChain(chain) === 'kube-proxy' || table.endsWith(' kube-proxy');
  return isOwn ? { note: phrase('document.why.note.rewritten') } : {};
}

/** The most rules behind one that it is put after, each alone. */
const MOST_PLACES = 8;

/** Rules that matched, put behind a later one of their chain: which of two comes first may be all that is wrong. */
function reorderings({ through }: WalkedFlow, steps: readonly TraceStep[], at: LineOf): readonly Candidate[] {
  if (through) return [];
  const matched = steps.flatMap((step) => (step.kind === 'rule' ? [step.ref] : [])).toReversed();
  const once = [...new Map(matched.map((ref) => [ruleName(ref), ref])).values()].slice(0, MOST_RULES);
  return once.flatMap((ref) => {
    const line = at(ref);
    if (!line) return [];
    return Array.from({ length: MOST_PLACES }, (_, more) => ({ ...ref, index: ref.index + more + 1 })).flatMap(
      (later): Candidate[] => {
        const behind = at(later);
        if (!behind || behind.text !== line.text || behind.line <= line.line) return [];
        const { text } = line;
        const changes = [
          { kind: 'lines', text, line: behind.line + 1, remove: 0, insert: [line.words] },
          { kind: 'lines', text, line: line.line, remove: 1, insert: [] },
        ] as const;
        return [
          {
            change: { kind: 'all', changes },
            says: phrase('document.why.order', {
              rule: ruleName(ref),
              after: ruleName(later),
              text: line.words.trim(),
            }),
            size: SIZE.order,
            about: 'rules',
            ...rewritten(ref),
          },
        ];
      },
    );
  });
}

/** The connection the packet was taken for, forgotten: the next packet asks the nat table again. */
function forgotten({ document, trace }: WalkedFlow): readonly Candidate[] {
  const steps = (trace.legs[0]?.hops ?? []).flatMap((hop) => hop.steps);
  const hit = steps.find((step) => step.kind === 'conntrack' && step.entry !== undefined && !step.created);
  if (hit?.kind !== 'conntrack' || !hit.entry) return [];
  const { src, dst, sport, dport } = hit.entry.original;
  const words = `src=${formatIp(src)} dst=${formatIp(dst)} sport=${sport} dport=${dport}`;
  return document.pasted.texts.flatMap(({ id, text }): Candidate[] => {
    const line = text.split('\n').findIndex((each) => each.includes(`${words} `));
    if (line < 0) return [];
    return [
      {
        change: { kind: 'lines', text: id, line, remove: 1, insert: [] },
        says: phrase('document.why.forgotten', {
          command: `conntrack -D -s ${formatIp(src)} -d ${formatIp(dst)} --sport ${sport} --dport ${dport}`,
        }),
        size: SIZE.connection,
        about: 'connection',
      },
    ];
  });
}

/** The policies that were asked, turned round; those of nat tables drop nothing on purpose. */
function policies({ document }: WalkedFlow, steps: readonly TraceStep[]): readonly Candidate[] {
  const asked = steps.flatMap((step) => (step.kind === 'policy' && step.table !== 'nat' ? [step] : []));
  const once = [...new Map(asked.map((step) => [`${step.table} ${step.chain}`, step])).values()];
  return once.flatMap(({ table, chain }) =>
    policyLines(document.pasted.texts, table, chain).map(({ text, line, policy, flipped }): Candidate => ({
      change: { kind: 'lines', text, line, remove: 1, insert: [flipped] },
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
      change: { kind: 'lines', text: line.text, line: line.line, remove: 1, insert: [withoutPart(line.words, part)] },
      says: phrase('document.why.test-out', { rule: ruleName(ref), test: part.text }),
      size: SIZE.test,
      ...rewritten(ref),
    }));
  });
}

function refsOf({ table, chain, from, to }: Extract<TraceStep, { kind: 'skip' }>): RuleRef[] {
  const first = Math.max(from, to - MOST_RULES);
  return Array.from({ length: to - first + 1 }, (_, index) => ({ table, chain, index: first + index }));
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
