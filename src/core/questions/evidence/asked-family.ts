import { phrase } from '../../lib/phrase';
import { parseIp, type IpFamily } from '../../net/ip';
import { listAskedPlaces, type AskedPlace } from '../../paste/asked-places';
import type { TextSummary } from '../../paste/pasted-types';
import type { EvidenceFinding } from './evidence-finding';
import type { LinedText } from './evidence-line';

/** `curl -6 http://web`: the family that a client is told to take. */
const CHOSEN = /(?:^|[\s`$#>'"])(?:curl|wget|nc|ncat|telnet|ping)\s(?:.*\s)?-([46])(?=\s)/;
const LABELS = { ipv4: 'IPv4', ipv6: 'IPv6' } as const;
const SAVE = { ipv4: 'iptables-save', ipv6: 'ip6tables-save' } as const;

/** The one family of which texts hold rules; undefined: both, none, or tables of nftables, which may be of both. */
function findOnlyFamily(summaries: readonly TextSummary[]): IpFamily | undefined {
  const isNft = summaries.some(({ pieces = [] }) => pieces.some(({ format }) => format.startsWith('nft')));
  const [only, ...more] = new Set(summaries.flatMap(({ parts }) => parts.map(({ family }) => family)));
  return isNft || more.length > 0 ? undefined : only;
}

/** The family of a place that was asked: of its address, else as its client was told. */
function findAskedFamily({ host, line }: AskedPlace, lines: readonly string[]): IpFamily | undefined {
  const address = parseIp(host);
  if (address.ok) return address.value.family;
  const told = [line, ...lines.filter((each) => each.includes(host))].flatMap((each) => CHOSEN.exec(each)?.[1] ?? []);
  return told[0] === undefined ? undefined : told[0] === '6' ? 'ipv6' : 'ipv4';
}

/**
 * Finds what somebody asked in vain by a family of which no text holds a rule: the rules that are here say nothing of it.
 *
 * @param summaries what was read of the texts
 */
export function findAskedFamilies(
  texts: readonly LinedText[],
  summaries: readonly TextSummary[],
): readonly EvidenceFinding[] {
  const family = findOnlyFamily(summaries);
  if (family === undefined) return [];
  const all = texts.map(({ text }) => text);
  const lines = all.flatMap((text) => text.split('\n', 5000)).filter((line) => line.length < 600 && CHOSEN.test(line));
  const asked = listAskedPlaces(all).find((place) => {
    const of = place.isFailed ? findAskedFamily(place, lines) : undefined;
    return of !== undefined && of !== family;
  });
  if (!asked) return [];
  const other = family === 'ipv4' ? 'ipv6' : 'ipv4';
  const values = { line: asked.line.trim(), family: LABELS[family], other: LABELS[other] };
  return [
    {
      id: 'asked-other-family',
      severity: 'warning',
      isOpen: true,
      says: phrase('evidence.asked-family', values),
      next: phrase('evidence.next.asked-family', { command: SAVE[other], flag: other === 'ipv6' ? '-6' : '-4' }),
      words: [asked.line.trim()],
    },
  ];
}
