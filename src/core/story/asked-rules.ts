import { ruleTextAt } from './ground';
import { listRules, listSteps, type Telling } from './telling';
import type { WalkStep } from './walk';

/** What became of the rules that a packet was held to in a moment that no rule ended. */
export interface AskedRules {
  /** Rules that did not match. */
  readonly missed: number;
  /** The chains they are in, in the order they were asked: `FORWARD, KUBE-FORWARD`; `none` without one. Of many the first. */
  readonly chains: string;
  /** So many chains more. */
  readonly more: number;
  /** Rules that matched and led to another chain or back, or only noted something (`JUMP`, `RETURN`, `LOG`). */
  readonly led: number;
  /** Rules whose verdict was ACCEPT: each ended one base chain for the packet. */
  readonly passed: number;
  /** Chain of the last of those, its number there counted from 1, and its test as its tool writes it, `none` without one. */
  readonly chain: string;
  readonly number: number;
  readonly test: string;
}

/** Counts the rules of the moment by what they did; the numbers are those of the trace. */
export function countRules(telling: Telling): AskedRules {
  const matched = listRules(telling);
  const passing = matched.filter(({ data }) => data.verdict.kind === 'ACCEPT');
  const last = passing.at(-1);
  const { chain = '', index = 0 } = last?.data.ref ?? {};
  const skips = listSteps(telling).flatMap(({ data }) => (data.kind === 'skip' ? [data] : []));
  const missed = skips.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  const asked = [...new Set(skips.map((skip) => skip.chain))];
  const [chains, more] = [asked.slice(0, MOST_CHAINS).join(', '), Math.max(0, asked.length - MOST_CHAINS)];
  const [passed, led] = [passing.length, matched.length - passing.length];
  const test = (last && testText(telling, last)) ?? 'none';
  return { missed, chains: chains === '' ? 'none' : chains, more, led, passed, chain, number: index + 1, test };
}

/** More chains have no room in a sentence. */
const MOST_CHAINS = 2;

/** At most so many characters of a rule's test stand in a sentence. */
const LONGEST_TEST = 60;

/** `-m conntrack --ctstate RELATED -m comment --comment "x" -j ACCEPT` -> `ctstate RELATED`; undefined: it tests nothing. */
function testText({ walked: { derived } }: Telling, { netns, data }: WalkStep): string | undefined {
  if (data.kind !== 'rule') return undefined;
  const text = ruleTextAt(derived, { netns, family: data.packet.family }, data.ref) ?? '';
  const test = text
    .replaceAll(/(?:-m comment --)?\bcomment "[^"]*"|-m comment --comment \S+/g, ' ')
    .replace(/(?:^| )(?:-j|-g) .*$|\b(?:counter(?: packets \d+ bytes \d+)? )?accept *$/, ' ')
    .replaceAll(/(?:^| )-m \S+/g, ' ')
    .replaceAll(/(^| )--/g, '$1')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
  if (test === '') return undefined;
  return test.length > LONGEST_TEST ? `${test.slice(0, LONGEST_TEST)}…` : test;
}
