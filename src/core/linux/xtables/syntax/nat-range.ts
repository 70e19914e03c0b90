import type { Packet, PortHeader } from '../../../net/packet';
import { field, type OptionValue, type Codec } from './option-table';
import { FULL_PORTS, inRange, PORT_RANGE, type NumberRange, parsePort } from './numbers';
import { phrase, type Phrase } from '../../../lib/phrase';
import { err, ok, type Result } from '../../../lib/result';
import { compareIp, formatIp, parseIp, type IpAddress, type IpFamily } from '../../../net/ip';
import type { NatRange } from '../extension';
import { unless, type PacketSet, type PacketSide, type PacketSpace } from '../../packet-space';

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

/** Protocols of which `-p` must name one when ports are given; undefined: any. */
export function portProtocols(to: NatTo | undefined): readonly number[] | undefined {
  return to?.minPort === undefined ? undefined : PORT_PROTOCOLS;
}

/** `80`, `http`, `80-90`, `80-90/8000`; names have no ranges. */
function parsePorts(text: string): Pick<NatTo, 'minPort' | 'maxPort' | 'basePort'> | undefined {
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
function printPorts({ minPort, maxPort, basePort }: NatTo): string {
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

const isAnyPort = (range: NumberRange): boolean => range.min === FULL_PORTS.min && range.max === FULL_PORTS.max;

const SPORT = { aliases: ['--source-port'], negatable: true };
const DPORT = { aliases: ['--destination-port'], negatable: true };

/** `--sport` and `--dport` as sctp and dccp have them: a port that was given is printed back. */
export const GIVEN_PORT_FIELDS = {
  sport: field('--sport', PORT_RANGE, SPORT),
  dport: field('--dport', PORT_RANGE, DPORT),
};

/** As tcp and udp have them: all ports are not printed back, negated or not. */
export const PORT_FIELDS = {
  sport: field('--sport', PORT_RANGE, { ...SPORT, isDefault: isAnyPort }),
  dport: field('--dport', PORT_RANGE, { ...DPORT, isDefault: isAnyPort }),
};

interface PortSpec {
  readonly sport?: OptionValue<NumberRange>;
  readonly dport?: OptionValue<NumberRange>;
}

/** Do the ports fit? Only asked of packets of the protocol: others never match, negated or not. */
export function portsMatch(spec: PortSpec, l4: PortHeader): boolean {
  return portMatches(spec.sport, l4.sport) && portMatches(spec.dport, l4.dport);
}

function portMatches(wanted: OptionValue<NumberRange> | undefined, port: number): boolean {
  return !wanted || inRange(port, wanted.value) !== wanted.negated;
}

/** The packets whose ports {@link portsMatch} says yes of; that they are of the protocol is for the caller to say. */
export function portsSet(spec: PortSpec, space: PacketSpace): PacketSet {
  const side = (name: PacketSide, wanted: OptionValue<NumberRange> | undefined): PacketSet =>
    wanted ? unless(space, wanted.negated, space.port(name, wanted.value.min, wanted.value.max)) : space.all;
  return space.both(side('src', spec.sport), side('dst', spec.dport));
}

/** For the reader: `--sport 1234 --dport 80`, only the sides the rule names. */
export function getPorts(spec: PortSpec, { l4 }: Packet): string {
  if (l4.proto !== 'tcp' && l4.proto !== 'udp' && l4.proto !== 'sctp') return l4.proto;
  const parts: string[] = [];
  if (spec.sport) parts.push(`--sport ${l4.sport}`);
  if (spec.dport) parts.push(`--dport ${l4.dport}`);
  return parts.join(' ') || l4.proto;
}
