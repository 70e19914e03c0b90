import type { Opened } from '../../document/explored';
import type { RuleRef } from '../../linux/hooks';
import type { SaidLine } from '../../sheet/said';
import { ruleTextAt } from '../../story/ground';
import type { Moment } from '../../story/moment';
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
