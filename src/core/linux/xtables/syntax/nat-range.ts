import { phrase, type Phrase } from '../../../lib/phrase';
import { err, ok, type Result } from '../../../lib/result';
import { compareIp, formatIp, parseIp, type IpAddress, type IpFamily } from '../../../net/ip';
import type { NatRange } from '../extension';
import { parsePort } from './numbers';
import type { Codec } from './option-table';

/** `ADDRESS[-ADDRESS][:PORT[-PORT[/BASE]]]` of --to-destination and --to-source. */
export interface NatTo {
  readonly minAddress?: IpAddress;
  readonly maxAddress?: IpAddress;
  readonly minPort?: number;
  readonly maxPort?: number;
  /** The original port that maps to the first of the range. */
  readonly basePort?: number;
}

interface Parts {
  readonly addresses: string;
  readonly ports?: string;
}

/** IPv6 addresses stand in brackets when ports follow. */
function splitParts(text: string, family: IpFamily): Parts {
  if (family === 'ipv4') {
    const colon = text.indexOf(':');
    return colon < 0 ? { addresses: text } : { addresses: text.slice(0, colon), ports: text.slice(colon + 1) };
  }
  const found = /^\[(.*)\](?::(.*))?$/.exec(text) ?? /^(?:()):(\d.*)$/.exec(text);
  if (!found) return { addresses: text };
  return { addresses: (found[1] ?? '').replace(/\]-\[/, '-'), ...(found[2] === undefined ? {} : { ports: found[2] }) };
}

function parseAddresses(text: string, family: IpFamily): Pick<NatTo, 'minAddress' | 'maxAddress'> | undefined {
  if (text === '') return {};
  const [low = '', high = low] = text.split('-', 2);
  const min = parseIp(low);
  const max = parseIp(high);
  if (!min.ok || !max.ok || min.value.family !== family || max.value.family !== family) return undefined;
  return compareIp(min.value, max.value) > 0 ? undefined : { minAddress: min.value, maxAddress: max.value };
}

/** NAT with ports works on protocols that have them; ICMP has its id. */
const PORT_PROTOCOLS = [1, 6, 17, 33, 58, 132, 136] as const;

/** What `-p` must name when ports are given. */
export function portProtocols(to: NatTo | undefined): readonly number[] | undefined {
  return to?.minPort === undefined ? undefined : PORT_PROTOCOLS;
}

/** `80`, `http`, `80-90`, `80-90/8000`; names have no ranges. */
export function parsePorts(text: string): Pick<NatTo, 'minPort' | 'maxPort' | 'basePort'> | undefined {
  const [range = '', baseText] = text.split('/', 2);
  const [low = '', high = low] = /^\d/.test(range) ? range.split('-', 2) : [range];
  const minPort = parsePort(low);
  const maxPort = parsePort(high);
  if (minPort === undefined || maxPort === undefined || minPort > maxPort) return undefined;
  if (baseText === undefined) return { minPort, maxPort };
  const basePort = parsePort(baseText);
  return basePort ? { minPort, maxPort, basePort } : undefined;
}

function parseTo(text: string, family: IpFamily): Result<NatTo, Phrase> {
  const parts = splitParts(text, family);
  const addresses = parseAddresses(parts.addresses, family);
  const ports = parts.ports === undefined ? {} : parsePorts(parts.ports);
  if (!addresses || !ports || text === '') return err(phrase('xtables.value-nat', { value: text }));
  return ok({ ...addresses, ...ports });
}

/** `80-90/8000`, or nothing. */
export function printPorts({ minPort, maxPort, basePort }: NatTo): string {
  if (minPort === undefined) return '';
  const range = minPort === maxPort ? String(minPort) : `${minPort}-${maxPort}`;
  return basePort === undefined ? range : `${range}/${basePort}`;
}

function printTo(to: NatTo): string {
  const ports = printPorts(to);
  if (!to.minAddress || !to.maxAddress) return `:${ports}`;
  const low = formatIp(to.minAddress);
  const high = formatIp(to.maxAddress);
  const addresses = low === high ? low : `${low}-${high}`;
  if (!ports) return addresses;
  return to.minAddress.family === 'ipv6' ? `[${addresses}]:${ports}` : `${addresses}:${ports}`;
}

/** The value of --to-destination and --to-source. */
export const NAT_TO: Codec<NatTo> = {
  takes: 1,
  parse: ([text = ''], family) => parseTo(text, family),
  print: (to) => [printTo(to)],
};

/** The value of --to-ports. */
export const TO_PORTS: Codec<NatTo> = {
  takes: 1,
  parse: ([text = '']) => {
    const ports = parsePorts(text);
    return ports && ports.basePort === undefined ? ok(ports) : err(phrase('xtables.value-port', { value: text }));
  },
  print: (to) => [printPorts(to)],
};

/** As the NAT core wants it. */
export function natRange(to: NatTo, more: Pick<NatRange, 'random' | 'persistent'>): NatRange {
  const { basePort, ...range } = to;
  return basePort === undefined ? { ...range, ...more } : { ...range, ...more, basePort };
}
