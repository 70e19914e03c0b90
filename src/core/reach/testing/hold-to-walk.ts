import { add, formatFraction, multiply, ONE, ZERO, type Fraction } from '../../lib/fraction';
import { createRng } from '../../lib/random';
import type { Choice } from '../../linux/chain-walk';
import type { HandedEdit } from '../../linux/xtables/extension';
import type { Netns } from '../../linux/netns';
import { createState } from '../../linux/state';
import { walkTable } from '../../linux/xtables/walk';
import { cofactor, makePacket, sampleHeader, type Header } from '../sample';
import { findFate, type TableModel } from '../table-model';

/** An end as both sides say it: verdict, what decides, where to. */
function sayEnd(verdict: { kind: string }, by: string, nat: string): string {
  return `${verdict.kind} ${by} ${nat}`;
}

function walkOnce(model: TableModel, header: Header, { netns, script }: { netns: Netns; script: readonly number[] }) {
  const decisions: { choice: Choice; taken: number }[] = [];
  const skb = makePacket(model.space, header, model.hook);
  let by = '';
  let nat = '';
  const verdict = walkTable({
    table: model.table,
    chain: model.hook,
    ctx: {
      family: model.space.family,
      hook: model.hook,
      skb,
      netns,
      state: createState(),
      decide: (choice) => {
        const taken = script[decisions.length] ?? 0;
        decisions.push({ choice, taken });
        return taken;
      },
    },
    apply: (edit: HandedEdit) => {
      if (edit.kind === 'nat') nat = `${edit.manip} ${JSON.stringify(edit.range)}`;
      return undefined;
    },
    record: (event) => {
      if (event.kind === 'rule') by = `${event.ref.chain} ${event.ref.index}`;
      else if (event.kind === 'policy') by = '';
    },
  });
  return { end: `${sayEnd(verdict, by, nat)} ${skb.mark}`, nat, decisions };
}

/** Every end of the walk, with its odds, unless it asked what nobody knows. */
function walkAll(model: TableModel, header: Header, netns: Netns): { ends: Map<string, Fraction>; asked: boolean } {
  let asked = false;
  const ends = new Map<string, Fraction>();
  const open: number[][] = [[]];
  while (open.length > 0) {
    const script = open.pop() ?? [];
    const { end, decisions } = walkOnce(model, header, { netns, script });
    let odds = ONE;
    decisions.forEach(({ choice, taken }, i) => {
      const branches = choice.kind === 'random' ? choice.probabilities.length : choice.branches;
      for (let other = 1; i >= script.length && other < branches; other++) {
        open.push([...decisions.slice(0, i).map((each) => each.taken), other]);
      }
      asked ||= choice.kind === 'unknown';
      if (choice.kind === 'random') odds = multiply(odds, choice.probabilities[taken] ?? ZERO);
    });
    ends.set(end, add(ends.get(end) ?? ZERO, odds));
  }
  return { ends, asked };
}

/** Every end of the model, with its odds; `sure`: nothing in it is unknown. */
function modelAll(model: TableModel, header: Header, marks: readonly number[]) {
  const { space } = model;
  const left = cofactor(space, model.outcome, header);
  const { sure, odds } = space.oddsOf(left);
  const bits = marks.map((bit) => cofactor(space, bit, header));
  const certain = bits.every((bit) => bit < 2);
  const mark = certain ? bits.reduce((sum, bit) => sum * 2 + bit, 0) : undefined;
  const ends = new Map<string, Fraction>();
  for (const [value, share] of odds) {
    const fate = findFate(model, value);
    if (!fate) throw new Error('a packet without a fate');
    const nat = fate.nat ? `${fate.nat.manip} ${JSON.stringify(fate.nat.own ? '' : fate.nat.range)}` : '';
    const end = sayEnd(fate.verdict, fate.by ? `${fate.by.chain} ${fate.by.index}` : '', nat);
    ends.set(mark === undefined ? end : `${end} ${mark}`, share);
  }
  return { sure, certain, ends };
}

function put(header: Header, { first, count }: { first: number; count: number }, words: readonly number[]): void {
  for (let i = 0; i < count; i++) {
    const at = count <= 32 ? 32 - count + i : i;
    header[first + i] = ((words[at >> 5] ?? 0) >>> (31 - (at & 31))) & 1;
  }
}

/** A packet made of what a rule is written with, read without its sets: one that a wrong set leaves out is seen, too. */
function packetNear(model: TableModel, header: Header, below: (bound: number) => number): void {
  const { fields } = model.space.bits;
  const chains = [...model.table.chains.values()].filter(({ length }) => length > 0);
  for (let rounds = 1 + below(2); rounds > 0; rounds--) {
    const chain = chains[below(chains.length)];
    const rule = chain?.rule(below(chain.length));
    if (!rule) return;
    if (rule.src && below(2)) put(header, fields.src, rule.src.address.words);
    if (rule.dst) put(header, fields.dst, rule.dst.address.words);
    if (rule.proto) put(header, fields.protocol, [rule.proto.protocol]);
    const numbers = (JSON.stringify(rule.matches).match(/\b\d{1,5}\b/g) ?? []).map(Number);
    const number = numbers[below(numbers.length)];
    if (number !== undefined) put(header, below(4) === 0 ? fields.sport : fields.dport, [number & 0xffff]);
  }
}

/**
 * Samples packets of each class of a model and walks them: what differs, and how many were walked. Where nothing is
 * unknown, ends, marks and odds are equal; else each end of the walk is one of the model's.
 */
export function holdToWalk(
  model: TableModel,
  { netns, each, seed }: { readonly netns: Netns; readonly each: number; readonly seed: number },
): { readonly walked: number; readonly differences: readonly string[] } {
  const { space, outcome } = model;
  const rng = createRng(seed);
  const random = (): number => rng.below(2);
  const marks = model.marks();
  const differences: string[] = [];
  let walked = 0;
  for (const [at] of model.fates.entries()) {
    const set = space.diagrams.where(outcome, space.diagrams.leaf(at + 2));
    const samples = set === 0 ? 0 : each;
    for (let i = 0; i < samples; i++) {
      const header = sampleHeader(space, set, random);
      if (i % 2 === 1) packetNear(model, header, rng.below);
      const { ends: walk, asked } = walkAll(model, header, netns);
      const { sure, certain, ends } = modelAll(model, header, marks);
      walked++;
      const withoutMark = (end: string): string => end.replace(/ \d+$/, '');
      const bare = (end: string): string => withoutMark(end).replace(/ (SRC|DST) .*$/, ' $1 ""');
      for (const [end, odds] of walk) {
        const key = certain ? end : withoutMark(end);
        const own = ends.get(key) ?? (certain ? undefined : ends.get(withoutMark(end)));
        const found = own ?? (sure ? undefined : [...ends].find(([mine]) => mine.startsWith(bare(end)))?.[1]);
        if (!found || (sure && certain && !asked && formatFraction(found) !== formatFraction(odds)))
          differences.push(
            `${model.table.name} ${model.hook}: ${end} ${formatFraction(odds)}; model ${[...ends.keys()].join(' | ')}`,
          );
      }
      if (sure && certain && walk.size !== ends.size)
        differences.push(`ends: ${walk.size} walked, ${ends.size} in the model`);
    }
  }
  return { walked, differences };
}
