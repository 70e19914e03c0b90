import type { IpFamily } from '../../net/ip';
import { printHeader } from './evaluate';
import { printMatch } from './matches';
import { printTarget, type Target } from './targets';
import type { XtRule } from './types';

/** A stretch of a rule's text: what the header tests, a module with its options, the remark, the target. */
export interface RulePart {
  readonly kind: 'test' | 'comment' | 'target';
  readonly text: string;
  /** Of a target: the name that stands in it after `-j` or `-g`. */
  readonly name?: string;
}

/** Where a {@link RulePart} begins. */
export type Cut = Omit<RulePart, 'text'> & { readonly start: number };

/** A part begins with an option of the header, `-m`, `-j` or `-g`. */
export function cutAt(cuts: Cut[], start: number, ...[short, name]: [short: string, name: string]): void {
  if (short === '-j' || short === '-g') cuts.push({ kind: 'target', start, name });
  else if (short === '-m') cuts.push({ kind: name === 'comment' ? 'comment' : 'test', start });
  else if (short === '-f' || /^-[sdiop]$/.test(short)) cuts.push({ kind: 'test', start });
}

/** What iptables-save prints after `-A CHAIN ` in its parts, each with the blank that follows it. */
export function printParts(rule: XtRule, family: IpFamily): readonly RulePart[] {
  const { matches, target } = rule;
  const parts: RulePart[] = [
    ...printHeader(rule).map((words) => ({ kind: 'test', text: words.join(' ') }) as const),
    ...matches.map((match) => {
      const kind = match.match === 'comment' ? 'comment' : 'test';
      return { kind, text: printMatch(match, family).join(' ') } as const;
    }),
    ...(target ? [targetPart(target, family)] : []),
  ];
  const shown = parts.filter(({ text }) => text !== '');
  return shown.map((part, at) => (at === shown.length - 1 ? part : { ...part, text: `${part.text} ` }));
}

function targetPart(target: Target, family: IpFamily): RulePart {
  const words = printTarget(target, family);
  return { kind: 'target', text: words.join(' '), name: words[1] ?? '' };
}
