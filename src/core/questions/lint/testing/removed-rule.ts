import { createRng, type Rng } from '../../../lib/random';
import type { Choice } from '../../../linux/chain-walk';
import type { CtState } from '../../../linux/conntrack/table';
import { HOOKS, type Hook } from '../../../linux/hooks';
import type { Skb } from '../../../linux/skb';
import { createState } from '../../../linux/state';
import {
  BUILT_IN_CHAINS,
  type AddressTest,
  type InterfaceTest,
  type XtChain,
  type XtRule,
  type XtTable,
} from '../../../linux/xtables/types';
import type { HandedEdit } from '../../../linux/xtables/extension';
import { EMPTY_NETNS } from '../../../linux/xtables/testing/walk-text';
import { walkTable } from '../../../linux/xtables/walk';
import { ip, type IpAddress, type IpFamily } from '../../../net/ip';
import type { L4Header } from '../../../net/packet';
import { observedOfPasted } from '../../reconstruct/observe-pasted';
import { pasted } from '../../../paste/testing/paste';
import type { Finding, LintedFamily } from '../finding';
import { lintPasted } from '../lint';

/** A rule that a finding calls never reached, or one that could go. */
interface Removable {
  readonly id: string;
  readonly table: XtTable;
  readonly chain: string;
  readonly index: number;
}

/** How many findings on a pasted text say that a rule can go, and of which of them one of `packets` packets tells otherwise. */
export function removalsOf(
  text: string,
  packets: number,
): { readonly claims: number; readonly wrong: readonly string[] } {
  const node = pasted(text);
  const { xtables } = observedOfPasted(node);
  const families = (['ipv4', 'ipv6'] as const).flatMap((family): LintedFamily[] => {
    const tables = xtables[family]?.tables;
    return tables ? [{ family, tables }] : [];
  });
  const claims = removableOf(families, lintPasted(node));
  const wrong = claims.flatMap((claim) => {
    const found = removalChanges(claim, packets);
    return found === undefined ? [] : [`${claim.id} ${claim.chain} ${claim.index + 1}: ${found}`];
  });
  return { claims: claims.length, wrong };
}

/** Findings of rules that decide no packet. */
const REACHES_NONE: ReadonlySet<string> = new Set(['never-matches', 'covered']);

/** The rules that findings say can go, with their tables. */
function removableOf(
  families: readonly LintedFamily[],
  findings: readonly Finding[],
): (Removable & { family: IpFamily })[] {
  return findings.flatMap(({ id, places }) => {
    const place = REACHES_NONE.has(id) ? places[0] : id === 'duplicate-rule' ? places[1] : undefined;
    const linted = families.find(({ family }) => family === place?.family);
    const table = linted && [...linted.tables.values()].find(({ name }) => name === place?.table);
    return place?.index === undefined || !table
      ? []
      : [{ id, table, chain: place.chain, index: place.index, family: linted.family }];
  });
}

/** The first of `count` packets made to reach the rule that fares otherwise without it; undefined: none does. */
function removalChanges(removable: Removable & { readonly family: IpFamily }, count: number): string | undefined {
  const { table, chain, index } = removable;
  const own = table.chains.get(chain);
  if (!own) return undefined;
  const without: XtTable = { ...table, chains: new Map(table.chains).set(chain, withoutRule(own, index)) };
  const rng = createRng(index + count);
  const entries = BUILT_IN_CHAINS[table.name].filter((hook) => table.chains.has(hook));
  for (let at = 0; at < count; at++) {
    // Whatever leads to the chain: half of the packets begin in it, where that does not count.
    const entry = at % 2 === 0 && removable.id !== 'covered' ? chain : (entries[rng.below(entries.length)] ?? chain);
    const hook =
      HOOKS.find((name) => name === entry) ??
      BUILT_IN_CHAINS[table.name][rng.below(BUILT_IN_CHAINS[table.name].length)] ??
      'FORWARD';
    const skb = packetFor(mixed(own, index, rng), removable.family, rng);
    const seed = rng.u32();
    const [before, after] = [table, without].map((each) => ended(each, { entry, hook, skb, seed }, removable));
    if (before !== after) return `${entry} ${JSON.stringify(skb)}: ${before} | ${after}`;
  }
  return undefined;
}

function withoutRule(chain: XtChain, index: number): XtChain {
  // A rule that only counts, so that the others keep their places.
  const { text: _, ...rest } = chain;
  return { ...rest, rule: (at) => (at === index ? { matches: [] } : chain.rule(at)) };
}

interface Visit {
  readonly entry: string;
  readonly hook: Hook;
  readonly skb: Skb;
  readonly seed: number;
}

function ended(table: XtTable, { entry, hook, skb, seed }: Visit, { id, chain, index }: Removable): string {
  const packet: Skb = { ...skb, ...(skb.ct ? { ct: { ...skb.ct } } : {}) };
  const edits: HandedEdit[] = [];
  const state = createState();
  let reached = '';
  const verdict = walkTable({
    table,
    chain: entry,
    ctx: {
      family: skb.packet.family,
      hook,
      skb: packet,
      netns: EMPTY_NETNS,
      state,
      decide: (choice) => drawn(choice, seed),
    },
    apply: (edit) => {
      if (edit.kind === 'notrack') packet.ctState = 'UNTRACKED';
      edits.push(edit);
      return undefined;
    },
    record: (event) => {
      const isIt = event.kind === 'rule' && event.ref.chain === chain && event.ref.index === index;
      // It was to match nothing: that it matched is already the contradiction.
      if (isIt && REACHES_NONE.has(id) && table.chains.get(chain)?.rule(index).target) reached = ' reached';
    },
  });
  return JSON.stringify([verdict, packet.mark, packet.ct?.mark, edits, [...state.recent]]) + reached;
}

