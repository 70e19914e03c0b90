import type { RulePlace } from '../../core/questions/report/rule-places';
import type { CommandWords } from './words';

/** A rule with its place in a line. */
export function writeRulePlace({ rule, text, file, line }: RulePlace, word: CommandWords): string {
  return text === undefined || file === undefined ? word('rule', { rule }) : `${file}:${line}: ${text}`;
}
