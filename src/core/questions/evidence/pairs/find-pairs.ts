import { phrase } from '../../../lib/phrase';
import { shortenLine } from '../../../lib/shorten';
import { withoutDenied } from '../../../paste/denied-names';
import { isQuestion } from '../asked-words';
import type { EvidenceFinding } from '../evidence-finding';
import type { LinedText } from '../evidence-line';
import { HOST_PAIRS } from './host-pairs';
import { NETWORK_PAIRS } from './network-pairs';
import { PROXY_PAIRS } from './proxy-pairs';
import type { SettingPair } from './setting-pair';

/** All pairs that are known; of several that fit one sentence the first is told. */
export const SETTING_PAIRS: readonly SettingPair[] = [...NETWORK_PAIRS, ...PROXY_PAIRS, ...HOST_PAIRS];

/** Longer texts are dumps, longer lines are no sentences. */
const LONGEST_TEXT = 60_000;
const LONGEST_LINE = 1500;
const LONGEST_QUOTED = 160;
/** So many pairs are told of a text. */
const MOST_TOLD = 2;
/** Fewer words are no sentence. */
const FEWEST_WORDS = 3;

/** A field of YAML, a row or rule, a line of a log, a command: nobody’s words. */
const NO_WORDS =
  /^\s*(?:- )?[a-z][\w./-]{1,60}:\s*(?:["'\w./-]{1,60})?\s*$|^\s*[-:*]?[-:][A-Z]|^[EIWF]\d{4} |^\s*(?:`|[$#%]\s+)(?:kubectl|ip|iptables|nft|curl|ipvsadm|systemctl|helm)\b|^\s*\d{4}[-/]\d\d[-/]\d\d|^\s*\d+\s+\d+\s|^\s*[{}[\]|+"]|^\s*(?:chain|table|rule|target)\b|^\s*(?:add|insert|create) (?:rule|chain|element) |^\s*(?:ip6? [sd]addr|meta l4proto|(?:tcp|udp|th) [sd]port|ct (?:state|mark)|[io]ifname|fib [sd]addr)\b|\/\*|\bcounter packets\b|\t.*\t/;

/** Words in small letters without signs, each behind a blank, so that its beginning can be looked for. */
const plain = (words: string): string => ` ${words.toLowerCase().replaceAll(/[^a-z0-9\u{ac00}-\u{d7a3}]+/gu, ' ')} `;

const begins = (text: string, words: readonly string[]): boolean => words.some((word) => text.includes(` ${word}`));

interface Sentence {
  readonly words: string;
  readonly line: string;
  readonly plain: string;
  readonly isTitle: boolean;
}

const TITLE = /^#{1,3} /;

const asSentence = (words: string, line: string): Sentence => ({
  words: words.trim(),
  line,
  plain: plain(words),
  isTitle: TITLE.test(line),
});

/** Lines outside of fences that a person may have written. */
function* listWritten(text: string): Generator<string> {
  let isFenced = false;
  for (const line of text.split('\n')) {
    if (/^\s*(?:```|~~~)/.test(line)) isFenced = !isFenced;
    else if (!isFenced && line.length <= LONGEST_LINE && !NO_WORDS.test(line)) yield line;
  }
}

/** The titles of a text, then its sentences, then each sentence with the one behind it: so they are asked. */
function listAsked(text: string): readonly Sentence[] {
  const written = [...listWritten(text)];
  const titles = written.filter((line) => TITLE.test(line)).map((line) => asSentence(line, line));
  const all = written
    .filter((line) => !TITLE.test(line))
    .flatMap((line) => line.split(/(?<=[.!?]) +/).map((words) => asSentence(words, line)))
    .filter((each) => each.plain.split(' ').length - 2 >= FEWEST_WORDS && !isQuestion(each.words));
  const pairs = all.slice(1).map((each, at) => ({ ...each, plain: (all[at]?.plain ?? '') + each.plain }));
  return [...titles, ...all, ...pairs];
}

const quote = (words: string): string =>
  shortenLine(words.replaceAll(/^[#>*`\s-]+|[`\s.:!?]+$/g, '').replaceAll(/\s{2,}/g, ' '), LONGEST_QUOTED);

/** A sentence of the text that speaks for the first cause of a pair, as it is quoted. */
function findTold({ tells }: SettingPair, asked: readonly Sentence[]): string {
  const found = tells && asked.find((each) => begins(each.plain, tells));
  return found ? quote(found.words) : 'none';
}

/** `ipvs` of `ipvs-idle`: of one component the narrowest pair is told. */
const familyName = ({ id }: SettingPair): string => id.split('-', 1)[0] ?? id;

/** Pairs that sentences fit, each with its first; a title says what a text is about, so what it names is told alone. */
function fitPairs(known: readonly SettingPair[], asked: readonly Sentence[]): ReadonlyMap<SettingPair, Sentence> {
  const fitted = new Map<SettingPair, Sentence>();
  const families = new Set<string>();
  const lines = new Set<string>();
  for (const sentence of asked) {
    if (fitted.size >= MOST_TOLD || (!sentence.isTitle && [...fitted.values()].some(({ isTitle }) => isTitle))) break;
    const pair = known.find(({ has }) => has.every((words) => begins(sentence.plain, words)));
    if (!pair || families.has(familyName(pair)) || lines.has(sentence.line)) continue;
    fitted.set(pair, sentence);
    families.add(familyName(pair));
    lines.add(sentence.line);
  }
  return fitted;
}

function findInText({ text }: Pick<LinedText, 'text'>, rules: string): readonly EvidenceFinding[] {
  if (text.length > LONGEST_TEXT) return [];
  const whole = plain(withoutDenied(text));
  const known = SETTING_PAIRS.filter(
    ({ beside, unless }) => (!beside || begins(whole, beside)) && !(unless && begins(whole, unless)),
  );
  const asked = listAsked(text);
  return [...fitPairs(known, asked)].map(([pair, { words, line }]) => {
    const { id } = pair;
    const values = { line: quote(words), told: findTold(pair, asked), rules, ...pair.patches };
    const says = phrase(`evidence.pair.${id}`, values);
    const next = phrase(`evidence.pair-next.${id}`, values);
    return { id: `pair-${id}`, severity: 'warning', says, next, words: [line.trim()] };
  });
}

/**
 * Finds settings that people name together with a failure, titles first, each with the causes the field knows and the commands that part them.
 * None of them is said to be it. `rules`: the command that prints what carries Services here.
 */
export function findPairs(texts: readonly Pick<LinedText, 'text'>[], rules: string): readonly EvidenceFinding[] {
  const found = texts.flatMap((each) => findInText(each, rules));
  return [...new Map(found.map((each) => [each.id, each])).values()].slice(0, MOST_TOLD);
}
