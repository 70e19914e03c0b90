import { readRuleset } from '../../linux/nftables/text/read-ruleset';
import { printNftRule } from '../../linux/nftables/text/print-ruleset';

/** Every rule of a text, `chain: rule`, as it was read. */
export function ruleTexts(text: string): string[] {
  return [...readRuleset(text).ruleset.tables.values()].flatMap(({ chains }) =>
    [...chains].flatMap(([name, chain]) =>
      Array.from({ length: chain.length }, (_, index) => `${name}: ${printNftRule(chain.rule(index))}`),
    ),
  );
}
