import { bitsOf, formatIp, addToIp, parseIp, type IpAddress, type IpFamily } from '../net/ip';
import { parseCidr } from '../net/cidr';
import type { Machine } from './machine/types';
import type { SuggestedFlow } from './summaries';

type Protocol = SuggestedFlow['protocol'];

/** What an element asks of a packet; a set does not say of which end. */
interface Asked {
  readonly address: IpAddress;
  readonly protocol: Protocol;
  readonly port: number;
}

/** Where an element asks no port. */
const SOME_PORT = 80;
const PROTOCOLS = ['tcp', 'udp', 'sctp', 'icmp'] as const;
/** So many elements of a set are looked at for one that names an address. */
const MOST_ELEMENTS = 64;

/** A packet to what the first element of each set names, for texts that hold no rules: nothing tells who asks a set. */
export function setFlows(
  { sets, partial, nft }: Machine,
  family: IpFamily,
  sender: Pick<SuggestedFlow, 'from' | 'device'> | undefined,
): SuggestedFlow[] {
  if (!sender) return [];
  const ipsets = [...sets.values(), ...partial.map(({ value }) => value.set)].map(({ name, members }) => ({
    name,
    elements: members.slice(0, MOST_ELEMENTS).flatMap(({ element, nomatch }) => (nomatch ? [] : [element.split(',')])),
  }));
  const ofNft = [...(nft?.tables.values() ?? [])].flatMap((table) =>
    [...table.sets.values()].map(({ name = '', elements }) => ({
      name,
      elements: Array.from({ length: Math.min(elements.length, MOST_ELEMENTS) }, (_, at) =>
        (elements.text(at).split(' : ')[0] ?? '').split(' . '),
      ),
    })),
  );
  return [...ipsets, ...ofNft].flatMap(({ name, elements }): SuggestedFlow[] => {
    const asked = elements.map(askedBy).find((each) => each?.address.family === family);
    if (!asked || formatIp(asked.address) === sender.from) return [];
    const { address, protocol, port } = asked;
    return [{ title: name, ...sender, to: formatIp(address), protocol, port }];
  });
}

/** `10.96.0.1`, `tcp:443`; `192.0.2.0/24`; `10.0.0.1-10.0.0.9`, `udp`, `53`. Undefined: no address. */
function askedBy(parts: readonly string[]): Asked | undefined {
  let [address, protocol, port]: [IpAddress?, Protocol?, number?] = [];
  for (const part of parts.map((each) => each.trim())) {
    const [word = '', number = word] = part.split(/:(?=\d+(?:-\d+)?$)/);
    const found = PROTOCOLS.find((each) => each === word);
    protocol ??= found;
    if (/^\d+(?:-\d+)?$/.test(number)) port ??= Number.parseInt(number, 10);
    else if (!found) address ??= firstOf(part);
  }
  return address && { address, protocol: protocol ?? 'tcp', port: protocol === 'icmp' ? 0 : (port ?? SOME_PORT) };
}

/** Somebody a part of an element names: of a network the second address, which is nobody's gateway mostly. */
function firstOf(part: string): IpAddress | undefined {
  const [first = ''] = part.split('-');
  const address = parseIp(first);
  if (address.ok) return address.value;
  const cidr = parseCidr(first);
  if (!cidr.ok) return undefined;
  return bitsOf(cidr.value.address.family) - cidr.value.prefix > 1
    ? addToIp(cidr.value.address, 2)
    : cidr.value.address;
}
