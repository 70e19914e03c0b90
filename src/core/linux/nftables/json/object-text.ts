import {
  expressionText,
  elementText,
  isOperation,
  mapText,
  quotedText,
  isJsonObject,
  collectList,
  jsonMember,
  quoted,
  findWord,
  type Json,
  type JsonObject,
} from './expression-text';
import { amountText, namedObjectText, rateText } from './named-object';

type Printer = (inside: Json, name: string) => string;

const field = (value: Json, key: string): Json | undefined => (isJsonObject(value) ? value[key] : undefined);
const text = (value: Json, key: string): string => expressionText(field(value, key) ?? null);
const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');
const after = (head: string, value: string): string => (value === '' ? '' : `${head} ${value}`);

const NAMED: ReadonlySet<string> = new Set([
  'iifname',
  'oifname',
  'ibrname',
  'obrname',
  'iif',
  'oif',
  'hour',
  'day',
  'time',
]);

/** Interfaces and times are written between quotes. */
function rightText(left: Json | undefined, right: Json): string {
  const key = findWord(field(field(left ?? null, 'meta') ?? null, 'key')) ?? '';
  return NAMED.has(key) ? quotedText(right) : expressionText(right);
}

/**
 * Right side of a comparison as text: flags of a list are any of them where that is asked, and together one value
 * elsewhere.
 */
function comparedText(left: Json, op: string, right: Json): string {
  const isAny = op === 'in' || op === '!';
  return Array.isArray(right) && !isAny
    ? (right as readonly Json[]).map(expressionText).join(' | ')
    : rightText(left, right);
}

/** Is it one value that can be equal? What is looked up in a set or lies in a range is not. */
const isValue = (right: Json): boolean => {
  if (typeof right === 'string') return !/^@./.test(right);
  return !isJsonObject(right) || !('set' in right || 'range' in right || 'prefix' in right);
};

function match(inside: Json): string {
  const op = findWord(field(inside, 'op')) ?? 'in';
  const [left, right] = [field(inside, 'left') ?? null, field(inside, 'right') ?? null];
  const isLeft = op === '==' && !isValue(right) && !(isOperation(left) && isJsonObject(right) && 'set' in right);
  const sign = op === 'in' || isLeft ? '' : op;
  return joined(expressionText(left), sign, comparedText(left, op, right));
}

/** `"web"`, or what a map gives. */
const objectName = (inside: Json): string => (typeof inside === 'string' ? quoted(inside) : expressionText(inside));

/** Is an object of the table used, by its name or by a map? */
const isUse = (inside: Json): boolean => typeof inside === 'string' || (isJsonObject(inside) && 'map' in inside);

const counter: Printer = (inside) => {
  if (isUse(inside)) return `counter name ${objectName(inside)}`;
  return joined('counter', after('packets', text(inside, 'packets')), after('bytes', text(inside, 'bytes')));
};

const over = (inside: Json): string => (field(inside, 'inv') === true ? 'over' : '');

const limit: Printer = (inside) =>
  isUse(inside) ? `limit name ${objectName(inside)}` : `limit ${rateText(isJsonObject(inside) ? inside : {})}`;

const quota: Printer = (inside) =>
  isUse(inside) ? `quota name ${objectName(inside)}` : `quota ${amountText(isJsonObject(inside) ? inside : {})}`;

/** `dnat ip to 10.0.0.1:80 random,persistent`. */
const nat: Printer = (inside, name) => {
  // `netmap` goes without saying behind `prefix`.
  const said = collectList(field(inside, 'flags')).map(expressionText);
  const flags = said.filter((flag) => flag !== 'netmap').join(',');
  const kinds = new Set(collectList(field(inside, 'type_flags')).map(expressionText));
  const address = text(inside, 'addr');
  const port = text(inside, 'port');
  if (address === '' && port === '') return joined(name, flags);
  const boxed = port !== '' && address.includes(':') && /^[\da-f:.-]+$/i.test(address) ? bracketed(address) : address;
  const what = kinds.has('concat') ? 'addr . port' : kinds.has('prefix') ? 'prefix' : '';
  return joined(name, text(inside, 'family'), what, `to ${boxed}${port === '' ? '' : `:${port}`}`, flags);
};

