import type { UntoldMarks } from '../linux/namespace';
import { findXmark, hex } from '../linux/xtables/syntax/numbers';
import type { XtRule } from '../linux/xtables/types';
import { phrase } from '../lib/phrase';
import type { IpFamily } from '../net/ip';
import type { PastedRuleset } from './layers';
import type { Machine } from './machine/types';
import { ownerOfChain } from './owners';
import type { Assumption } from './pasted-types';

/** What was pasted, as far as it tells whether marks may come from elsewhere. */
interface MarkedTexts {
  readonly ruleset: PastedRuleset;
  readonly machine: Pick<Machine, 'nft'>;
  readonly texts: readonly { readonly pasted: { readonly text: string } }[];
}

const ALL = 0xffffffff;
const BLOCK = /^\s{0,8}\*(?:raw|mangle|nat|filter|security)\s{0,8}$/gm;
/** Rules that ask for a mark or set one; others are not read. */
const OF_MARKS = /--mark |-j (?:CONN)?MARK /;

/** A dump of several tables is of all that there are; a table by itself was asked for. */
const isWholeDump = ({ pasted: { text } }: MarkedTexts['texts'][number]): boolean =>
  [...text.matchAll(BLOCK)].length > 1;

/** Writers whose setters of marks are completed; others set theirs in chains that may be missing. */
const OWN: ReadonlySet<string> = new Set(['kube-proxy', 'kubelet']);

interface Bits {
  asked: number;
  /** Asked by kube-proxy or the kubelet in chains of their own: who sets them is put in where an excerpt leaves it out. */
  own: number;
  set: number;
}

function noteTests(rule: XtRule, isOwned: boolean, bits: Record<keyof UntoldMarks, Bits>): void {
  for (const { match, spec } of rule.matches) {
    if ((match !== 'mark' && match !== 'connmark') || !('mark' in spec)) continue;
    const mask = (spec.mark as { readonly value: { readonly mask: number } } | undefined)?.value.mask ?? 0;
    if (isOwned) bits[match].own |= mask;
    else bits[match].asked |= mask;
  }
}

function noteTarget({ target }: XtRule, bits: Record<keyof UntoldMarks, Bits>): void {
  if (target?.target === 'MARK') {
    // A rule that only clears a bit tells of somebody who sets it.
    bits.mark.set |= findXmark(target.spec)?.value ?? 0;
  }
  if (target?.target !== 'CONNMARK') return;
  const { value, mask } = findXmark(target.spec) ?? { value: ALL, mask: ALL };
  bits.connmark.set |= value | mask;
  if (target.spec.restore) bits.mark.set |= target.spec.nfmask?.value ?? ALL;
}

function findMarks({ ruleset, machine, texts }: MarkedTexts): UntoldMarks | undefined {
  if (machine.nft || ruleset.tables.size === 0 || ruleset.tables.get('mangle')?.whole) return undefined;
  if (texts.some(isWholeDump)) return undefined;
  const none = (): Bits => ({ asked: 0, own: 0, set: 0 });
  const bits = { mark: none(), connmark: none() };
  for (const { chains } of ruleset.tables.values()) {
    for (const chain of chains.values()) {
      const isOwned = OWN.has(ownerOfChain(chain.name) ?? '');
      for (let at = 0; at < chain.length; at++) {
        if (!OF_MARKS.test(chain.text?.(at) ?? '-j MARK ')) continue;
        noteTests(chain.rule(at), isOwned, bits);
        noteTarget(chain.rule(at), bits);
      }
    }
  }
  const untold = ({ asked, own, set }: Bits): number => (asked & ~own & ~set) >>> 0;
  const found = { mark: untold(bits.mark), connmark: untold(bits.connmark) };
  return found.mark === 0 && found.connmark === 0 ? undefined : found;
}

/** By family; one that has none is not there. */
export type MarksByFamily = Readonly<Partial<Record<IpFamily, UntoldMarks>>>;

/** Bits of marks that rules ask for, that no rule here sets, and that a table nobody pasted may set. */
export function findUntoldMarks(
  rulesets: Readonly<Partial<Record<IpFamily, PastedRuleset>>>,
  beside: Omit<MarkedTexts, 'ruleset'>,
): MarksByFamily {
  const found = (['ipv4', 'ipv6'] as const).flatMap((family) => {
    const ruleset = rulesets[family];
    const marks = ruleset && findMarks({ ruleset, ...beside });
    return marks ? [[family, marks] as const] : [];
  });
  return Object.fromEntries(found);
}

/** Says that marks may come from a table nobody pasted, with the command that tells. */
export function sayUntoldMarks(found: MarksByFamily): readonly Assumption[] {
  return (['ipv4', 'ipv6'] as const).flatMap((family): readonly Assumption[] => {
    const marks = found[family];
    if (!marks) return [];
    const command = `${family === 'ipv4' ? 'iptables-save' : 'ip6tables-save'} -t mangle`;
    const reason = phrase('analysis.table.marks', { bits: hex((marks.mark | marks.connmark) >>> 0), command });
    return [
      { id: `table:${family} mangle`, about: 'table', value: 'mangle', evidence: [], reason, settledBy: command },
    ];
  });
}
