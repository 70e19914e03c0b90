import { isXtTable, type RuleRef } from '../../linux/hooks';
import type { Netns } from '../../linux/netns';
import { type IpFamily, formatIp } from '../../net/ip';
import type { PastedText, FlowSource } from '../../document/document';
import { ownerOfChain } from '../../paste/owners';
import { phrase } from '../../lib/phrase';
import type { TraceStep } from '../../sim/trace';
import { SIZE, type Candidate, type WalkedFlow, candidateRuleName } from './candidate';
import { otherPorts } from './caller-candidates';
import { kernelCandidates, routeCandidates } from './kernel-candidates';
import { scanWords } from '../../lib/scan';

/** A line of a pasted text, 0-based. */
export interface PastedLine {
  readonly text: string;
  readonly line: number;
  readonly words: string;
}

/** Where the rule was pasted; undefined when no line of a text is surely it. */
export function lineOfPastedRule(
  texts: readonly PastedText[],
  netns: Netns,
  family: IpFamily,
  ref: RuleRef,
): PastedLine | undefined {
  const { wanted, number } = writtenAs(netns, family, ref);
  if (wanted === undefined) return undefined;
  for (const { id, text } of texts) {
    const lines = text.split('\n');
    const isIt = (words: string | undefined): boolean => words?.trim().endsWith(wanted) === true;
    const line = number !== undefined && isIt(lines[number - 1]) ? number - 1 : lines.findIndex(isIt);
    if (line >= 0) return { text: id, line, words: lines[line] ?? '' };
  }
  return undefined;
}

function writtenAs(
  { xtables, nftables }: Netns,
  family: IpFamily,
  { table, chain: name, index }: RuleRef,
): { readonly wanted?: string | undefined; readonly number?: number | undefined } {
  if (isXtTable(table)) {
    const chain = xtables[family]?.tables.get(table)?.chains.get(name);
    const text = chain && index < chain.length ? chain.text?.(index) : undefined;
    return text === undefined ? {} : { wanted: `-A ${name} ${text}`.trim(), number: chain?.line(index) };
  }
  const chain = nftables?.tables.get(table)?.chains.get(name);
  if (!chain || index >= chain.length) return {};
  const isXt = chain.rule(index).statements[0]?.statement === 'xtables';
  return { wanted: `${isXt ? `-A ${name} ` : ''}${chain.text(index)}`.trim(), number: chain.line(index) };
}

