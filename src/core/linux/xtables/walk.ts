import { getMemo, once, type Memo } from '../../lib/memo';
import { countBefore } from '../../lib/sorted';
import { ChainWalk, type Choice } from '../chain-walk';
import type { TableName, Verdict, RuleRef } from '../hooks';
import { testRule, takeTarget } from './evaluate';
import type { WalkEvent, XtChain, XtRule, XtTable } from './types';
import type { HandedEdit, HookContext } from './extension';
import { parseCidr, getBits, formatIp } from '../../net/ip';
import type { Packet } from '../../net/packet';

/** Shorter chains are walked as they are. */
const WORTH_AN_INDEX = 48;

/** Matches that remember nothing: not asking them changes nothing. */
const FORGETFUL = new Set([
  'comment',
  'tcp',
  'udp',
  'sctp',
  'addrtype',
  'conntrack',
  'state',
  'mark',
  'connmark',
  'multiport',
]);

const PORTED: Readonly<Record<string, string>> = {
  tcp: 'tcp',
  '6': 'tcp',
  udp: 'udp',
  '17': 'udp',
  sctp: 'sctp',
  '132': 'sctp',
};

/**
 * Rules of a chain by something they surely want: a destination, a source, a protocol and port.
 * Lists hold rule indexes, smallest first; `any` is for rules that may match whatever comes.
 */
interface ChainIndex {
  readonly any: readonly number[];
  readonly byKey: ReadonlyMap<string, readonly number[]>;
}

/** Words of a rule; quoted parts are one word, their quotes kept, so that no comment looks like an option. */
const WORD = /"(?:[^"\\]|\\.)*"|'[^']*'|\S+/g;

type Part = 'dst' | 'src' | 'proto' | 'dport';

interface Wanted extends Record<Part, string | undefined> {
  /** No test in it remembers anything. */
  forgetful: boolean;
  /** An option is given twice: what it means is not decided here. */
  odd: boolean;
}

/** A single address; undefined for networks, names and lists. */
function singleAddress(text: string): string | undefined {
  const parsed = parseCidr(text);
  if (!parsed.ok) return undefined;
  const { address, prefix } = parsed.value;
  return prefix === getBits(address.family) ? formatIp(address) : undefined;
}

/** The options looked at, by the part of the rule they fill. */
const OPTIONS: Readonly<Record<string, Part>> = {
  '-d': 'dst',
  '--destination': 'dst',
  '--dst': 'dst',
  '-s': 'src',
  '--source': 'src',
  '--src': 'src',
  '-p': 'proto',
  '--protocol': 'proto',
  '--proto': 'proto',
  '--dport': 'dport',
  '--destination-port': 'dport',
};

function equalTo(part: Part, value: string): string | undefined {
  if (part === 'proto') return PORTED[value];
  if (part === 'dport') return /^\d{1,5}$/.test(value) ? String(Number(value)) : undefined;
  return singleAddress(value);
}

function note(wanted: Wanted, seen: Set<string>, option: string, value: string): void {
  const part = OPTIONS[option];
  if (part) {
    wanted.odd ||= seen.has(part);
    seen.add(part);
    const equal = equalTo(part, value);
    if (equal !== undefined) wanted[part] = equal;
  } else if (option === '-m' || option === '--match') wanted.forgetful &&= FORGETFUL.has(value);
}

/** Values that a rule's text asks for with equality: protocol, address and port, for an index. */
function wantedBy(text: string): Wanted {
  const words = text.match(WORD) ?? [];
  // One shape for all: there may be a hundred thousand.
  const wanted: Wanted = {
    dst: undefined,
    src: undefined,
    proto: undefined,
    dport: undefined,
    forgetful: true,
    odd: false,
  };
  const seen = new Set<string>();
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? '';
    const value = words[i + 1];
    if (word === '!') {
      seen.add(OPTIONS[value ?? ''] ?? '');
      i += 2;
    } else if (word.startsWith('-') && value !== undefined && value !== '!') {
      note(wanted, seen, word, value);
      // The word behind an option is its value even if it looks like one: `--comment -d`.
      if (word === '--comment' || word === '-d' || word === '-s' || word === '-p' || word === '-m') i++;
    }
  }
  return wanted;
}

function findKey(text: string): string | undefined {
  const { dst, src, proto, dport, forgetful, odd } = wantedBy(text);
  if (odd) return undefined;
  if (dst !== undefined) return `d${dst}`;
  if (proto !== undefined && dport !== undefined && forgetful) return `${proto}${dport}`;
  return src === undefined ? undefined : `s${src}`;
}

const MOST_KEYS = 100_000;

/** Of generated rules, which come again with every edit. */
function knownKeyOf(memo: Memo): (text: string) => string | undefined {
  const keys = memo.valuesOf(knownKeyOf);
  return (text) => {
    const known = keys.get(text);
    if (known) return known[0] as string | undefined;
    if (keys.size >= MOST_KEYS) keys.clear();
    const key = findKey(text);
    keys.set(text, [key]);
    return key;
  };
}

const indexOf = once((chain: XtChain, memo): ChainIndex => {
  const any: number[] = [];
  const byKey = new Map<string, number[]>();
  // A pasted line is read once; remembering it would keep the whole paste.
  const read = chain.length > 0 && chain.line(0) === undefined ? knownKeyOf(memo) : findKey;
  for (let index = 0; index < chain.length; index++) {
    const text = chain.text?.(index);
    const key = text === undefined ? undefined : read(text);
    if (key === undefined) any.push(index);
    else {
      const list = byKey.get(key);
      if (list) list.push(index);
      else byKey.set(key, [index]);
    }
  }
  return { any, byKey };
});

