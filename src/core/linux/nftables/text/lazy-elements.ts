import type { NftElement, NftElements } from '../types';
import { commaParts } from './blocks';

/** Elements put in or taken out by one command; `text` is what stood in its braces. */
export interface ElementChange {
  readonly verb: 'add' | 'delete';
  readonly text: string;
}

const ATTRIBUTE = /\s(?::\s|timeout\s|expires\s|comment\s|counter\b|limit\s|quota\s|last\b|ct\s)/;

/** What an element is known by: the words before what belongs to it. */
function keyText(text: string): string {
  const at = text.search(ATTRIBUTE);
  return (at < 0 ? text : text.slice(0, at)).trim();
}

function applied(changes: readonly ElementChange[]): string[] {
  if (changes.length === 1 && changes[0]?.verb === 'add') return commaParts(changes[0].text);
  const texts = new Map<string, string>();
  for (const { verb, text } of changes) {
    for (const part of commaParts(text)) {
      const key = keyText(part);
      if (verb === 'delete') texts.delete(key);
      else if (!texts.has(key)) texts.set(key, part);
    }
  }
  return [...texts.values()];
}

/** Elements that are cut apart when somebody asks how many there are, and read when one is looked at. */
export function lazyElements(
  changes: readonly ElementChange[],
  read: (text: string) => NftElement | undefined,
): NftElements {
  let texts: readonly string[] | undefined;
  const known = new Map<number, NftElement | undefined>();
  const all = (): readonly string[] => (texts ??= applied(changes));
  return {
    get length() {
      return all().length;
    },
    text: (index) => all()[index] ?? '',
    element: (index) => {
      if (!known.has(index)) known.set(index, read(all()[index] ?? ''));
      return known.get(index);
    },
  };
}
