import { GLOSSARY, KOREAN_TERMS, type GlossaryTerm } from '../../content/glossary';

/** A part of a sentence; a word of the glossary has its entry. */
export interface WordPart {
  /** Where it begins. */
  readonly at: number;
  readonly text: string;
  readonly term?: GlossaryTerm;
}

const IDS = Object.keys(GLOSSARY) as readonly GlossaryTerm[];

/** Each word as it is written, `rule` also as `Rule`, `rules`; in Korean also by its own word. */
function listSpellings(): ReadonlyMap<string, GlossaryTerm> {
  return new Map(
    IDS.flatMap((id) => {
      const { term } = GLOSSARY[id];
      const korean = KOREAN_TERMS[id];
      return [[term.toLowerCase(), id] as const, ...(korean === undefined ? [] : [[korean, id] as const])];
    }),
  );
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A field's name in capitals is no word: `--mark`, `KUBE-MARK`; nor is one within an address or a path. */
function findPattern(spellings: ReadonlyMap<string, GlossaryTerm>): RegExp {
  const words = [...spellings.keys()].toSorted((a, b) => b.length - a.length).map(escaped);
  return new RegExp(String.raw`(?<![\w.:/\-가-힣])(${words.join('|')})(?:s|es)?(?![\w/-]|\.\w|:\d)`, 'giu');
}

const SPELLINGS = listSpellings();
const PATTERN = findPattern(SPELLINGS);

/** Is it written as the glossary has it, but for a capital at its beginning? */
function isWritten(word: string, id: GlossaryTerm): boolean {
  const { term } = GLOSSARY[id];
  return [term, KOREAN_TERMS[id]].some(
    (each) => each !== undefined && (word.startsWith(each) || word.startsWith(each[0]!.toUpperCase() + each.slice(1))),
  );
}

/** A sentence cut where words of the glossary stand, each word once. */
export function splitTerms(sentence: string): readonly WordPart[] {
  const parts: WordPart[] = [];
  const told = new Set<GlossaryTerm>();
  let from = 0;
  for (const { 0: word, 1: spelling = '', index: at } of sentence.matchAll(PATTERN)) {
    const term = SPELLINGS.get(spelling.toLowerCase());
    if (term === undefined || told.has(term) || !isWritten(word, term)) continue;
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
    const term = SPELLINGS.get(text.toLowerCase()) ?? DEVICES.find(([pattern]) => pattern.test(text))?.[1];
    const part = { at, text, ...(term === undefined ? {} : { term }) };
    at += text.length;
    return part;
  });
}
