import { scanWords, type Word } from '../../lib/scan';

/** A rule that names more is left as it stands. */
const MOST_RULES = 1024;

const OPTION = /^(?:-([sd])|--(s)(?:ou)?rc(?:e)?|--(d)(?:est(?:ination)?|st))$/;
/** A look that costs little: has the text an address option with a comma in its value? */
const LISTED = /(?:^|\s)(?:-[sd]|--(?:src|source|dst|destination))[\s=]+[^\s"',]+,/;

interface AddressList {
  readonly word: Word;
  readonly parts: readonly string[];
}

/** The value of `-s` or `-d`; undefined if it is not given, or negated, which iptables refuses for a list. */
function findList(words: readonly Word[], side: 's' | 'd'): AddressList | 'refused' | undefined {
  const at = words.findIndex(({ value }) => OPTION.exec(value)?.slice(1).includes(side));
  const word = at < 0 ? undefined : words[at + 1];
  if (!word) return undefined;
  const parts = word.value.split(',');
  if (parts.length === 1) return undefined;
  return words[at - 1]?.raw === '!' || parts.includes('') ? 'refused' : { word, parts };
}

/**
 * iptables makes of `-s A,B -d C,D` four rules: each source with each destination, the sources
 * outermost (add_command() over xtables_ipparse_multiple(), iptables/xshared.c). The texts of those
 * rules; undefined if there is no list, or one that iptables refuses: negated, or with an empty place.
 */
export function writtenOut(text: string): readonly string[] | undefined {
  if (!LISTED.test(text)) return undefined;
  const words = scanWords(text);
  const [from, to] = [findList(words, 's'), findList(words, 'd')];
  if (from === 'refused' || to === 'refused' || !(from ?? to)) return undefined;
  if ((from?.parts.length ?? 1) * (to?.parts.length ?? 1) > MOST_RULES) return undefined;
  const lists = [from, to].filter((list) => list !== undefined).toSorted((a, b) => b.word.start - a.word.start);
  const pairs = (from?.parts ?? ['']).flatMap((src) => (to?.parts ?? ['']).map((dst) => ({ src, dst })));
  return pairs.map((pair) => {
    // From behind, so that what is put in moves nothing that is still to be replaced.
    return lists.reduce((rule, list) => {
      const { start, end } = list.word;
      return rule.slice(0, start) + (list === from ? pair.src : pair.dst) + rule.slice(end);
    }, text);
  });
}