const bracketed = (address: string): string =>
  address
    .split('-')
    .map((each) => `[${each}]`)
    .join('-');

const reject: Printer = (inside) => {
  const type = text(inside, 'type');
  if (type === '') return 'reject';
  if (type === 'tcp reset') return 'reject with tcp reset';
  return joined('reject with', type, after('type', text(inside, 'expr')));
};

const LOG: readonly (readonly [key: string, word: string])[] = [
  ['level', 'level'],
  ['group', 'group'],
  ['snaplen', 'snaplen'],
  ['queue-threshold', 'queue-threshold'],
];

const log: Printer = (inside) => {
  const prefix = findWord(field(inside, 'prefix'));
  const flags = collectList(field(inside, 'flags')).map((flag) => `flags ${findWord(flag) ?? ''}`);
  return joined(
    'log',
    prefix === undefined ? '' : `prefix ${quoted(prefix)}`,
    ...LOG.map(([key, word]) => after(word, text(inside, key))),
    ...flags,
  );
};

/** `update @dyn { ip saddr timeout 5s limit rate 3/minute }`. */
const writeSet: Printer = (inside, name) => {
  const statements = collectList(field(inside, 'stmt')).map(statementText);
  const element = joined(expressionText(field(inside, 'elem') ?? null), ...statements);
  const data = field(inside, 'data');
  const target = findWord(field(inside, name)) ?? '';
  const given = data === undefined ? element : `${element} : ${expressionText(data)}`;
  return `${findWord(field(inside, 'op')) ?? 'add'} @${target.replace(/^@/, '')} { ${given} }`;
};

const queue: Printer = (inside) =>
  joined(
    'queue',
    after('flags', collectList(field(inside, 'flags')).map(expressionText).join(',')),
    after('to', text(inside, 'num')),
  );

/** iptables-nft's own: known by name only, and told as not known. */
const xt: Printer = (inside) => {
  const name = findWord(field(inside, 'name'));
  return joined('xt', text(inside, 'type'), name === undefined ? '' : quoted(name));
};

const duplicate: Printer = (inside) =>
  joined('dup', after('to', text(inside, 'addr')), after('device', text(inside, 'dev')));

/** `fwd to "eth1"`, `fwd ip to 192.0.2.1 device "eth1"`. */
const forward: Printer = (inside) => {
  const address = text(inside, 'addr');
  if (address === '') return joined('fwd', after('to', text(inside, 'dev')));
  return joined('fwd', text(inside, 'family'), `to ${address}`, after('device', text(inside, 'dev')));
};

const objectUse: Printer = (inside, name) => `${name} set ${objectName(inside)}`;

/** `synproxy mss 1460 wscale 7 timestamp sack-perm`. */
const synproxy: Printer = (inside) => {
  if (isUse(inside)) return `synproxy name ${objectName(inside)}`;
  const flags = collectList(field(inside, 'flags')).map(expressionText);
  return joined('synproxy', after('mss', text(inside, 'mss')), after('wscale', text(inside, 'wscale')), ...flags);
};

/** `tproxy ip to 127.0.0.1:12345`. */
const tproxy: Printer = (inside, name) => {
  const [address, port] = [text(inside, 'addr'), text(inside, 'port')];
  const boxed = port !== '' && address.includes(':') ? bracketed(address) : address;
  return joined(name, text(inside, 'family'), `to ${boxed}${port === '' ? '' : `:${port}`}`);
};

/** `meter m size 128 { ip saddr timeout 30s counter }`. */
const meter: Printer = (inside) => {
  const head = joined('meter', text(inside, 'name'), after('size', text(inside, 'size')));
  return `${head} { ${joined(text(inside, 'key'), statementText(field(inside, 'stmt') ?? null))} }`;
};

