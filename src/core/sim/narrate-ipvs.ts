import { goesByTurns } from '../linux/ipvs/scheduler';
import { formatEnd } from '../net/packet';
import type { IpvsStep } from './trace';

const NONE = 'none';

function ipvsId({ at, chosen, from }: IpvsStep): 'ipvsBack' | 'ipvsNone' | 'ipvsChosen' | 'ipvsKnown' {
  if (at === 'out') return 'ipvsBack';
  if (chosen === undefined) return 'ipvsNone';
  return from === 'scheduler' ? 'ipvsChosen' : 'ipvsKnown';
}

/** Sentence for a step of IPVS: its id and values. */
export function ipvsNarration(step: IpvsStep): {
  readonly id: ReturnType<typeof ipvsId>;
  readonly values: Readonly<Record<string, string | number>>;
} {
  const { service, scheduler, candidates, chosen, odds = NONE, before, packet } = step;
  const values = {
    service,
    scheduler,
    count: candidates.length,
    chosen: chosen ?? NONE,
    odds,
    about: odds,
    turns: goesByTurns(scheduler) ? 'yes' : 'no',
    before: formatEnd(before ?? packet, 'src'),
    after: formatEnd(packet, 'src'),
  };
  return { id: ipvsId(step), values };
}
