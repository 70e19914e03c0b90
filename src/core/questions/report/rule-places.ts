import type { Opened } from '../../document/explored';
import type { RuleRef } from '../../linux/hooks';
import type { SaidLine } from '../../sheet/said';
import { ruleTextAt } from '../../story/ruleset-lines';
import type { Disposition, Trace } from '../../sim/trace';
import type { Moment } from '../../story/moment';
import { stepsOfWalk } from '../../story/walk';
import { lineOfPastedRule, policyLines } from '../why/pasted-candidates';

/** A rule that a moment rests on, and where it was read. */
export interface RulePlace {
  /** `nat KUBE-SERVICES 3`: counted from 1, as iptables does. */
  readonly rule: string;
  readonly text?: string;
  readonly file?: string;
  /** From 1. */
  readonly line?: number;
}

type RuleBecause = Extract<Moment['because'][number], { kind: 'rule' }>;

const refText = ({ table, chain, index }: RuleRef): string => `${table} ${chain} ${index + 1}`;

/** The rules that moments of an opened document rest on, with their lines where they were pasted. */
export function listPlaces(opened: Pick<Opened, 'document' | 'derived'>): (moment: Moment) => readonly RulePlace[] {
  return ({ because }) => because.flatMap((cause) => (cause.kind === 'rule' ? [findRulePlace(opened, cause)] : []));
}

function findRulePlace(
  { document, derived }: Pick<Opened, 'document' | 'derived'>,
  { netns, family, ref }: Omit<RuleBecause, 'kind'>,
): RulePlace {
  const rule = refText(ref);
  const own = derived.network.netns.get(netns);
  const { texts } = document.pasted;
  const found = own && document.subject === 'pasted' ? lineOfPastedRule(texts, own, family, ref) : undefined;
  if (!found) return { rule };
  const file = texts.find(({ id }) => id === found.text)?.title ?? '';
  return { rule, text: found.words.trim(), file, line: found.line + 1 };
}

/** The words of a line, so far apart as they may stand. */
const squeezed = (text: string): string => text.split(/\s+/).join(' ');

/** Where an element of a set or map stands in the texts. */
function findElement(element: string, { document }: Pick<Opened, 'document'>): Pick<RulePlace, 'file' | 'line'> {
  const words = squeezed(element);
  for (const { title, text } of document.pasted.texts) {
    const at = text.split('\n').findIndex((line) => squeezed(line).includes(words));
    if (at >= 0) return { file: title, line: at + 1 };
  }
  return {};
}

/** The rule that ended a request, and the element that it found, as they were pasted; nothing where no rule of the texts did. */
export function findEndingRule(
  { disposition, trace }: { readonly disposition: Disposition; readonly trace: Trace },
  opened: Pick<Opened, 'document' | 'derived'>,
): readonly RulePlace[] {
  const ended = ['DROPPED', 'REJECTED', 'UNKNOWN'].includes(disposition.kind);
  const rules = stepsOfWalk(trace).filter(({ role, data }) => role === 'request' && data.kind === 'rule');
  const last = rules.at(-1);
  if (!ended || last?.data.kind !== 'rule' || opened.document.subject !== 'pasted') return [];
  const { ref, packet } = last.data;
  const looked = rules.findLast(({ data, hop }) => hop === last.hop && data.kind === 'rule' && data.lookup?.element);
  const lookup = looked?.data.kind === 'rule' ? looked.data.lookup : undefined;
  const place = findRulePlace(opened, { netns: last.netns, family: packet.src.family, ref });
  const element = lookup?.element;
  const found = element === undefined ? {} : findElement(element, opened);
  const ofElement = element !== undefined && found.file !== undefined;
  return [
    ...(place.text === undefined ? [] : [place]),
    ...(ofElement ? [{ rule: `${lookup?.set}`, text: `${element} (${lookup?.set})`, ...found }] : []),
  ];
}

/** The line of a rule: as it was pasted, else as the machine that has it would print it. */
export function findRuleLine(
  opened: Pick<Opened, 'document' | 'derived'>,
  because: Omit<RuleBecause, 'kind'>,
): SaidLine {
  const { rule, file, line, text } = findRulePlace(opened, because);
  if (file !== undefined && line !== undefined) return { file, line, ...(text === undefined ? {} : { text }) };
  const { netns, family, ref } = because;
  const written = ruleTextAt(opened.derived, { netns, family }, ref);
  const title = opened.derived.network.netns.get(netns)?.title ?? netns;
  return { file: `${title}, ${rule}`, ...(written === undefined ? {} : { text: written }) };
}

/** The line that says the policy of a chain; none: it was not pasted. */
export function listPolicyLines(
  { document: { pasted } }: Pick<Opened, 'document'>,
  { table, chain }: Extract<Moment['because'][number], { kind: 'policy' }>,
): readonly SaidLine[] {
  const [found] = policyLines(pasted.texts, table, chain);
  if (!found) return [];
  const file = pasted.texts.find(({ id }) => id === found.text)?.title ?? '';
  return [{ file, line: found.line + 1, text: found.words.trim() }];
}