const PRINTERS: Readonly<Record<string, Printer>> = {
  match,
  counter,
  limit,
  quota,
  mangle: (inside) => {
    const key = field(inside, 'key') ?? null;
    return `${expressionText(key)} set ${expressionText(field(inside, 'value') ?? null)}`;
  },
  vmap: (inside) => mapText('vmap', inside),
  dnat: nat,
  snat: nat,
  masquerade: nat,
  redirect: nat,
  reject,
  log,
  set: writeSet,
  map: writeSet,
  queue,
  xt,
  dup: duplicate,
  fwd: forward,
  notrack: () => 'notrack',
  flow: (inside) => `flow ${findWord(field(inside, 'op')) ?? 'add'} ${findWord(field(inside, 'flowtable')) ?? ''}`,
  last: (inside) => joined('last', after('used', text(inside, 'used'))),
  'ct count': (inside) => joined('ct count', over(inside), text(inside, 'val')),
  synproxy,
  tproxy,
  meter,
  reset: (inside) => `reset ${expressionText(inside)}`,
  secmark: (inside) => `meta secmark set ${objectName(inside)}`,
  'ct helper': objectUse,
  'ct timeout': objectUse,
  'ct expectation': objectUse,
};

/** How deep the braces of a text, outside of quotes, are before each of its lines, and behind the last; undefined: one closes what is not open. */
function depths(rows: readonly string[]): readonly number[] | undefined {
  const found = [0];
  for (const row of rows) {
    let depth = found.at(-1) ?? 0;
    let isQuoted = false;
    for (const letter of row) {
      if (letter === '"') isQuoted = !isQuoted;
      else if (isQuoted) continue;
      else if (letter === '{') depth++;
      else if (letter === '}') depth--;
      if (depth < 0) return undefined;
    }
    found.push(depth);
  }
  return found;
}

/**
 * A statement that nft has no JSON for stands in it as text, rules of a chain without a name a line each:
 * `jump {⏎ … ⏎ }` (src/statement.c, stmt_print_json). A text with a line outside of braces is none of a rule.
 */
function writtenText(value: string): string {
  const rows = value
    .split('\n')
    .map((row) => row.trim())
    .filter((row) => row !== '');
  const deep = depths(rows);
  if (deep === undefined || deep.at(-1) !== 0 || deep.slice(1, -1).includes(0)) return JSON.stringify(value);
  return rows.reduce((all, row) => `${all}${all.endsWith('{') || row.startsWith('}') ? ' ' : '; '}${row}`);
}

/** A statement of libnftables-json(5) in the words of nft(8); what is not known stays as JSON, to be told. */
function statementText(value: Json): string {
  if (typeof value === 'string' && value.includes('\n')) return writtenText(value);
  if (!isJsonObject(value)) return expressionText(value);
  const [name, inside] = jsonMember(value);
  const printer = Object.hasOwn(PRINTERS, name) ? PRINTERS[name] : undefined;
  return printer ? printer(inside, name) : expressionText(value);
}

/** The elements of a set between its braces. */
function elementsText(elements: Json | undefined): string {
  return collectList(elements).map(elementText).join(', ');
}

const word = (value: JsonObject, key: string): string => findWord(value[key]) ?? '';
const lines = (all: readonly (string | undefined)[]): string => all.filter((line) => line !== undefined).join('; ');
const inTable = (of: JsonObject, inside: string): string =>
  `table ${word(of, 'family')} ${word(of, 'table')} { ${inside} }`;

/** `name "text"`, if it is said. */
const comment = (of: JsonObject): string | undefined =>
  of['comment'] === undefined ? undefined : `comment ${quoted(word(of, 'comment'))}`;

const flags = (of: JsonObject): string | undefined =>
  of['flags'] === undefined ? undefined : `flags ${collectList(of['flags']).map(expressionText).join(',')}`;

function tableText(of: JsonObject): string {
  return `table ${word(of, 'family')} ${word(of, 'name')} { ${lines([flags(of), comment(of)])} }`;
}

function chainText(of: JsonObject): string {
  const type = word(of, 'type');
  const devices = collectList(of['dev']).map((name) => quoted(findWord(name) ?? ''));
  const where =
    devices.length === 0 ? '' : devices.length === 1 ? `device ${devices[0]} ` : `devices = { ${devices.join(', ')} } `;
  const base =
    type === '' ? undefined : `type ${type} hook ${word(of, 'hook')} ${where}priority ${word(of, 'prio') || '0'}`;
  const policy = of['policy'] === undefined ? undefined : `policy ${word(of, 'policy')}`;
  return inTable(of, `chain ${word(of, 'name')} { ${lines([comment(of), base, policy])} }`);
}

