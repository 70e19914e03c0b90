import { NFT_JSON } from '../../../src/core/formats/nft-json';
import { printNftRuleset } from '../../../src/core/linux/nftables/text/print-ruleset';
import { readRuleset } from '../../../src/core/linux/nftables/text/read-ruleset';
import { newTally, type SuiteResult, type Tally } from '../suite';

/** One rule of a test as it is written, and how real tools list the table it stands in. */
export interface Listing {
  readonly file: string;
  readonly no: number;
  readonly fam: string;
  readonly rule: string;
  /** `nft list ruleset`. */
  readonly list: string;
  /** `nft -j list ruleset`. */
  readonly j: string;
}

/** Text as it is compared: lines without blanks at their ends, none of them empty. */
export function bareLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

const printedOf = (text: string): string => bareLines(printNftRuleset(readRuleset(text).ruleset));

/** What `nft -j` says, printed as text. */
export function printedJson(json: string): string {
  const parsed = NFT_JSON.parse(json);
  if (!parsed.ok) return '';
  return bareLines(printNftRuleset(parsed.value.value.ruleset));
}

/** Which device a chain is at: JSON of nft 1.0.6 leaves it out. */
const withoutDevice = (text: string): string => text.replaceAll(/ device "[^"]*"/g, '');

/** A line of a listing that is a rule. */
const LAST_RULE = /^(?!type |policy |comment )(?!table |chain |set |map |flowtable |}).+$/;

/** The listing with its last rule as the test writes it. */
function asWritten({ list, rule }: Listing): string {
  const lines = list.split('\n');
  const at = lines.findLastIndex((line) => LAST_RULE.test(line.trim()));
  return at < 0 ? list : lines.toSpliced(at, 1, `\t\t${rule}`).join('\n');
}

function check(tally: Tally, id: string, expected: string, actual: string): void {
  tally.total++;
  if (expected === actual) tally.passed++;
  else tally.failures.push({ id, diff: lineDifference(expected, actual) });
}

/** The first lines that differ. */
function lineDifference(expected: string, actual: string): string {
  const [wanted, got] = [expected.split('\n'), actual.split('\n')];
  const at = wanted.findIndex((line, i) => line !== got[i]);
  return `  nft:  ${wanted[at] ?? ''}\n  here: ${got[at] ?? ''}`;
}

interface OtherWords {
  readonly reason: string;
  /** The rules it is about; absent: all. */
  readonly written?: RegExp;
  /** A line without what may differ. */
  readonly plain: (line: string) => string;
}

/** Where nft lists a written rule in words of its own; what is printed here is loaded and listed so (`npm run soak`). */
const OTHER_WORDS: readonly OtherWords[] = [
  {
    reason: 'nft says first what a word implies: a type of ICMP, TCP, how it is refused',
    plain: (line) =>
      line
        .replace(/\b(icmp|icmpv6) type (?:\{ echo-reply, echo-request \}|\{ echo-request, echo-reply \}) /, '')
        .replace(/\bmeta l4proto tcp (?=.*reject with tcp reset)/, '')
        .replace(/ with icmp(?:v6)? port-unreachable$/, '')
        .replace(/\bmeta (?:nfproto ipv[46]|protocol ip6?) (?=reject)/, ''),
  },
  {
    reason: 'nft leaves out what a word behind it implies',
    plain: (line) =>
      line
        .replace(/\bmeta (?:nfproto ipv[46]|l4proto (?:icmp|ipv6-icmp)|protocol ip6?|iiftype ether) /, '')
        .replace(/\bicmpv6 type packet-too-big (?=icmpv6 mtu)/, ''),
  },
  {
    reason: 'nft puts the type of ICMP before its code, and what is in a set in another order',
    plain: (line) =>
      line
        .replace(/\b(icmp code \S+) (icmp type \S+)/, '$2 $1')
        .replaceAll(/\{ ([^}]*) \}/g, (_all, inside: string) => `{ ${inside.split(', ').sort().join(', ')} }`),
  },
  {
    reason: 'nft counts out what is masked or exclusive, and knows a header in raw bytes',
    written: /\bxor\b|@(?:ll|nh|th),|& 0x[0-9a-f]+ == 0x/,
    plain: () => '',
  },
];

/** Why two listings differ in one line, where that is known. */
function otherWords(rule: string, wanted: string, printed: string): string | undefined {
  const [a, b] = [wanted.split('\n'), printed.split('\n')];
  const at = a.findIndex((line, i) => line !== b[i]);
  if (a.length !== b.length || a.some((line, i) => i !== at && line !== b[i])) return undefined;
  const known = OTHER_WORDS.find(
    ({ written, plain }) => (written?.test(rule) ?? true) && plain(a[at] ?? '') === plain(b[at] ?? ''),
  );
  return known?.reason;
}

export const idOf = ({ file, no, fam, rule }: Listing): string => `${file} ${no} ${fam}: ${rule}`;

/** What is printed of the listing with the rule as the test writes it. */
export function printedAsWritten(listing: Listing): string {
  return printNftRuleset(readRuleset(asWritten(listing)).ruleset);
}

/** Printing what was read of a listing gives it; what the test writes is printed so, too; JSON is read as the listing. */
export function runListings(listings: readonly Listing[]): SuiteResult[] {
  const [listed, written, json] = [newTally(), newTally(), newTally()];
  const skips: Record<string, number> = {};
  for (const listing of listings) {
    const id = idOf(listing);
    const wanted = bareLines(listing.list);
    check(listed, id, wanted, printedOf(listing.list));
    const print = bareLines(printedAsWritten(listing));
    const reason = wanted === print ? undefined : otherWords(listing.rule, wanted, print);
    if (reason === undefined) check(written, id, wanted, print);
    else skips[reason] = (skips[reason] ?? 0) + 1;
    check(json, id, withoutDevice(wanted), withoutDevice(printedJson(listing.j)));
  }
  const result = (name: string, tally: Tally): SuiteResult => ({ name, skipped: 0, ...tally });
  const skipped = Object.values(skips).reduce((sum, count) => sum + count, 0);
  return [result('listed', listed), { ...result('written', written), skipped, skips }, result('json', json)];
}
