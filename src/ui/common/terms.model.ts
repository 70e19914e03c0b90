import { GLOSSARY, type GlossaryTerm } from '../../content/glossary';

/** A part of a sentence; a word of the glossary has its entry. */
export interface WordPart {
  /** Where it begins. */
  readonly at: number;
  readonly text: string;
  readonly term?: GlossaryTerm;
}

const IDS = Object.keys(GLOSSARY) as readonly GlossaryTerm[];

/** Words that a language has of its own for terms: 규칙 for rule. */
type OwnTerms = Readonly<Partial<Record<GlossaryTerm, string>>>;

/** Each word as it is written, `rule` also as `Rule`, `rules`; also by the language's own word. */
function listSpellings(own: OwnTerms): ReadonlyMap<string, GlossaryTerm> {
  return new Map(
    IDS.flatMap((id) => {
      const word = own[id];
      return [[GLOSSARY[id].toLowerCase(), id] as const, ...(word === undefined ? [] : [[word, id] as const])];
    }),
  );
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A field's name in capitals is no word: `--mark`, `KUBE-MARK`; nor is one within an address or a path. */
function findPattern(spellings: ReadonlyMap<string, GlossaryTerm>): RegExp {
  const words = [...spellings.keys()].toSorted((a, b) => b.length - a.length).map(escaped);
  return new RegExp(String.raw`(?<![\w.:/\-가-힣])(${words.join('|')})(?:s|es)?(?![\w/-]|\.\w|:\d)`, 'giu');
}

/** How a language writes the terms of the glossary. */
export interface Spellings {
  readonly own: OwnTerms;
  readonly words: ReadonlyMap<string, GlossaryTerm>;
  readonly pattern: RegExp;
}

/** The spellings of a language by its own words for terms: costs a look at each term, so it is made once for each language. */
export function findSpellings(own: OwnTerms): Spellings {
  const words = listSpellings(own);
  return { own, words, pattern: findPattern(words) };
}

const NAMES = listSpellings({});

/** Is it written as the glossary has it, but for a capital at its beginning? */
function isWritten(word: string, id: GlossaryTerm, own: OwnTerms): boolean {
  return [GLOSSARY[id], own[id]].some(
    (each) => each !== undefined && (word.startsWith(each) || word.startsWith(each[0]!.toUpperCase() + each.slice(1))),
  );
}

/** A sentence cut where words of the glossary stand, each word once. */
export function splitTerms(sentence: string, { own, words, pattern }: Spellings): readonly WordPart[] {
  const parts: WordPart[] = [];
  const told = new Set<GlossaryTerm>();
  let from = 0;
  for (const { 0: word, 1: spelling = '', index: at } of sentence.matchAll(pattern)) {
    const term = words.get(spelling.toLowerCase());
    if (term === undefined || told.has(term) || !isWritten(word, term, own)) continue;
    told.add(term);
    if (at > from) parts.push({ at: from, text: sentence.slice(from, at) });
    parts.push({ at, text: word, term });
    from = at + word.length;
  }
  if (from < sentence.length) parts.push({ at: from, text: sentence.slice(from) });
  return parts;
}

/** What devices are, by how those who make them call them: the kernel's veth, bridges of CNI plugins and of Docker, cards. */
const DEVICES: readonly (readonly [RegExp, GlossaryTerm])[] = [
  [/^veth/, 'veth'],
  [/^(?:cni|cbr|docker)\d+$|^br-/, 'bridge'],
  [/^(?:eth|ens|enp)[0-9a-z]+$|^lo$/, 'network-device'],
];

/** A name of a drawing, `PREROUTING` or `eth0 · veth1a2b`, with what the glossary has of each: the word itself, or the kind of device. */
export function splitDrawn(names: string): readonly WordPart[] {
  let at = 0;
  return names.split(/( · )/).map((text) => {
    const term = NAMES.get(text.toLowerCase()) ?? DEVICES.find(([pattern]) => pattern.test(text))?.[1];
    const part = { at, text, ...(term === undefined ? {} : { term }) };
    at += text.length;
    return part;
  });
}
