import { ruleTextAt } from './ruleset-lines';
import { lastRuleTarget } from './notable-rules';
import { readTest } from './rule-test';
import { listRules, listSteps, type MomentInputs } from './telling';
import type { WalkStep } from './walk';

/** What became of the rules that a packet was held to in a moment that no rule ended. */
export interface MissedRules {
  /** Rules that did not match. */
  readonly missed: number;
  /** The chains they are in, in the order they were asked: `FORWARD, KUBE-FORWARD`; `none` without one. Of many the first. */
  readonly chains: string;
  /** So many chains more. */
  readonly more: number;
  /** Rules that matched and led to another chain or back, or only noted something (`JUMP`, `RETURN`, `LOG`). */
  readonly led: number;
  /** The last of them that did something, by its place and target: `raw PREROUTING 1 (NOTRACK)`; `none`: they only led on. */
  readonly did: string;
  /** Rules whose verdict was ACCEPT: each ended one base chain for the packet. */
  readonly passed: number;
  /** Chain of the last of those, its number there counted from 1, and its test as its tool writes it, `none` without one. */
  readonly chain: string;
  readonly number: number;
  readonly test: string;
}

/** Counts the rules of the moment by what they did; the numbers are those of the trace. */
export function countRules(telling: MomentInputs): MissedRules {
  const matched = listRules(telling);
  const passing = matched.filter(({ data }) => data.verdict.kind === 'ACCEPT');
  const last = passing.at(-1);
  const { chain = '', index = 0 } = last?.data.ref ?? {};
  const skips = listSteps(telling).flatMap(({ data }) => (data.kind === 'skip' ? [data] : []));
  const missed = skips.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  const asked = [...new Set(skips.map((skip) => skip.chain))];
  const [chains, more] = [asked.slice(0, MOST_CHAINS).join(', '), Math.max(0, asked.length - MOST_CHAINS)];
  const [passed, led] = [passing.length, matched.length - passing.length];
  const test = (last && readTest(textAt(telling, last))) ?? 'none';
  return {
    missed,
    chains: chains === '' ? 'none' : chains,
    more,
    led,
    did: lastRuleTarget(telling),
    passed,
    chain,
    number: index + 1,
    test,
  };
}

/** More chains have no room in a sentence. */
const MOST_CHAINS = 2;

const textAt = ({ walked: { derived } }: MomentInputs, { netns, data }: WalkStep): string | undefined =>
  data.kind === 'rule' ? ruleTextAt(derived, { netns, family: data.packet.family }, data.ref) : undefined;
