import type { Opened } from '../../core/document/explored';
import type { RuleRef } from '../../core/linux/hooks';
import { lineOfPastedRule } from '../../core/questions/why/pasted-candidates';
import type { Moment } from '../../core/story/moment';
import type { CommandWords } from './words';

/** A rule that a moment rests on, and where it was read. */
export interface RulePlace {
  /** `nat KUBE-SERVICES 3`: counted from 1, as iptables does. */
  readonly rule: string;
  readonly text?: string;
  readonly file?: string;
  /** From 1. */
  readonly line?: number;
}

const refText = ({ table, chain, index }: RuleRef): string => `${table} ${chain} ${index + 1}`;

/** The rules that moments of an opened document rest on, with their lines where they were pasted. */
export function listPlaces({ document, derived }: Opened): (moment: Moment) => readonly RulePlace[] {
  const known = new Map<string, RulePlace>();
  return ({ because }) =>
    because.flatMap((cause) => {
      if (cause.kind !== 'rule') return [];
      const key = `${cause.netns} ${cause.family} ${refText(cause.ref)}`;
      const place = known.get(key) ?? findRulePlace({ document, derived }, cause);
      known.set(key, place);
      return [place];
    });
}

function findRulePlace(
  { document, derived }: Pick<Opened, 'document' | 'derived'>,
  { netns, family, ref }: Extract<Moment['because'][number], { kind: 'rule' }>,
): RulePlace {
  const rule = refText(ref);
  const own = derived.network.netns.get(netns);
  const { texts } = document.pasted;
  const found = own && document.subject === 'pasted' ? lineOfPastedRule(texts, own, family, ref) : undefined;
  if (!found) return { rule };
  const file = texts.find(({ id }) => id === found.text)?.title ?? '';
  return { rule, text: found.words.trim(), file, line: found.line + 1 };
}

/** A rule with its place in a line. */
export function writeRulePlace({ rule, text, file, line }: RulePlace, word: CommandWords): string {
  if (text === undefined) return word('rule', { rule });
  return `${file}:${line}: ${text}`;
}