/** The first number of a sorted list that is not below `from`. */
function firstFrom(list: readonly number[] | undefined, from: number): number {
  if (!list) return Infinity;
  return list[countBefore(list.length, (at) => (list[at] ?? 0) < from)] ?? Infinity;
}

/**
 * The first rule from `from` on that the packet could match; the chain's length if there is none. Rules
 * left out want another address or port, so that evaluating them would neither match nor change anything.
 */
export function nextCandidate(
  chain: XtChain,
  from: number,
  { packet: { src, dst, l4 }, memo }: { readonly packet: Packet; readonly memo: Memo },
): number {
  if (chain.length < WORTH_AN_INDEX || !chain.text) return from;
  const index = indexOf(chain, memo);
  const ported = 'dport' in l4 ? `${l4.proto}${l4.dport}` : undefined;
  const keys = [`d${formatIp(dst)}`, `s${formatIp(src)}`, ...(ported === undefined ? [] : [ported])];
  const next = keys.reduce(
    (least, key) => Math.min(least, firstFrom(index.byKey.get(key), from)),
    firstFrom(index.any, from),
  );
  return Math.min(next, chain.length);
}

interface WalkInput {
  readonly table: XtTable;
  /** The built-in chain of the hook: `PREROUTING`. */
  readonly chain: string;
  /** `skb` is changed in place by targets that mark; `state` by matches that remember. */
  readonly ctx: Omit<HookContext, 'ref' | 'matchIndex' | 'table'>;
  /** Does what the walk cannot (NAT, conntrack); a verdict it returns replaces the target's (DROP when NAT fails). */
  readonly apply: (edit: HandedEdit, ref: RuleRef) => Verdict | undefined;
  readonly record: (event: WalkEvent) => void;
  /** False: every rule is asked, also in chains long enough for an index. The result is the same. */
  readonly indexed?: boolean;
}

/**
 * Twenty chains that each jump twice to the next make a million visits: the kernel walks them and stands still
 * for so long. More than this is not walked.
 */
const MOST_CHAINS = 100_000;

type Live = { -readonly [K in keyof HookContext]: HookContext[K] };

interface Walk {
  readonly input: WalkInput;
  readonly ctx: Live;
  readonly place: ChainWalk<TableName, XtChain>;
}

/**
 * Evaluates one table at a hook for a packet: ACCEPT, DROP, REJECT or STOLEN. Rules in order, jumps,
 * gotos, returns and the policy as ipt_do_table() in net/ipv4/netfilter/ip_tables.c. A ruleset that
 * loops, which the kernel refuses to load, ends as STOLEN by `LOOP`; one that jumps without measure by `TOO LONG`.
 */
export function walkTable(input: WalkInput): Verdict {
  const chain = input.table.chains.get(input.chain);
  if (!chain) return { kind: 'ACCEPT' };
  const walk = start(input, chain);
  const { place, ctx } = walk;
  const memo = getMemo(ctx.netns);
  for (;;) {
    if (input.indexed !== false)
      place.index = nextCandidate(place.chain, place.index, { packet: ctx.skb.packet, memo });
    const verdict = place.index < place.chain.length ? step(walk) : place.leave('end');
    if (verdict) return verdict;
  }
}

function start(input: WalkInput, base: XtChain): Walk {
  const { chains, name: table } = input.table;
  const { family, hook, skb, netns, state } = input.ctx;
  const place = new ChainWalk<TableName, XtChain>({
    table,
    base,
    ...(base.policy ? { policy: base.policy } : {}),
    chainOf: (name) => chains.get(name),
    refuses: (_, entered) => (entered > MOST_CHAINS ? 'TOO LONG' : undefined),
    record: input.record,
  });
  const decide = (choice: Choice): number => {
    const branch = input.ctx.decide(choice);
    place.answer(choice, branch);
    return branch;
  };
  const ref = { table, chain: base.name, index: 0 };
  // All that will ever be in it, at once: a field that comes later costs as much as the rule that asks for it.
  const ctx = { family, hook, table, skb, netns, state, decide, ref, matchIndex: 0 };
  return { input, place, ctx };
}

/** One rule. A verdict ends the walk. */
function step(walk: Walk): Verdict | undefined {
  const { ctx, place } = walk;
  ctx.ref = { table: walk.input.table.name, chain: place.chain.name, index: place.index };
  place.ask();
  const rule = place.chain.rule(place.index);
  if (testRule(rule, ctx)) return take(walk, rule);
  place.pass();
  return undefined;
}

function take(walk: Walk, rule: XtRule): Verdict | undefined {
  const { ctx, place } = walk;
  const { ref } = ctx;
  const markBefore = ctx.skb.mark;
  // What was asked before saw the packet as it came.
  place.report();
  const taken = takeTarget(rule, ctx, (name) => walk.input.table.chains.has(name));
  const told = place.hold();
  walk.input.record({
    kind: 'rule',
    ref,
    verdict: taken.verdict,
    ...(ctx.skb.mark === markBefore ? {} : { markBefore }),
    ...told,
  });
  let { verdict } = taken;
  for (const edit of taken.handed) verdict = walk.input.apply(edit, ref) ?? verdict;
  return place.follow(verdict);
}
