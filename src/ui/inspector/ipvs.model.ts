import type { IpvsStep } from '../../core/sim/trace';

/** Which of four things the director did. */
export function ipvsSentenceId({ at, chosen, from }: IpvsStep): 'ipvsChosen' | 'ipvsKnown' | 'ipvsBack' | 'ipvsNone' {
  if (at === 'out') return 'ipvsBack';
  if (chosen === undefined) return 'ipvsNone';
  return from === 'scheduler' ? 'ipvsChosen' : 'ipvsKnown';
}
