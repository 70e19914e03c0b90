/** A value of JSON as it was parsed. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** Is it an object, no list? */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A list as it is; one value as a list of it; nothing as an empty list. */
export function collectList(value: Json | undefined): readonly Json[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? (value as readonly Json[]) : [value];
}

/** A word or a number as text; everything else is none. */
export function findWord(value: Json | undefined): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** The only member of `{"accept": null}`, `{"match": {…}}`. */
export function jsonMember(value: JsonObject): readonly [name: string, inside: Json] {
  const [name = ''] = Object.keys(value);
  return [name, value[name] ?? null];
}

/** A text in double quotes; nft has no escapes for what must not stand in one. */
export function quoted(text: string): string {
  return `"${text.replaceAll(/["\n\r]/g, ' ')}"`;
}

/** Writes an expression of one kind as text. */
type Printer = (inside: Json) => string;

const field = (value: Json, key: string): Json | undefined => (isJsonObject(value) ? value[key] : undefined);
const word = (value: Json, key: string): string => findWord(field(value, key)) ?? '';
const joined = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join(' ');

/** `mod 4`, `offset 2`, where they are said and not the default. */
function modulus(inside: Json): string {
  const offset = word(inside, 'offset');
  return joined(`mod ${word(inside, 'mod')}`, offset === '' || offset === '0' ? '' : `offset ${offset}`);
}

function jhash(inside: Json): string {
  const seed = word(inside, 'seed');
  const rest = modulus(inside).split(' offset ');
  const offset = rest[1] === undefined ? '' : `offset ${rest[1]}`;
  return joined('jhash', expressionText(field(inside, 'expr') ?? ''), rest[0], seed && `seed ${seed}`, offset);
}

function payload(inside: Json): string {
  const base = word(inside, 'base');
  if (base !== '') return `@${base},${word(inside, 'offset')},${word(inside, 'len')}`;
  return joined(word(inside, 'protocol'), word(inside, 'field'));
}

function exthdr(inside: Json): string {
  const name = word(inside, 'name');
  const number = word(inside, 'offset');
  const which = number === '' || !/^(?:addr|sid)$/.test(word(inside, 'field')) ? '' : `[${number}]`;
  return word(inside, 'field') === '' ? `exthdr ${name}` : `${name} ${word(inside, 'field')}${which}`;
}

/** `{"name": "maxseg", "field": "size"}` of an option, or `{"base": 255, "offset": 0, "len": 8}`: its kind and bits of it. */
const option =
  (kind: string): Printer =>
  (inside) => {
    const base = word(inside, 'base');
    if (base === '') return joined(kind, word(inside, 'name'), word(inside, 'field'));
    const [offset, bits] = [word(inside, 'offset') || '0', word(inside, 'len') || '0'];
    // The first byte of an option is its kind: whether that is there is what is asked.
    return offset === '0' ? `${kind} ${base}` : `${kind} @${base},${offset},${bits}`;
  };

/** `ipsec in spnum 2 ip saddr`. */
function ipsec(inside: Json): string {
  const number = word(inside, 'spnum');
  const at = number === '' || number === '0' ? '' : `spnum ${number}`;
  return joined('ipsec', word(inside, 'dir'), at, word(inside, 'family'), word(inside, 'key'));
}

/** `osf ttl skip name`. */
const osf: Printer = (inside) => {
  const ttl = word(inside, 'ttl');
  return joined('osf', ttl && `ttl ${ttl}`, word(inside, 'key'));
};

function elem(inside: Json): string {
  const time = (key: string): string => (word(inside, key) === '' ? '' : `${key} ${word(inside, key)}s`);
  const counter = field(inside, 'counter');
  const comment = findWord(field(inside, 'comment'));
  return joined(
    expressionText(field(inside, 'val') ?? ''),
    counter === undefined ? '' : `counter packets ${word(counter, 'packets')} bytes ${word(counter, 'bytes')}`,
    time('timeout'),
    time('expires'),
    comment === undefined ? '' : `comment ${quoted(comment)}`,
  );
}

/** The type of a map's element: `1.1.1.1 . 80 comment "x" : drop`. */
export function elementText(element: Json): string {
  if (!Array.isArray(element)) return expressionText(element);
  const [key = null, data] = element as readonly Json[];
  return data === undefined ? expressionText(key) : `${expressionText(key)} : ${expressionText(data)}`;
}

