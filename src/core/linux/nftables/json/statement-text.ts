import { elementText, expressionText, isOperation, mapText, quotedText } from './expression-text';
import { isJsonObject, listOf, memberOf, quoted, wordOf, type Json } from './value';

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
  const key = wordOf(field(field(left ?? null, 'meta') ?? null, 'key')) ?? '';
  return NAMED.has(key) ? quotedText(right) : expressionText(right);
}

/** `tcp flags syn / syn,ack`: of a mask and what is left, as nft writes it since 1.0. */
function flagMatch(left: Json, op: string, right: Json): string | undefined {
  const [flags = null, mask] = listOf(field(left, '&'));
  const of = field(flags, 'payload') ?? null;
  // Of a mask of one flag nft itself writes `tcp flags & ack == ack`.
  if (mask === undefined || listOf(mask).length === 1) return undefined;
  if (field(of, 'protocol') !== 'tcp' || field(of, 'field') !== 'flags') return undefined;
  const words = [right, mask].map((each) => listOf(each).map(expressionText).join(','));
  return joined('tcp flags', op === '!=' ? op : '', words.join(' / '));
}

function match(inside: Json): string {
  const op = wordOf(field(inside, 'op')) ?? '==';
  const left = field(inside, 'left') ?? null;
  const flags = flagMatch(left, op, field(inside, 'right') ?? null);
  if (flags !== undefined) return flags;
  const sign = op === 'in' || (op === '==' && !isOperation(left)) ? '' : op;
  return joined(expressionText(left), sign, rightText(left, field(inside, 'right') ?? null));
}

const counter: Printer = (inside) => {
  if (typeof inside === 'string') return `counter name ${quoted(inside)}`;
  return joined('counter', after('packets', text(inside, 'packets')), after('bytes', text(inside, 'bytes')));
};

const over = (inside: Json): string => (field(inside, 'inv') === true ? 'over' : '');

const limit: Printer = (inside) => {
  if (typeof inside === 'string') return `limit name ${quoted(inside)}`;
  const unit = text(inside, 'rate_unit');
  const rate = joined(text(inside, 'rate'), unit === 'packets' ? '' : unit);
  const burst = text(inside, 'burst');
  const isPackets = unit === '' || unit === 'packets';
  const rest =
    burst === '' || burst === (isPackets ? '5' : '0')
      ? ''
      : `burst ${burst} ${text(inside, 'burst_unit') || 'packets'}`;
  return joined('limit rate', over(inside), `${rate}/${text(inside, 'per')}`, rest);
};

const quota: Printer = (inside) => {
  if (typeof inside === 'string') return `quota name ${quoted(inside)}`;
  const used = text(inside, 'used');
  const rest = used === '' || used === '0' ? '' : `used ${used} ${text(inside, 'used_unit')}`;
  return joined('quota', over(inside), text(inside, 'val'), text(inside, 'val_unit'), rest);
};

/** `dnat ip to 10.0.0.1:80 random,persistent`. */
const nat: Printer = (inside, name) => {
  const flags = listOf(field(inside, 'flags')).map(expressionText).join(',');
  const kinds = new Set(listOf(field(inside, 'type_flags')).map(expressionText));
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
  const prefix = wordOf(field(inside, 'prefix'));
  const flags = listOf(field(inside, 'flags')).map((flag) => `flags ${wordOf(flag) ?? ''}`);
  return joined(
    'log',
    prefix === undefined ? '' : `prefix ${quoted(prefix)}`,
    ...LOG.map(([key, word]) => after(word, text(inside, key))),
    ...flags,
  );
};

/** `update @dyn { ip saddr timeout 5s limit rate 3/minute }`. */
const writeSet: Printer = (inside, name) => {
  const statements = listOf(field(inside, 'stmt')).map(statementText);
  const element = joined(expressionText(field(inside, 'elem') ?? null), ...statements);
  const data = field(inside, 'data');
  const target = wordOf(field(inside, name)) ?? '';
  const given = data === undefined ? element : `${element} : ${expressionText(data)}`;
  return `${wordOf(field(inside, 'op')) ?? 'add'} @${target.replace(/^@/, '')} { ${given} }`;
};

const queue: Printer = (inside) =>
  joined(
    'queue',
    after('flags', listOf(field(inside, 'flags')).map(expressionText).join(',')),
    after('to', text(inside, 'num')),
  );

/** iptables-nft's own: known by name only, and told as not known. */
const xt: Printer = (inside) => {
  const name = wordOf(field(inside, 'name'));
  return joined('xt', text(inside, 'type'), name === undefined ? '' : quoted(name));
};

const toDevice: Printer = (inside, name) =>
  joined(name, after('to', text(inside, name === 'fwd' ? 'dev' : 'addr')), after('device', text(inside, 'dev')));

const objectUse: Printer = (inside, name) => `${name} set ${quoted(wordOf(inside) ?? '')}`;

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
  dup: toDevice,
  fwd: toDevice,
  notrack: () => 'notrack',
  last: (inside) => joined('last', after('used', text(inside, 'used'))),
  flow: (inside) => `flow ${wordOf(field(inside, 'op')) ?? 'add'} ${wordOf(field(inside, 'flowtable')) ?? ''}`,
  'ct count': (inside) => joined('ct count', over(inside), text(inside, 'val')),
  'ct helper': objectUse,
  'ct timeout': objectUse,
  'ct expectation': objectUse,
};

/** A statement of libnftables-json(5) in the words of nft(8); what is not known stays as JSON, to be told. */
export function statementText(value: Json): string {
  if (!isJsonObject(value)) return expressionText(value);
  const [name, inside] = memberOf(value);
  const printer = Object.hasOwn(PRINTERS, name) ? PRINTERS[name] : undefined;
  return printer ? printer(inside, name) : expressionText(value);
}

/** The elements of a set between its braces. */
export function elementsText(elements: Json | undefined): string {
  return listOf(elements).map(elementText).join(', ');
}
