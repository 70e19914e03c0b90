import { isBuilt } from './grammars';

/** No tool that loads rules, and no shell, reads any of these letters as more than itself. */
const OTHERS = /[^\w.:/-]/gu;
const OTHERS_THAN_NAME = /[^\w.:/-]/;

const spelled = (letter: string): string => `_x${(letter.codePointAt(0) ?? 0).toString(16)}_`;

/**
 * A name as it is written into a rule: as it is, with letters that no name of the API has spelled out (`_x22_`). Such a
 * name is refused wherever objects are read; in a rule it is one word nevertheless.
 */
export function ruleName(name: string): string {
  return OTHERS_THAN_NAME.test(name) ? name.replaceAll(OTHERS, spelled) : name;
}

/** The same of a device. */
export function ruleDevice(name: string): string {
  return isBuilt('device', name) ? name : ruleName(name);
}
