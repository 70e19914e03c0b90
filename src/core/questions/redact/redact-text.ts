import { AddressMap } from './addresses';
import { hashPseudonyms } from './kube-hashes';
import { kindsOfLines } from './kinds';
import { Notes, type Replacement } from './notes';
import { Pseudonyms } from './pseudonyms';
import { redactField } from './field-words';
import type { FieldClass } from './field-table';
import { redactLine } from './redact-line';
import { alignedTables } from './tables';
import { SyntaxWords } from './words';

/** Replaces what tells whose machine it is; the same seed and texts always give the same. */
export interface Redactor {
  readonly text: (text: string) => string;
  /** A name of an object: `web` -> `n-…`. */
  readonly name: (name: string) => string;
  /** A text of a field of an object or a document, by what the field holds. */
  readonly field: (text: string, of: FieldClass) => string;
  /** A key of any map: fields of objects, and keys of labels that every cluster has, stay. */
  readonly key: (key: string) => string;
  /** An address or CIDR. */
  readonly address: (text: string) => string;
  /** Everything replaced so far, each once. */
  readonly replaced: () => readonly Replacement[];
  /** Names met so far that every cluster has: they stayed. */
  readonly kept: () => readonly string[];
}

/** Devices of rules, and what rules match them by the beginning of (`-i acme+`, `iifname "acme*"`). */
const DEVICES = [
  /(?:\s-[io]|-(?:in|out)(?:-interface)?|[io]ifname(?: !=)?|\bdev|\bmaster) "?([A-Za-z][\w.-]{0,14})([+*]?)(?=["\s@:,]|$)/gm,
  /^\d{1,5}: ([\w.-]{1,15})()[@:]/gm,
  /\s(?:--|-f|!f)\s{1,8}!?([\w.-]{1,15})([+*]?)\s/g,
  /\s(?:--|-f|!f)\s{1,8}\S{1,16}\s{1,16}!?([\w.-]{1,15})([+*]?)\s/g,
];

/** Lists of nft: devices are between quotes. */
const DEVICE_LISTS = /(?:elements = \{|[io]ifname)[^\n]{1,400}/g;

function findDevices(texts: readonly string[]): { readonly beginnings: string[]; readonly devices: string[] } {
  const [beginnings, devices] = [new Set<string>(), new Set<string>()];
  for (const text of texts) {
    for (const pattern of DEVICES) {
      for (const [, name = '', wild] of text.matchAll(pattern)) {
        devices.add(name);
        if (wild) beginnings.add(name);
      }
    }
    for (const [list] of text.matchAll(DEVICE_LISTS)) {
      for (const [, name = ''] of list.matchAll(/"([A-Za-z][\w.-]{0,14})[*]?"/g)) devices.add(name);
    }
  }
  return { beginnings: [...beginnings], devices: [...devices] };
}

/**
 * Makes a redactor for texts that belong together: addresses keep their prefixes, words that are not syntax where
 * they stand become pseudonyms, kube-proxy's hashes are made again. Takes time in proportion to the texts.
 * `seed`: whoever knows it can turn pseudonyms back by trying; 128 random bits as text keep them safe.
 * `texts`: where names are looked for, so that a hash in one text fits a name in another.
 */
export function createRedactor(seed: number | string, texts: readonly string[]): Redactor {
  const names = new Pseudonyms(seed, findDevices(texts));
  const addresses = new AddressMap(seed);
  const notes = new Notes();
  const hashes = new Map<string, string>();
  const words = new SyntaxWords({ names, addresses, notes }, hashes);
  const rename = (name: string): string => words.replace(name, 'name');
  for (const [before, after] of hashPseudonyms(texts, rename, addresses)) hashes.set(before, after);
  const whole = (text: string): string => alignedTables(text, redactText(text, words));
  return {
    text: whole,
    name: rename,
    field: (text, of) => redactField(text, of, { words, whole }),
    key: (key) => words.key(key),
    address: (text) => words.address(text),
    replaced: () => notes.replaced(),
    kept: () => notes.kept(),
  };
}

function redactText(text: string, words: SyntaxWords): string {
  const lines = text.split('\n');
  const kinds = kindsOfLines(lines);
  return lines.map((line, at) => redactLine(line, kinds[at] ?? 'network', words)).join('\n');
}
