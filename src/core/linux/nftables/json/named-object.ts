import { printTime } from '../datatypes/datatype';
import {
  collectList,
  expressionText,
  findWord,
  isJsonObject,
  quoted,
  type Json,
  type JsonObject,
} from './expression-text';

const word = (of: JsonObject, key: string): string => findWord(of[key]) ?? '';
const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');
const after = (head: string, value: string): string => (value === '' ? '' : `${head} ${value}`);
const overText = (of: JsonObject): string => (of['inv'] === true ? 'over' : '');

/** `rate over 10/second burst 20 packets`, of a rule or of the table. */
export function rateText(of: JsonObject): string {
  const unit = word(of, 'rate_unit');
  const isPackets = unit === '' || unit === 'packets';
  const rate = joined(word(of, 'rate'), isPackets ? '' : unit);
  const burst = word(of, 'burst');
  const isUsual = burst === '' || burst === (isPackets ? '5' : '0');
  const rest = isUsual ? '' : `burst ${burst} ${word(of, 'burst_unit') || 'packets'}`;
  return joined('rate', overText(of), `${rate}/${word(of, 'per')}`, rest);
}

/** Bytes in the largest unit that divides them, as nft lists them (get_rate() of src/statement.c). */
function bytesText(bytes: string): string {
  const value = Number(bytes);
  if (!Number.isSafeInteger(value) || value === 0) return `${bytes} bytes`;
  const at = value % 1024 !== 0 ? 0 : value % (1024 * 1024) !== 0 ? 1 : 2;
  return `${value / 1024 ** at} ${['bytes', 'kbytes', 'mbytes'][at] ?? ''}`;
}

/** `over 100 mbytes used 5 bytes`, of a rule; of the table, where all are bytes. */
export function amountText(of: JsonObject): string {
  const isOfTable = of['bytes'] !== undefined;
  const amount = isOfTable ? bytesText(word(of, 'bytes')) : joined(word(of, 'val'), word(of, 'val_unit'));
  const used = word(of, 'used');
  const unit = word(of, 'used_unit');
  const spent = unit === '' ? bytesText(used) : `${used} ${unit}`;
  return joined(overText(of), amount, used === '' || used === '0' ? '' : `used ${spent}`);
}

const named = (of: JsonObject, ...keys: readonly string[]): readonly string[] =>
  keys.map((key) => after(key, word(of, key)));

/** `policy = { established : 100, close : 5 }`. */
function policyText(policy: Json | undefined): string {
  if (!isJsonObject(policy)) return '';
  const states = Object.keys(policy).map((state) => `${state} : ${word(policy, state)}`);
  return `policy = { ${states.join(', ')} }`;
}

/** A helper's type is a name between quotes; its protocol stands behind it. */
const helperText = (of: JsonObject): readonly string[] => [
  joined(
    after('type', of['type'] === undefined ? '' : quoted(word(of, 'type'))),
    after('protocol', word(of, 'protocol')),
  ),
  after('l3proto', word(of, 'l3proto')),
];

/** Milliseconds, as `2m5s`. */
const millisecondsText = (value: string): string =>
  /^\d+$/.test(value) ? printTime(Math.floor(Number(value) / 1000) * 1000) : value;

const BODIES: Readonly<Record<string, (of: JsonObject) => readonly string[]>> = {
  limit: (of) => [rateText(of)],
  quota: (of) => [amountText(of)],
  counter: (of) => [joined(after('packets', word(of, 'packets')), after('bytes', word(of, 'bytes')))],
  'ct helper': helperText,
  'ct timeout': (of) => [...named(of, 'protocol', 'l3proto'), policyText(of['policy'])],
  'ct expectation': (of) => [
    ...named(of, 'protocol', 'dport'),
    after('timeout', millisecondsText(word(of, 'timeout'))),
    ...named(of, 'size', 'l3proto'),
  ],
  synproxy: (of) => [...named(of, 'mss', 'wscale'), collectList(of['flags']).map(expressionText).join(' ')],
  flowtable: (of) => [
    `hook ${word(of, 'hook')} priority ${word(of, 'prio') || '0'}`,
    `devices = { ${collectList(of['dev'])
      .map((name) => quoted(findWord(name) ?? ''))
      .join(', ')} }`,
  ],
};

/** A counter, quota, limit … of the table, without the table: `limit web { rate 10/second }`. */
export function namedObjectText(kind: string, of: JsonObject): string {
  const body = (BODIES[kind] ?? otherMembers)(of);
  const said = of['comment'] === undefined ? '' : `comment ${quoted(word(of, 'comment'))}`;
  return `${kind} ${word(of, 'name')} { ${[said, ...body].filter((part) => part !== '').join('; ')} }`;
}

/** Of a kind that is not known: its members as `key value`. */
function otherMembers(of: JsonObject): readonly string[] {
  const own = Object.entries(of).filter(([key]) => !['family', 'table', 'name', 'handle', 'comment'].includes(key));
  return [own.map(([key, value]) => `${key} ${expressionText(value ?? null)}`).join(' ')];
}
