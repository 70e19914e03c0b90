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

const printed = (text: string): string => bareLines(printNftRuleset(readRuleset(text).ruleset));

/** What `nft -j` says, printed as text. */
export function printedJson(json: string): string {
  const parsed = NFT_JSON.parse(json);
  if (!parsed.ok) return '';
  return bareLines(printNftRuleset(parsed.value.value.ruleset));
}

/** Which device a chain is at: JSON of nft 1.0.6 leaves it out. */
const withoutDevice = (text: string): string => text.replaceAll(/ device "[^"]*"/g, '');

/** The chain of a listing that holds rules: the last with one. */
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

/** Printing what was read of a listing gives it; what the test writes is printed so, too; JSON is read as the listing. */
export function runListings(listings: readonly Listing[]): SuiteResult[] {
  const [listed, written, json] = [newTally(), newTally(), newTally()];
  for (const listing of listings) {
    const id = `${listing.file} ${listing.no} ${listing.fam}: ${listing.rule}`;
    const wanted = bareLines(listing.list);
    check(listed, id, wanted, printed(listing.list));
    check(written, id, wanted, printed(asWritten(listing)));
    check(json, id, withoutDevice(wanted), withoutDevice(printedJson(listing.j)));
  }
  const result = (name: string, tally: Tally): SuiteResult => ({ name, skipped: 0, ...tally });
  return [result('listed', listed), result('written', written), result('json', json)];
}
