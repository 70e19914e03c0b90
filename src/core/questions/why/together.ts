import { formatFraction, multiply, parseFraction } from '../../lib/fraction';
import { formatIp } from '../../net/ip';
import { explore, stateAfter } from '../../sim/explore';
import { sumOdds } from '../../sim/sum-odds';
import type { Outcome } from '../../sim/trace';
import type { Derived } from '../../document/derived';
import type { Document, Flow } from '../../document/document';
import { resolveFlow } from '../../document/resolve-flow';

/** With more Pods to choose from the odds are not summed up. */
const MOST_ENDS = 24;

/**
 * The odds that the second of two flows is delivered to the address that the first was delivered to, when it is sent
 * right after it: what the first leaves behind (lists of xt_recent, templates of IPVS, maps of nftables) is there.
 * Undefined: one of them cannot be sent, does not arrive for certain, or has odds nobody knows.
 */
export function togetherOdds(
  document: Document,
  { network }: Derived,
  [first, second]: readonly [Flow, Flow],
): string | undefined {
  const [one, two] = [resolveFlow(document, network, first), resolveFlow(document, network, second)];
  if (!one.ok || !two.ok) return undefined;
  const { seed } = document;
  const input = { network, flow: one.value, seed, limit: MOST_ENDS };
  const before = explore(input);
  if (before.truncated) return undefined;
  const shared: Pick<Outcome, 'probability'>[] = [];
  for (const start of before.outcomes) {
    const state = stateAfter(input, start);
    const after = explore({ network, flow: two.value, seed, state, limit: MOST_ENDS });
    if (after.truncated || !isTold(start) || !after.outcomes.every(isTold)) return undefined;
    const same = after.outcomes.filter((end) => placeOf(end) === placeOf(start));
    shared.push(...same.map((end) => ({ probability: both(start, end) })));
  }
  return sumOdds(shared).probability;
}

const isTold = ({ probability, arrived }: Outcome): boolean => probability !== undefined && arrived !== undefined;

const placeOf = ({ arrived }: Outcome): string | undefined => arrived && formatIp(arrived.dst);

const both = (first: Outcome, second: Outcome): string =>
  formatFraction(multiply(parseFraction(first.probability ?? '0'), parseFraction(second.probability ?? '0')));