/** `ipv4_addr . inet_service`, or `typeof ip saddr`. */
function typeText(type: Json | undefined): { readonly head: 'type' | 'typeof'; readonly text: string } {
  if (isJsonObject(type) && type['typeof'] !== undefined)
    return { head: 'typeof', text: collectList(type['typeof']).map(expressionText).join(' . ') };
  return { head: 'type', text: collectList(type).map(expressionText).join(' . ') };
}

function setText(kind: 'set' | 'map', of: JsonObject): string {
  const key = typeText(of['type']);
  const data = of['map'] === undefined ? '' : ` : ${typeText(of['map']).text}`;
  const said = (name: string, after = ''): string | undefined =>
    of[name] === undefined ? undefined : `${name} ${word(of, name)}${after}`;
  const elements = elementsText(of['elem']);
  const body = lines([
    `${key.head} ${key.text}${data}`,
    said('size'),
    flags(of),
    ...collectList(of['stmt']).map(statementText),
    said('timeout', 's'),
    said('gc-interval', 's'),
    of['auto-merge'] === true ? 'auto-merge' : undefined,
    said('policy'),
    comment(of),
    elements === '' ? undefined : `elements = { ${elements} }`,
  ]);
  return inTable(of, `${kind} ${word(of, 'name')} { ${body} }`);
}

function ruleText(of: JsonObject): string {
  const said = comment(of);
  return [...collectList(of['expr']).map(statementText), ...(said === undefined ? [] : [said])].join(' ');
}

/** Text of an object, as `nft list ruleset` writes it; undefined: it says nothing of the ruleset. */
function listedText(kind: string, of: JsonObject): string | undefined {
  switch (kind) {
    case 'metainfo':
      return undefined;
    case 'table':
      return tableText(of);
    case 'chain':
      return chainText(of);
    case 'rule':
      return inTable(of, `chain ${word(of, 'chain')} { ${ruleText(of)} }`);
    case 'set':
    case 'map':
      return setText(kind, of);
    case 'element':
      return `add element ${word(of, 'family')} ${word(of, 'table')} ${word(of, 'name')} { ${elementsText(of['elem'])} }`;
    default:
      return inTable(of, namedObjectText(kind, of));
  }
}

/** `{"delete": {"chain": {…}}}`: by name; rules go by handles, which no text has. */
function commandText(verb: string, kind: string, of: JsonObject): string {
  const place = [
    'family',
    kind === 'table' ? 'name' : 'table',
    kind === 'rule' ? 'chain' : kind === 'table' ? '' : 'name',
  ];
  const names = place.flatMap((key) => (key === '' ? [] : word(of, key)));
  const rest = kind === 'rule' ? (verb === 'insert' ? ruleText(of) : `handle ${word(of, 'handle')}`) : '';
  const elements = kind === 'element' ? `{ ${elementsText(of['elem'])} }` : rest;
  return [verb, kind, ...names, elements].filter((part) => part !== '').join(' ');
}

const ADDS: ReadonlySet<string> = new Set(['add', 'create']);
const CHANGES: ReadonlySet<string> = new Set(['insert', 'delete', 'destroy', 'flush', 'replace', 'rename', 'reset']);

/**
 * One member of the list `{"nftables": […]}` (libnftables-json(5)): an object of a listing or a command, as one line
 * of nft(8). Undefined: it says nothing of the ruleset (`metainfo`).
 */
export function objectText(value: JsonObject): string | undefined {
  const [name, inside] = jsonMember(value);
  if (!ADDS.has(name) && !CHANGES.has(name)) return listedText(name, isJsonObject(inside) ? inside : {});
  const [kind, of] = isJsonObject(inside) ? jsonMember(inside) : ['', null];
  if (kind === 'ruleset') return `${name} ruleset`;
  const object = isJsonObject(of) ? of : {};
  return ADDS.has(name) ? listedText(kind, object) : commandText(name, kind, object);
}
