import type { FieldClass } from './field-table';
import { redactLine } from './redact-line';
import type { SyntaxWords } from './words';

/** What replaces words, and whole texts. */
interface Means {
  readonly words: SyntaxWords;
  readonly whole: (text: string) => string;
}

type Replace = (text: string, means: Means) => string;

/** A name of DNS is no longer (RFC 1035), and neither is anything else that is held to the letters of a name. */
const LONGEST_NAME = 253;

const oneWord = (replace: Replace): Replace => {
  return (text, means) => {
    if (text === '' || text === 'cluster.local') return text;
    const after = replace(text, means);
    return after.length <= Math.max(LONGEST_NAME, text.length) ? after : means.words.name(text);
  };
};

/** Ids as this program gives them: they number, and tell nothing. */
const OWN_ID = /^(?:flow|text)-\d{1,5}$/;

/** `default/web:http`, as comments and objects call a port; `http`, as rules do. */
function portName(text: string, { words }: Means): string {
  if (!text.includes('/') || !/[a-z]/i.test(text)) return words.replace(text, 'network');
  return text.replaceAll(/[^/:]+/g, (part) => words.replace(part, 'name'));
}

const DURATION = /^[-+]?(?:\d{1,5}(?:\.\d{1,3})?(?:ns|us|µs|μs|ms|s|m|h)){0,8}$/u;
/** What a field of a duration may be built of (kubernetes/validation/grammars.ts). */
const OF_DURATION = /^[-+.\dhmnsuµμ]{1,60}$/u;

/** `1m30s`; what is none stays built of the same letters. */
function duration(text: string, { words }: Means): string {
  if (text === '0' || DURATION.test(text)) return text;
  if (!OF_DURATION.test(text)) return words.replace(text, 'name');
  return text.replaceAll(/\d+/g, (digits) => words.digits(digits));
}

/** Words of the API stay, in a sentence those of listings. */
function annotation(text: string, { words, whole }: Means): string {
  return /[\s{}[\]"'`,;<>|]/.test(text) ? whole(text) : words.replace(text, 'json');
}

const BY_CLASS: Readonly<Record<FieldClass, Replace>> = {
  word: oneWord((text, { words }) => words.replace(text, 'json')),
  label: oneWord((text, { words }) => words.replace(text, 'objects')),
  key: oneWord((text, { words }) => words.key(text)),
  name: oneWord((text, { words }) => redactLine(text, 'name', words)),
  host: oneWord((text, { words }) => words.host(text)),
  device: oneWord((text, { words }) => words.replace(text, 'network')),
  sysctl: oneWord((text, { words }) => words.replace(text, 'network')),
  port: oneWord(portName),
  id: (text, { words }) => (OWN_ID.test(text) ? text : words.name(text)),
  address: (text, { words }) => words.addressesIn(text),
  duration,
  seed: (text, { words }) => words.seed(text),
  annotation,
  listing: (text, { whole }) => whole(text),
};

/** Replaces a text by the class of the field it stands in. */
export function redactField(text: string, of: FieldClass, means: Means): string {
  return text === '' ? text : BY_CLASS[of](text, means);
}
