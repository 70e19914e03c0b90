import { phrase } from '../../lib/phrase';
import { listAskedPlaces } from '../../paste/asked-places';
import type { EvidenceFinding } from './evidence-finding';

/** A name and port that is said to answer, with its line, from 1. */
interface AnsweringPlace {
  readonly host: string;
  readonly port: number;
  readonly number: number;
}

/** `https://master1.example:32443`, with the name of a machine in it. */
const NAMED_URL = /\bhttps?:\/\/([a-z][\w-]{0,62}(?:\.[\w-]{1,63}){1,8}):(\d{2,5})\b/i;
const WORKS =
  /\b(?:it )?(?:works|working|is reachable|is accessible|responds|answers|succeeds)\b|\bHTTP\/\d(?:\.\d)? [23]\d\d\b/i;
const FAILS = /\bnot\b|n['’]t\b|\bfails?\b|\brefused\b|\btime[ds]? ?out\b|\bunreachable\b/i;
const LONGEST = 600;
const MOST_LINES = 5000;

function* listAnswering(text: string): Generator<AnsweringPlace> {
  for (const [at, line] of text.split('\n', MOST_LINES).entries()) {
    if (line.length > LONGEST || !WORKS.test(line) || FAILS.test(line)) continue;
    const [, host, port] = NAMED_URL.exec(line) ?? [];
    if (host !== undefined && port !== undefined) yield { host, port: Number(port), number: at + 1 };
  }
}

/** Is it a machine's name, of which DNS says who it is? */
const isName = (host: string): boolean =>
  /^[a-z][\w.-]*\.[a-z][\w-]*$/i.test(host) && !/\.(?:svc|cluster\.local)\b/.test(host);

function findOfText(text: string): readonly EvidenceFinding[] {
  const failed = listAskedPlaces([text]).filter(({ host, isFailed, port }) => isFailed && port !== 0 && isName(host));
  for (const works of listAnswering(text)) {
    const place = failed.find(({ host, port }) => port === works.port && host !== works.host);
    if (!place) continue;
    const { got = 'silent', line } = place;
    const values = {
      failing: place.host,
      working: works.host,
      port: String(place.port),
      end: got === 'refused' ? 'refused' : 'other',
      works: String(works.number),
      isNodePort: place.port >= 30_000 && place.port <= 32_767 ? 'yes' : 'no',
    };
    const says = phrase('evidence.split-hosts', values);
    return [
      {
        id: 'split-hosts',
        severity: 'warning',
        says,
        next: phrase('evidence.next.split-hosts', values),
        words: [line.trim()],
      },
    ];
  }
  return [];
}

/** Longer texts are dumps. */
const LONGEST_TEXT = 200_000;

/**
 * Finds a port that is asked in vain by one name and answers by another: whoever answers has it, so the difference is whom the names lead to.
 */
export function findSplitHosts(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  return texts.flatMap(({ text }) => (text.length > LONGEST_TEXT ? [] : findOfText(text))).slice(0, 1);
}
