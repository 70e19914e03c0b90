import { xmarkOf } from '../../linux/xtables/syntax/xmark';
import type { Match } from '../../linux/xtables/matches';
import type { Target } from '../../linux/xtables/targets';
import type { XtRule, XtTable } from '../../linux/xtables/types';
import { jumpOf } from '../rule-facts';
import { endsHere, isStateless } from './rule-kinds';

/** What rules leave changed behind them, as far as later rules of the same table can ask for it. */
export interface Effects {
  /** Bits of the packet's mark that may be another afterwards. */
  readonly mark: number;
  /** `--ctstate`: the packet may be left untracked, or put into another zone. */
  readonly conntrack: boolean;
  /** Members of ipsets. */
  readonly sets: boolean;
  /** Anything at all: what they do is not known here. */
  readonly anything: boolean;
  /** Asked twice with the same answers they leave the same, and nothing in them counts or draws lots. */
  readonly repeatable: boolean;
}

const NONE: Effects = { mark: 0, conntrack: false, sets: false, anything: false, repeatable: true };
const ANYTHING: Effects = { mark: 0, conntrack: true, sets: true, anything: true, repeatable: false };

/** They write lines, counters, or fields that no stateless test asks for. */
const HARMLESS: ReadonlySet<Target['target']> = new Set([
  'AUDIT',
  'CHECKSUM',
  'CLASSIFY',
  'DSCP',
  'IDLETIMER',
  'LED',
  'LOG',
  'NFLOG',
  'TOS',
  'TRACE',
  'ULOG',
]);

function ofTarget(target: Target): Effects {
  if (HARMLESS.has(target.target)) return NONE;
  if (target.target === 'MARK') {
    const { value, mask } = xmarkOf(target.spec) ?? { value: 0, mask: 0 };
    // Bits that are exclusive-ored in without being cleared change with every turn.
    return { ...NONE, mark: (value | mask) >>> 0, repeatable: (value & ~mask) === 0 };
  }
  if (target.target === 'CONNMARK') {
    const mark = target.spec.restore ? (target.spec.nfmask?.value ?? 0xffffffff) : 0;
    const taken = target.spec.restore ? (target.spec.ctmask?.value ?? 0xffffffff) : 0;
    return { ...NONE, mark: (mark | taken) >>> 0, repeatable: false };
  }
  if (target.target === 'SET') {
    const { add, del, map } = target.spec;
    const sets = (add ?? del) !== undefined;
    return { ...NONE, mark: map ? 0xffffffff : 0, sets, repeatable: false };
  }
  if (target.target === 'CT' || target.target === 'NOTRACK') return { ...NONE, conntrack: true };
  return ANYTHING;
}

function joined(a: Effects, b: Effects): Effects {
  return {
    mark: (a.mark | b.mark) >>> 0,
    conntrack: a.conntrack || b.conntrack,
    sets: a.sets || b.sets,
    anything: a.anything || b.anything,
    repeatable: a.repeatable && b.repeatable,
  };
}

/** Chains that jump deeper than this are not followed: what they do counts as anything. */
const DEEPEST = 100;

/** What the rules of one table change, chains that they jump to included; each chain is read once, when it is asked for. */
export class TableEffects {
  private readonly table: XtTable;
  private readonly known = new Map<string, Effects>();

  constructor(table: XtTable) {
    this.table = table;
  }

  /** What a packet that comes behind the rule may have been changed in. */
  of(rule: XtRule, depth = 0): Effects {
    const { target } = rule;
    if (!target || (endsHere(rule) && target.target !== 'GOTO')) return NONE;
    const chain = jumpOf(rule);
    return chain === undefined ? ofTarget(target) : this.ofChain(chain, depth);
  }

  /** Everything that a chain and what it leads to may change. A loop, or a chain that is not there: anything. */
  private ofChain(name: string, depth: number): Effects {
    const known = this.known.get(name);
    if (known) return known;
    const chain = this.table.chains.get(name);
    if (!chain || depth > DEEPEST) return ANYTHING;
    this.known.set(name, ANYTHING);
    let all = NONE;
    for (let index = 0; index < chain.length && !all.anything; index++) {
      const rule = chain.rule(index);
      all = joined(all, this.of(rule, depth + 1));
      if (!isStateless(rule)) all = { ...all, repeatable: false };
    }
    this.known.set(name, all);
    return all;
  }
}

function touchesMatch({ mark, conntrack, sets }: Effects, match: Match): boolean {
  if (match.match === 'mark') return ((match.spec.mark?.value.mask ?? 0xffffffff) & mark) !== 0;
  if (match.match === 'set') return sets;
  return conntrack && (match.match === 'conntrack' || match.match === 'state');
}

/** May a stateless rule answer otherwise after these effects than before? */
export function touches(effects: Effects, { matches }: XtRule): boolean {
  return effects.anything || matches.some((match) => touchesMatch(effects, match));
}
