import { ruleTextAt } from './ruleset-lines';
import { readTest } from './rule-test';
import { listRules, type MomentInputs } from './telling';
import type { StoryWalk, WalkStep } from './walk';

/** What an operator looks for among the rules of a packet that is dropped; `none` where there is nothing of it. */
export interface NotableRules {
  /** So many rules noted the packet before (`LOG`, `NFLOG`); the last of them, and its target with what it writes in front. */
  readonly logs: number;
  readonly log: string;
  readonly as: string;
  /** The rule that took the packet out of conntrack, and its target: then its state is UNTRACKED. */
  readonly untracked: string;
  readonly by: string;
  /** The last rule whose whole test is a state that the packet has not therefore, and that test. */
  readonly state: string;
  readonly asks: string;
}

const NONE: NotableRules = { logs: 0, log: 'none', as: '', untracked: 'none', by: '', state: 'none', asks: '' };

/** Finds the notable rules of the hop that a moment ends in, up to its last step. */
export function findNotable(telling: MomentInputs): NotableRules {
  const { walked, steps, step, cut } = telling;
  const here = steps.filter(({ index, leg, hop }) => leg === step.leg && hop === step.hop && index <= cut.last);
  return { ...NONE, ...findLogged(walked, here), ...findUntracked(walked, here) };
}

/** The rule of a step as its tool writes it; undefined: the step is none. */
function readRule({ derived }: StoryWalk, { netns, data }: WalkStep): string | undefined {
  return data.kind === 'rule' ? ruleTextAt(derived, { netns, family: data.packet.family }, data.ref) : undefined;
}

function nameRule({ data }: WalkStep): string {
  return data.kind === 'rule' ? `${data.ref.table} ${data.ref.chain} ${data.ref.index + 1}` : '';
}

/** `-j LOG --log-prefix "in-drop: "` -> `LOG`, `in-drop: `; `log prefix "in-drop: "` of nftables likewise. */
const LOGS = /-j (LOG|NFLOG)\b|\b(log)\b(?: |$)/;
const PREFIX = /prefix (?:"([^"]*)"|(\S+))/;

function findLogged(walked: StoryWalk, here: readonly WalkStep[]): Partial<NotableRules> {
  const logged = here.flatMap((step) => {
    const text = readRule(walked, step)?.replaceAll(/(?:--)?comment "[^"]*"/g, '') ?? '';
    const found = LOGS.exec(text);
    return found ? [{ step, target: found[1] ?? 'log', prefix: PREFIX.exec(text)?.slice(1).find(Boolean) }] : [];
  });
  const last = logged.at(-1);
  if (!last) return {};
  const as = last.prefix === undefined ? last.target : `${last.target} “${last.prefix.trim()}”`;
  return { logs: logged.length, log: nameRule(last.step), as };
}

/** How a rule takes a packet out of conntrack (`net/netfilter/xt_CT.c`, `net/netfilter/nft_ct.c`). */
const TAKES_OUT = /-j (NOTRACK)\b|-j (CT) .*--notrack|\b(notrack)\b/;
/** A test of the state of conntrack, and of nothing else. */
const OF_STATE = /^(?:ct)?state [A-Z,]+$|^ct state [a-z, {}]+$/;

function findUntracked(walked: StoryWalk, here: readonly WalkStep[]): Partial<NotableRules> {
  const isUntracked = here.some(({ data }) => data.kind === 'conntrack' && data.ctState === 'UNTRACKED');
  const taken = isUntracked ? here.findLast((step) => TAKES_OUT.test(readRule(walked, step) ?? '')) : undefined;
  if (!taken) return {};
  const by =
    TAKES_OUT.exec(readRule(walked, taken) ?? '')
      ?.slice(1)
      .find(Boolean) ?? '';
  const missed = here.flatMap((step) => statesMissed(walked, step)).at(-1);
  return { untracked: nameRule(taken), by, ...missed };
}

/** The rules of a skip whose test is a state alone, without UNTRACKED among those it asks for. */
function statesMissed(
  { derived }: StoryWalk,
  { netns, data }: WalkStep,
): readonly Pick<NotableRules, 'state' | 'asks'>[] {
  if (data.kind !== 'skip') return [];
  const { table, chain, from, to } = data;
  return Array.from({ length: to - from + 1 }, (_, nth) => from + nth).flatMap((index) => {
    const asks = readTest(ruleTextAt(derived, { netns, family: data.packet.family }, { table, chain, index })) ?? '';
    return OF_STATE.test(asks) && !/untracked/i.test(asks) ? [{ state: `${table} ${chain} ${index + 1}`, asks }] : [];
  });
}

/** Rules that matched and did something without a verdict, with their target: the last of a moment; `none`: there is none. */
export function lastRuleTarget(telling: MomentInputs): string {
  const doing = listRules(telling).findLast(({ data }) => data.verdict.kind === 'CONTINUE');
  const text = doing && readRule(telling.walked, doing);
  const target = /-j (\S+)|\b(notrack|log|meta mark set)\b/
    .exec(text ?? '')
    ?.slice(1)
    .find(Boolean);
  return doing && target !== undefined ? `${nameRule(doing)} (${target})` : 'none';
}
