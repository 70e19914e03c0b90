import { phrase } from '../../../lib/phrase';
import { err, ok } from '../../../lib/result';
import { parseNumber } from './numbers';
import type { Codec } from './option-table';

/** A type, and a code if one was asked for. Type 255 of IPv4 is `any`. */
export interface IcmpType {
  readonly type: number;
  readonly code?: number;
}

type Names = readonly (readonly [name: string, type: number, code?: number])[];

/** Names of extensions/libxt_icmp.h. */
const ICMP: Names = [
  ['any', 255],
  ['echo-reply', 0],
  ['pong', 0],
  ['destination-unreachable', 3],
  ['network-unreachable', 3, 0],
  ['host-unreachable', 3, 1],
  ['protocol-unreachable', 3, 2],
  ['port-unreachable', 3, 3],
  ['fragmentation-needed', 3, 4],
  ['source-route-failed', 3, 5],
  ['network-unknown', 3, 6],
  ['host-unknown', 3, 7],
  ['network-prohibited', 3, 9],
  ['host-prohibited', 3, 10],
  ['TOS-network-unreachable', 3, 11],
  ['TOS-host-unreachable', 3, 12],
  ['communication-prohibited', 3, 13],
  ['host-precedence-violation', 3, 14],
  ['precedence-cutoff', 3, 15],
  ['source-quench', 4],
  ['redirect', 5],
  ['network-redirect', 5, 0],
  ['host-redirect', 5, 1],
  ['TOS-network-redirect', 5, 2],
  ['TOS-host-redirect', 5, 3],
  ['echo-request', 8],
  ['ping', 8],
  ['router-advertisement', 9],
  ['router-solicitation', 10],
  ['time-exceeded', 11],
  ['ttl-exceeded', 11],
  ['ttl-zero-during-transit', 11, 0],
  ['ttl-zero-during-reassembly', 11, 1],
  ['parameter-problem', 12],
  ['ip-header-bad', 12, 0],
  ['required-option-missing', 12, 1],
  ['timestamp-request', 13],
  ['timestamp-reply', 14],
  ['address-mask-request', 17],
  ['address-mask-reply', 18],
];

const ICMPV6: Names = [
  ['destination-unreachable', 1],
  ['no-route', 1, 0],
  ['communication-prohibited', 1, 1],
  ['beyond-scope', 1, 2],
  ['address-unreachable', 1, 3],
  ['port-unreachable', 1, 4],
  ['failed-policy', 1, 5],
  ['reject-route', 1, 6],
  ['packet-too-big', 2],
  ['time-exceeded', 3],
  ['ttl-exceeded', 3],
  ['ttl-zero-during-transit', 3, 0],
  ['ttl-zero-during-reassembly', 3, 1],
  ['parameter-problem', 4],
  ['bad-header', 4, 0],
  ['unknown-header-type', 4, 1],
  ['unknown-option', 4, 2],
  ['echo-request', 128],
  ['ping', 128],
  ['echo-reply', 129],
  ['pong', 129],
  ['router-solicitation', 133],
  ['router-advertisement', 134],
  ['neighbour-solicitation', 135],
  ['neighbor-solicitation', 135],
  ['neighbour-advertisement', 136],
  ['neighbor-advertisement', 136],
  ['redirect', 137],
];

/** A whole name, or the beginning of exactly one. */
function byName(names: Names, text: string): IcmpType | undefined {
  const lower = text.toLowerCase();
  const starting = names.filter(([name]) => name.toLowerCase().startsWith(lower));
  const row =
    starting.find(([name]) => name.toLowerCase() === lower) ?? (starting.length === 1 ? starting[0] : undefined);
  if (!row) return undefined;
  return row[2] === undefined ? { type: row[1] } : { type: row[1], code: row[2] };
}

function byNumber(text: string): IcmpType | undefined {
  const [typeText = '', codeText] = text.split('/', 2);
  const type = parseNumber(typeText, 0, 255);
  if (type === undefined) return undefined;
  if (codeText === undefined) return { type };
  const code = parseNumber(codeText, 0, 255);
  return code === undefined ? undefined : { type, code };
}

const ANY = 'any';

function icmpCodec(names: Names, printType: (type: number) => string): Codec<IcmpType> {
  return {
    takes: 1,
    parse: ([text = '']) => {
      const found = /^\d/.test(text) ? byNumber(text) : text === '' ? undefined : byName(names, text);
      return found ? ok(found) : err(phrase('xtables.value-icmp-type', { value: text }));
    },
    print: ({ type, code }) => [code === undefined || printType(type) === ANY ? printType(type) : `${type}/${code}`],
  };
}

/** `--icmp-type`. */
export const ICMP_TYPE = icmpCodec(ICMP, (type) => (type === 255 ? ANY : String(type)));
/** `--icmpv6-type`. */
export const ICMPV6_TYPE = icmpCodec(ICMPV6, String);

/** Does a header of the type and code fit? */
export function icmpMatches(wanted: IcmpType, type: number, code: number): boolean {
  return wanted.type === type && (wanted.code === undefined || wanted.code === code);
}