/** Lines that give a built-in or base chain its policy: what stands before the word, and the word. */
const POLICIES = [
  /^(\s*:(\S+) )(ACCEPT|DROP)\b/,
  /^(\s*-P (\S+) )(ACCEPT|DROP)\b/,
  /^(\s*Chain (\S+) \(policy )(ACCEPT|DROP)\b/,
  /^(\s*type \w+ hook (\w+) .*policy )(accept|drop)\b/,
] as const;

interface PolicyLine extends PastedLine {
  readonly policy: 'ACCEPT' | 'DROP';
  /** The line with the other policy. */
  readonly flipped: string;
}

/** The lines that may give the chain of the table its policy; several tables may have a chain of that name. */
export function policyLines(texts: readonly PastedText[], table: string, chain: string): readonly PolicyLine[] {
  // A table of the other iptables was pasted as one of iptables.
  const bare = /^ip6? (raw|mangle|nat|filter|security)(?: \(legacy\))?$/.exec(table)?.[1];
  return texts.flatMap(({ id, text }) => {
    let [inTable, inChain] = ['', ''];
    return text.split('\n').flatMap((words, line) => {
      inTable = /^\*(\w+)/.exec(words)?.[1] ?? /^table (\S+ \S+) \{/.exec(words)?.[1] ?? inTable;
      inChain = /^\s*chain (\S+) \{/.exec(words)?.[1] ?? inChain;
      const found = POLICIES.map((pattern) => pattern.exec(words)).find((match) => match);
      if (!found || (inTable !== '' && inTable !== table && inTable !== bare)) return [];
      const [whole, before = '', name = '', policy = ''] = found;
      if ((/hook/.test(before) ? inChain : name) !== chain) return [];
      const other = { ACCEPT: 'DROP', DROP: 'ACCEPT', accept: 'drop', drop: 'accept' }[policy] ?? '';
      const flipped = `${before}${other}${words.slice(whole.length)}`;
      return [{ text: id, line, words, policy: policy.toUpperCase() as 'ACCEPT' | 'DROP', flipped }];
    });
  });
}

/** Parts of a rule's line that test something and can be taken out alone: offsets in the line, end exclusive. */
interface TestPart {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Options that begin a part of their own; `-m` takes what follows it along. */
const HEADERS = new Set(['-s', '-d', '-i', '-o', '--source', '--destination', '--in-interface', '--out-interface']);
const ENDS = new Set(['-j', '-g', '--jump', '--goto', '-A', '--append', '-p', '--protocol', ...HEADERS]);

/** The tests of a line of iptables-save; a protocol stays, because what tests ports needs it. */
export function testParts(line: string): readonly TestPart[] {
  const words = scanWords(line);
  const parts: TestPart[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (!word) break;
    const first = words[at - 1]?.value === '!' ? at - 1 : at;
    const last = HEADERS.has(word.value)
      ? at + 1
      : word.value === '-m'
        ? endOfMatch(
            words.map(({ value }) => value),
            at,
          )
        : at;
    if (last === at) continue;
    const [start, end] = [words[first]?.start ?? 0, words[last]?.end ?? line.length];
    if (words[at + 1]?.value !== 'comment') parts.push({ text: line.slice(start, end), start, end });
    at = last;
  }
  return parts;
}

/** The last word of `-m NAME --option value…`. */
function endOfMatch(words: readonly string[], at: number): number {
  let last = at + 1;
  while (last + 1 < words.length) {
    const next = words[last + 1] ?? '';
    if (next === '-m' || ENDS.has(next)) break;
    if (next === '!' && ENDS.has(words[last + 2] ?? '')) break;
    last++;
  }
  return last;
}

/** The line without one of its tests. */
export function withoutPart(line: string, { start, end }: TestPart): string {
  return `${line.slice(0, start).trimEnd()} ${line.slice(end).trimStart()}`.trimEnd();
}

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
    ...otherPorts(walked),
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
  const once = [...new Map(matched.map((ref) => [candidateRuleName(ref), ref])).values()];
  return once.slice(0, MOST_RULES).flatMap((ref): Candidate[] => {
    const line = at(ref);
    if (!line) return [];
    return [
      {
        change: { kind: 'lines', text: line.text, line: line.line, remove: 1, insert: [] },
        says: phrase('document.why.rule-out', { rule: candidateRuleName(ref), text: line.words.trim() }),
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
  const once = [...new Map(matched.map((ref) => [candidateRuleName(ref), ref])).values()].slice(0, MOST_RULES);
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
              rule: candidateRuleName(ref),
              after: candidateRuleName(later),
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
    .flatMap((step) => (step.kind === 'skip' ? [listRefs(step)] : []))
    .flat()
    .toReversed();
  return missed.slice(0, MOST_RULES).flatMap((ref) => {
    const line = at(ref);
    if (!line?.words.trimStart().startsWith('-A')) return [];
    return testParts(line.words).map((part): Candidate => ({
      change: { kind: 'lines', text: line.text, line: line.line, remove: 1, insert: [withoutPart(line.words, part)] },
      says: phrase('document.why.test-out', { rule: candidateRuleName(ref), test: part.text }),
      size: SIZE.test,
      ...rewritten(ref),
    }));
  });
}

function listRefs({ table, chain, from, to }: Extract<TraceStep, { kind: 'skip' }>): RuleRef[] {
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
