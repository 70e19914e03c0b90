import { hash16 } from '../../lib/sha';
import { isBuilt } from './grammars';

/** No tool that loads rules, and no shell, reads any of these letters as more than itself. */
const OTHERS = /[^\w.:/-]/gu;
const HAS_OTHERS = /[^\w.:/-]/;
/** The longest a spelled name is: with what stands before and behind it, it is no longer than a comment of nft may be. */
const LONGEST = 60;

const spelled = (letter: string): string => `_x${(letter.codePointAt(0) ?? 0).toString(16)}_`;

/**
 * A name as it is written into a rule: as it is, with letters that no name of the API has spelled out (`_x22_`), and cut
 * to what a rule can hold. Such a name is refused wherever objects are read; in a rule it is one word nevertheless.
 */
export function printableName(name: string): string {
  if (!HAS_OTHERS.test(name)) return name;
  const word = name.replaceAll(OTHERS, spelled);
  return word.length > LONGEST ? `${word.slice(0, LONGEST - 17)}_${hash16(name)}` : word;
}

/** The same of a device, whose names are shorter. */
export function ruleDevice(name: string): string {
  return isBuilt('device', name) ? name : `x${hash16(name).slice(0, 13).toLowerCase()}`;
}