/** One answer, a branch from 0, for a place and a run, with and without a rule, and for all who ask the same. */
export function drawn(choice: Choice, seed: number): number {
  const asked = choice.kind === 'unknown' ? choice.asks : undefined;
  const words = asked?.what ?? choice.where;
  const hash = Array.from(words).reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 16_777_619), seed);
  const branch = createRng(hash).below(choice.kind === 'unknown' ? choice.branches : choice.probabilities.length);
  return asked?.negated ? 1 - branch : branch;
}

const STATES: readonly CtState[] = ['NEW', 'ESTABLISHED', 'RELATED', 'INVALID', 'UNTRACKED'];

/** What the rule asks, and where it asks nothing, what another one of its chain does: rules between may change the packet. */
function mixed(chain: XtChain, index: number, rng: Rng): XtRule {
  const other = chain.rule(rng.below(chain.length));
  const rule = chain.rule(index);
  return { ...other, ...rule, matches: [...rule.matches, ...other.matches] };
}

/** A packet that mostly holds what a rule asks; now and then one part is something else. */
function packetFor(rule: XtRule, family: IpFamily, rng: Rng): Skb {
  const any = family === 'ipv4' ? ip('198.51.100.7') : ip('2001:db8::7');
  const src = addressFor(rule.src, any, rng);
  const dst = addressFor(rule.dst, any, rng);
  const skb: Skb = {
    packet: { family, src, dst, ttl: 64, l4: l4For(rule, rng) },
    mark: markFor(rule, rng),
    local: false,
  };
  skb.indev = deviceFor(rule.indev, rng);
  skb.outdev = deviceFor(rule.outdev, rng);
  skb.ctState = stateFor(rule, rng);
  return skb;
}

const odd = (rng: Rng): boolean => rng.below(8) === 0;

function addressFor(test: AddressTest | undefined, any: IpAddress, rng: Rng): IpAddress {
  if (!test || test.negated !== odd(rng)) return any;
  const words = test.address.words.map((word, at) => (word | (rng.u32() & ~(test.mask[at] ?? 0))) >>> 0);
  return { family: any.family, words };
}

function deviceFor(test: InterfaceTest | undefined, rng: Rng): string {
  if (!test || test.negated !== odd(rng)) return 'other0';
  return test.prefix ? `${test.name}1` : test.name;
}

function markFor({ matches }: XtRule, rng: Rng): number {
  const asked = matches.find((match) => match.match === 'mark');
  const given = asked?.match === 'mark' ? asked.spec.mark : undefined;
  if (!given || given.negated || odd(rng)) return rng.below(2) === 0 ? 0 : rng.u32();
  const { value, mask } = given.value;
  return (value | (rng.u32() & ~mask)) >>> 0;
}

function stateFor({ matches }: XtRule, rng: Rng): CtState {
  const asked = matches.flatMap((match) => {
    if (match.match !== 'conntrack' && match.match !== 'state') return [];
    const words: readonly string[] = match.spec.state?.value ?? [];
    return STATES.filter((state) => words.includes(state));
  });
  const from = asked.length > 0 && !odd(rng) ? asked : STATES;
  return from[rng.below(from.length)] ?? 'NEW';
}

function portFor({ matches }: XtRule, side: 'sport' | 'dport', rng: Rng): number {
  for (const match of matches) {
    if (match.match === 'tcp' || match.match === 'udp' || match.match === 'sctp') {
      const given = match.spec[side];
      if (given && !given.negated && !odd(rng))
        return given.value.min + rng.below(given.value.max - given.value.min + 1);
    }
    if (match.match === 'multiport') {
      const given = match.spec[side === 'sport' ? 'sports' : 'dports'] ?? match.spec.ports;
      const range = given?.value[rng.below(given.value.length)];
      if (range && !odd(rng)) return range.min;
    }
  }
  return 1 + rng.below(65_535);
}

function l4For(rule: XtRule, rng: Rng): L4Header {
  const protocol = rule.proto && !rule.proto.negated ? rule.proto.protocol : ([6, 17, 1][rng.below(3)] ?? 6);
  const ports = { sport: portFor(rule, 'sport', rng), dport: portFor(rule, 'dport', rng) };
  switch (protocol) {
    case 6:
      return { proto: 'tcp', ...ports, flags: rng.below(2) === 0 ? { syn: true } : { ack: true }, seq: 1, ack: 0 };
    case 17:
      return { proto: 'udp', ...ports };
    case 132:
      return { proto: 'sctp', ...ports, chunk: 'INIT' };
    case 1:
      return { proto: 'icmp', type: rng.below(19), code: 0 };
    case 58:
      return { proto: 'icmpv6', type: 128 + rng.below(10), code: 0 };
    default:
      return { proto: 'other', protocol };
  }
}