/** Both sides of an operator; what is put together by the same one needs no brackets on its left. */
const operator =
  (sign: string): Printer =>
  (inside) =>
    collectList(inside)
      .map((side, i) => {
        if (Array.isArray(side)) return sign === '|' ? flagsText(side) : `(${flagsText(side)})`;
        const isSame = i === 0 && isJsonObject(side) && sign in side;
        return isOperation(side) && !isSame ? `(${expressionText(side)})` : expressionText(side);
      })
      .join(` ${sign} `);

/** Flags in a sum: `(syn | ack)`. */
function flagsText(side: Json): string {
  return Array.isArray(side) ? (side as readonly Json[]).map(expressionText).join(' | ') : expressionText(side);
}

const SIGNS = ['|', '^', '&', '<<', '>>'] as const;

/** Is it put together from two sides? */
export function isOperation(value: Json): boolean {
  return isJsonObject(value) && SIGNS.some((sign) => sign in value);
}

const PRINTERS: Readonly<Record<string, Printer>> = {
  ...Object.fromEntries(SIGNS.map((sign) => [sign, operator(sign)])),
  concat: (inside) => collectList(inside).map(expressionText).join(' . '),
  set: (inside) => `{ ${collectList(inside).map(elementText).join(', ')} }`,
  map: (inside) => mapText('map', inside),
  prefix: (inside) => `${expressionText(field(inside, 'addr') ?? '')}/${word(inside, 'len')}`,
  range: (inside) => collectList(inside).map(expressionText).join('-'),
  payload,
  exthdr,
  'tcp option': option('tcp option'),
  'ip option': option('ip option'),
  'sctp chunk': option('sctp chunk'),
  meta: (inside) => `meta ${word(inside, 'key')}`,
  rt: (inside) => joined('rt', word(inside, 'family'), word(inside, 'key')),
  ct: (inside) => joined('ct', word(inside, 'dir'), word(inside, 'family'), word(inside, 'key')),
  numgen: (inside) => joined('numgen', word(inside, 'mode'), modulus(inside)),
  jhash,
  symhash: (inside) => joined('symhash', modulus(inside)),
  fib: (inside) =>
    joined('fib', collectList(field(inside, 'flags')).map(expressionText).join(' . '), word(inside, 'result')),
  socket: (inside) => {
    const level = word(inside, 'level');
    return joined('socket', word(inside, 'key'), level && `level ${level}`);
  },
  osf,
  ipsec,
  'dccp option': (inside) => joined('dccp option', word(inside, 'type')),
  elem,
  accept: () => 'accept',
  drop: () => 'drop',
  continue: () => 'continue',
  return: () => 'return',
  jump: (inside) => `jump ${word(inside, 'target')}`,
  goto: (inside) => `goto ${word(inside, 'target')}`,
};

/** `KEY map { … }`, `KEY vmap @name`. */
export function mapText(verb: 'map' | 'vmap', inside: Json): string {
  return `${expressionText(field(inside, 'key') ?? '')} ${verb} ${expressionText(field(inside, 'data') ?? '')}`;
}

/** Constants of a concatenation come as one text: `10.0.0.1 . 80`. */
const BARE = /^[@*]?[\w.:/+*@ -]*$/;

/** Words that are no constants go between quotes: `"eth 0"`. */
function constantText(value: string | number | boolean | null): string {
  if (typeof value === 'boolean') return value ? 'exists' : 'missing';
  if (typeof value !== 'string') return value === null ? '' : String(value);
  return BARE.test(value) ? value : quoted(value);
}

/** An expression of libnftables-json(5) in the words of nft(8); what is not known stays as JSON. */
export function expressionText(value: Json): string {
  if (Array.isArray(value)) return (value as readonly Json[]).map(expressionText).join(',');
  if (!isJsonObject(value)) return constantText(value as string);
  const [name, inside] = jsonMember(value);
  const printer = Object.hasOwn(PRINTERS, name) ? PRINTERS[name] : undefined;
  return printer ? printer(inside) : JSON.stringify(value);
}

/** Like {@link expressionText}, for names of interfaces and times of the day. */
export function quotedText(value: Json): string {
  if (typeof value === 'string' && !value.startsWith('@')) return quoted(value);
  if (!isJsonObject(value)) return expressionText(value);
  const { set, range } = value;
  if (range !== undefined) return collectList(range).map(quotedText).join('-');
  return set === undefined ? expressionText(value) : `{ ${collectList(set).map(quotedText).join(', ')} }`;
}
