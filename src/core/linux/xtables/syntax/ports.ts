import type { Packet, PortHeader } from '../../../net/packet';
import { field, type Given } from './option-table';
import { FULL_PORTS, inRange, PORT_RANGE, type NumberRange } from './numbers';

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
  readonly sport?: Given<NumberRange>;
  readonly dport?: Given<NumberRange>;
}

/** Do the ports fit? Only asked of packets of the protocol: others never match, negated or not. */
export function portsMatch(spec: PortSpec, l4: PortHeader): boolean {
  return portMatches(spec.sport, l4.sport) && portMatches(spec.dport, l4.dport);
}

function portMatches(wanted: Given<NumberRange> | undefined, port: number): boolean {
  return !wanted || inRange(port, wanted.value) !== wanted.negated;
}

/** For the reader: `--sport 1234 --dport 80`, only the sides the rule names. */
export function portsOf(spec: PortSpec, { l4 }: Packet): string {
  if (l4.proto !== 'tcp' && l4.proto !== 'udp' && l4.proto !== 'sctp') return l4.proto;
  const parts: string[] = [];
  if (spec.sport) parts.push(`--sport ${l4.sport}`);
  if (spec.dport) parts.push(`--dport ${l4.dport}`);
  return parts.join(' ') || l4.proto;
}
