import { findNearest } from '../../core/lib/nearest';
import { CommandRefusal, type CommandVerb, type CommandOption, type CommandOptions } from './command';

/** What every command takes. */
export const COMMON_OPTIONS: readonly CommandOption[] = [
  { name: 'json', about: 'print data in place of text; its shape: --schema' },
  { name: 'lang', value: 'en|ko', about: 'the language of what is said (else that of LC_ALL or LANG)' },
  { name: 'schema', about: 'print the JSON Schema of what --json prints, and do nothing else' },
  { name: 'help', letter: 'h', about: 'say how it is used' },
];

/** The words of a call taken apart. */
interface ReadWords {
  readonly words: readonly string[];
  readonly options: CommandOptions;
}

function findOption(word: string, known: readonly CommandOption[]): CommandOption | undefined {
  if (!word.startsWith('--')) return known.find(({ letter }) => letter !== undefined && word === `-${letter}`);
  return known.find(({ name }) => name === word.slice(2));
}

function refuseUnknown(word: string, { name, options }: CommandVerb): CommandRefusal {
  const all = [...options, ...COMMON_OPTIONS].map((option) => `--${option.name}`);
  const near = findNearest(word, all);
  const meant = near === undefined ? '' : ` Did you mean ${near}?`;
  return new CommandRefusal(64, `${name} has no option ${word}.${meant} "rulewalk ${name} --help" lists them.`);
}

/**
 * Takes the words behind a verb apart: `--name value`, `--name=value`, `-v`; `--` ends the options, `-` alone is standard
 * input.
 * @throws {CommandRefusal} for an option it does not have, or one without its value
 */
export function readWords(words: readonly string[], command: CommandVerb): ReadWords {
  const known = [...command.options, ...COMMON_OPTIONS];
  const found = new Map<string, string[]>();
  const rest: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--') {
      rest.push(...words.slice(at + 1));
      break;
    }
    if (!word.startsWith('-') || word === '-') {
      rest.push(word);
      continue;
    }
    const equals = word.startsWith('--') ? word.indexOf('=') : -1;
    const option = findOption(equals < 0 ? word : word.slice(0, equals), known);
    if (!option) throw refuseUnknown(equals < 0 ? word : word.slice(0, equals), command);
    const value = option.value === undefined ? '' : equals < 0 ? words[++at] : word.slice(equals + 1);
    if (value === undefined) throw new CommandRefusal(64, `--${option.name} needs a value: ${option.value}.`);
    found.set(option.name, [...(found.get(option.name) ?? []), value]);
  }
  const all = (name: string): readonly string[] => found.get(name) ?? [];
  return { words: rest, options: { has: (name) => found.has(name), get: (name) => all(name).at(-1), all } };
}
