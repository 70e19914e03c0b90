import type { Opened } from '../../core/document/explored';
import type { RuleRef } from '../../core/linux/hooks';
import { lineOfPastedRule } from '../../core/questions/why/pasted-candidates';
import type { Disposition, Trace } from '../../core/sim/trace';
import type { Moment } from '../../core/story/moment';
import { stepsOfWalk } from '../../core/story/walk';
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

/** So far apart words of a line may stand as it was pasted. */
const loosely = (text: string): RegExp =>
  new RegExp(
    text
      .split(/\s+/)
      .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('\\s+'),
  );

/** Where an element of a set or map stands in the texts. */
function findElement(element: string, { document }: Pick<Opened, 'document'>): Pick<RulePlace, 'file' | 'line'> {
  const pattern = loosely(element);
  for (const { title, text } of document.pasted.texts) {
    const at = text.split('\n').findIndex((line) => pattern.test(line));
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
  const place = findRulePlace(opened, { kind: 'rule', netns: last.netns, family: packet.src.family, ref });
  const element = lookup?.element;
  const found = element === undefined ? {} : findElement(element, opened);
  const ofElement = element !== undefined && found.file !== undefined;
  return [
    ...(place.text === undefined ? [] : [place]),
    ...(ofElement ? [{ rule: `${lookup?.set}`, text: `${element} (${lookup?.set})`, ...found }] : []),
  ];
}

/** A rule with its place in a line. */
export function writeRulePlace({ rule, text, file, line }: RulePlace, word: CommandWords): string {
  if (text === undefined) return word('rule', { rule });
  return `${file}:${line}: ${text}`;
}
