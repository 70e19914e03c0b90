import { hex } from '../../../linux/xtables/syntax/numbers';
import { phrase } from '../../../lib/phrase';
import { isXtTable, type RuleRef } from '../../../linux/hooks';
import type { Netns } from '../../../linux/netns';
import type { IpFamily } from '../../../net/ip';
import { ownerOfChain } from '../../../paste/owners';
import type { RuleStep, TraceStep } from '../../../sim/trace';
import {
  candidateRuleName,
  getFamily,
  listHops,
  listSkipped,
  ruleText,
  SIZE,
  type Candidate,
  type WalkedFlow,
  type WalkedHop,
} from '../candidate';
import { lineOfPastedRule } from '../pasted-candidates';
import type { Cause, FindCauses } from './endpoints';

/** A test of the packet's mark: `(mark & mask) == value`, or not. */
interface MarkTest {
  readonly value: number;
  readonly mask: number;
  readonly negated: boolean;
}

const OF_NFT = /\bmark (?:(?:&|and) (0x[0-9a-f]+) )?(==|!=) (0x[0-9a-f]+)/;

function readMarkTest(netns: Netns | undefined, family: IpFamily, ref: RuleRef): MarkTest | undefined {
  if (!isXtTable(ref.table)) return testInText(ruleText(netns, family, ref) ?? '');
  const chain = netns?.xtables[family]?.tables.get(ref.table)?.chains.get(ref.chain);
  if (!chain || ref.index >= chain.length) return undefined;
  const asked = chain.rule(ref.index).matches.find(({ match }) => match === 'mark');
  const spec = asked?.match === 'mark' ? asked.spec.mark : undefined;
  return spec && { value: spec.value.value, mask: spec.value.mask, negated: spec.negated };
}

function testInText(text: string): MarkTest | undefined {
  const [, mask = '0xffffffff', operator, value] = OF_NFT.exec(text) ?? [];
  return value === undefined ? undefined : { value: Number(value), mask: Number(mask), negated: operator === '!=' };
}

const passes = ({ value, mask, negated }: MarkTest, mark: number): boolean =>
  ((mark & mask) >>> 0 === value >>> 0) !== negated;

interface Lost {
  readonly hop: WalkedHop;
  readonly setter: RuleStep;
  readonly by: RuleStep;
  readonly missed: RuleRef;
}

/** Steps that gave the packet another mark. */
const marks = (steps: readonly TraceStep[]): RuleStep[] =>
  steps.flatMap((step) => (step.kind === 'rule' && step.markBefore !== undefined ? [step] : []));

/** Programs take off their own marks when they have done with them: that loses nothing. */
function isTaken({ ref: { chain: first } }: RuleStep, { ref: { chain: then } }: RuleStep): boolean {
  const owner = ownerOfChain(first);
  return owner !== undefined && owner === ownerOfChain(then);
}

/** A rule that asked for the mark after it was gone, and would have said otherwise of what it was. */
function findLost(walked: WalkedFlow, hop: WalkedHop): Lost | undefined {
  const netns = walked.network.netns.get(hop.netns);
  const all = marks(hop.steps);
  for (const setter of all) {
    const by = all.find((each) => all.indexOf(each) > all.indexOf(setter) && (setter.mark & ~each.mark) !== 0);
    if (!by || isTaken(setter, by)) continue;
    const later = hop.steps.slice(hop.steps.indexOf(by) + 1);
    const asked = later.flatMap((step) => (step.kind === 'rule' ? [step.ref] : listSkipped([step])));
    const missed = asked.find((ref) => {
      const test = readMarkTest(netns, getFamily(hop), ref);
      return test && passes(test, setter.mark) !== passes(test, by.mark);
    });
    if (missed) return { hop, setter, by, missed };
  }
  return undefined;
}

/** One rule set a mark, another overwrote it, and the rule that asks for it did not see it. */
export const markOverwritten: FindCauses = (walked) => {
  const [lost] = listHops(walked.trace).flatMap((hop) => findLost(walked, hop) ?? []);
  if (!lost) return [];
  const { hop, setter, by, missed } = lost;
  const netns = walked.network.netns.get(hop.netns);
  const values = {
    setter: candidateRuleName(setter.ref),
    mark: hex(setter.mark),
    by: candidateRuleName(by.ref),
    now: hex(by.mark),
    missed: candidateRuleName(missed),
    text: ruleText(netns, getFamily(hop), missed) ?? '',
  };
  const cause: Cause = {
    says: phrase('document.why.cause.mark-overwritten', values),
    about: 'marks',
    rule: { netns: hop.netns, family: getFamily(hop), ref: by.ref },
  };
  return [cause];
};

/** `--set-mark 0x1`, `--set-xmark 0x1/0xffffffff`, which leave nothing of what was set before. */
const SETS_ALL = /--set-(?:x)?mark (0x[0-9a-f]+|\d+)(?:\/0xffffffff)?(?=\s|$)/;

/** The rule that overwrote a mark sets its own bits alone. */
export function markCandidates(walked: WalkedFlow): readonly Candidate[] {
  return listHops(walked.trace).flatMap((hop): Candidate[] => {
    const lost = findLost(walked, hop);
    const netns = walked.network.netns.get(hop.netns);
    if (!lost || !netns) return [];
    const line = lineOfPastedRule(walked.document.pasted.texts, netns, getFamily(hop), lost.by.ref);
    const value = SETS_ALL.exec(line?.words ?? '')?.[1];
    if (!line || value === undefined) return [];
    const insert = line.words.replace(SETS_ALL, `--set-xmark ${value}/${value}`);
    const says = phrase('document.why.mark-masked', { rule: candidateRuleName(lost.by.ref), text: insert.trim() });
    const change = { kind: 'lines', text: line.text, line: line.line, remove: 1, insert: [insert] } as const;
    return [{ change, says, size: SIZE.order, about: 'marks' }];
  });
}
