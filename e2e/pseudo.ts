import type { Page } from '@playwright/test';
import { parseAst } from 'vite';
import * as first from '../src/content/en/first';
import { LANGUAGE } from '../src/content/en/language';
import { TOPOLOGY_MESSAGES } from '../src/content/en/messages/topology';
import { MORE_PHRASES } from '../src/content/en/phrases/more';
import * as rest from '../src/content/en/rest';
import * as titles from '../src/content/en/titles';

/*
 * A language made of English: accented, so that words that stand in no book are seen, and two fifths longer, as those of many
 * languages are. What a message takes stays.
 */

const ACCENTED: Readonly<Record<string, string>> = {
  a: 'áà',
  e: 'éè',
  i: 'íì',
  o: 'óò',
  u: 'úù',
  y: 'ýÿ',
  A: 'ÁÀ',
  E: 'ÉÈ',
  I: 'ÍÌ',
  O: 'ÓÒ',
  U: 'ÚÙ',
  c: 'ç',
  n: 'ñ',
  s: 'š',
  z: 'ž',
};

/** Where what opens at `from` in braces is closed. */
function endOfBraces(message: string, from: number): number {
  let depth = 0;
  for (let at = from; at < message.length; at++) {
    if (message[at] === '{') depth++;
    if (message[at] === '}' && --depth === 0) return at + 1;
  }
  return message.length;
}

const CHOICE = /^\{\s*\w+\s*,\s*(?:plural|select|selectordinal)\s*,/;

/** What stands in braces: a value as it is, the branches of a choice in that language. */
function pseudoArgument(argument: string): string {
  const [head = ''] = CHOICE.exec(argument) ?? [];
  if (head === '') return argument;
  let made = head;
  for (let at = head.length; at < argument.length - 1;) {
    const opens = argument.indexOf('{', at);
    if (opens < 0) return made + argument.slice(at);
    const end = endOfBraces(argument, opens);
    made += `${argument.slice(at, opens)}{${pseudo(argument.slice(opens + 1, end - 1))}}`;
    at = end;
  }
  return `${made}}`;
}

/** A message in that language: its text; values, tags and the names of branches stay. */
export function pseudo(message: string): string {
  let made = '';
  for (let at = 0; at < message.length;) {
    const sign = message[at] ?? '';
    const tag = /^<\/?\w+>/.exec(message.slice(at))?.[0];
    const end = sign === '{' ? endOfBraces(message, at) : at + (tag?.length ?? 1);
    const part = message.slice(at, end);
    made += sign === '{' ? pseudoArgument(part) : tag ? part : (ACCENTED[part] ?? part);
    at = end;
  }
  return made;
}

type Book = { readonly [key: string]: string | Book };

function* entries(book: Book): Generator<string> {
  for (const [key, value] of Object.entries(book)) {
    // A name in code as in the book: `{ bridge: 'bridge' }`.
    if (value === key && /^[\w-]+$/.test(key)) continue;
    if (typeof value === 'string') yield `${key}\n${value}`;
    else yield* entries(value);
  }
}

/** Every English text of the page, with its key. */
const ENGLISH = new Set(entries({ ...first, ...rest, ...titles, LANGUAGE, MORE_PHRASES, TOPOLOGY_MESSAGES }));

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}
interface Property extends Node {
  readonly key: { readonly name?: string; readonly value?: unknown };
  readonly value: Node & {
    readonly value?: unknown;
    readonly quasis?: readonly { readonly value: { readonly cooked: string } }[];
  };
}

function* propertiesIn(node: unknown): Generator<Property> {
  if (Array.isArray(node)) for (const each of node) yield* propertiesIn(each);
  else if (node && typeof node === 'object') {
    if ((node as Node).type === 'Property') yield node as Property;
    for (const below of Object.values(node)) if (below && typeof below === 'object') yield* propertiesIn(below);
  }
}

function textOf({ value: { value, quasis } }: Property): string | undefined {
  if (quasis) return quasis.length === 1 ? quasis[0]?.value.cooked : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** A script of the page with its English texts in that language. */
export function inPseudo(code: string): string {
  return [...propertiesIn(parseAst(code))]
    .toSorted((one, other) => other.value.start - one.value.start)
    .reduce((made, property) => {
      const text = textOf(property);
      const key = String(property.key.name ?? property.key.value);
      if (text === undefined || !ENGLISH.has(`${key}\n${text}`)) return made;
      return made.slice(0, property.value.start) + JSON.stringify(pseudo(text)) + made.slice(property.value.end);
    }, code);
}

/** Scripts of the page but those of libraries and the engine. */
const WITH_WORDS = /\/assets\/(?!react|flow|yaml|codemirror|radix|icons|engine)[^/]+\.js$/;

const made = new Map<string, string>();

/** Has the page speak that language where it would speak English. Before it is opened. */
export async function speakPseudo(page: Page): Promise<void> {
  await page.route(WITH_WORDS, async (route) => {
    const address = route.request().url();
    const known = made.get(address);
    if (known !== undefined) return route.fulfill({ contentType: 'text/javascript', body: known });
    const response = await route.fetch().catch(() => undefined);
    const code = await response?.text().catch(() => undefined);
    // The page went on before it had it.
    if (code === undefined) return route.abort().catch(() => undefined);
    const body = inPseudo(code);
    made.set(address, body);
    return route.fulfill({ contentType: 'text/javascript', body }).catch(() => undefined);
  });
}
