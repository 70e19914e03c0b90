import { setName, type SetId } from '../../kubernetes/proxy/ipvs/ipsets';
import type { ProtocolName } from '../../kubernetes/service-port';
import { protocolName } from '../../linux/xtables/syntax/protocols';
import { formatIp, type IpFamily } from '../../net/ip';
import { formatEndpoint } from '../../net/tuple';
import type { Observed, Witness } from './types';

/** A virtual server of one family, as text. */
export interface Virtual {
  readonly proto: ProtocolName;
  readonly address: string;
  readonly port: number;
  readonly servers: readonly string[];
  readonly seconds: number | undefined;
  readonly scheduler: string;
  /** `TCP 10.96.0.1:443`. */
  readonly text: string;
}

/** The members of kube-proxy's sets of one family, by what a set is for. */
export class IpvsFacts {
  readonly family: IpFamily;
  readonly virtuals: readonly Virtual[];
  readonly #observed: Observed;
  readonly #byPlace: ReadonlyMap<string, Virtual>;

  constructor(family: IpFamily, observed: Observed) {
    this.family = family;
    this.#observed = observed;
    this.virtuals = virtualsOf(family, observed);
    this.#byPlace = new Map(this.virtuals.map((each) => [`${each.address} ${each.proto} ${each.port}`, each]));
  }

  /** The virtual server at a place. */
  at(address: string, proto: ProtocolName, port: number): Virtual | undefined {
    return this.#byPlace.get(`${address} ${proto} ${port}`);
  }

  /** Is the set in the text? */
  has(id: SetId): boolean {
    return this.#observed.ipsets?.has(setName(id, this.family)) ?? false;
  }

  members(id: SetId): string[] {
    return (this.#observed.ipsets?.get(setName(id, this.family))?.members ?? []).map(({ element }) => element);
  }

  witness(id: SetId, element: string): Witness {
    return { kind: 'member', set: setName(id, this.family), element };
  }
}

function virtualsOf(family: IpFamily, { ipvs }: Observed): Virtual[] {
  return (ipvs?.services ?? []).flatMap(({ protocol, address, port, servers, persistentSeconds, scheduler }) => {
    const proto = protocol === undefined ? undefined : protocolName(protocol);
    if (address?.family !== family || port === undefined) return [];
    if (proto !== 'tcp' && proto !== 'udp' && proto !== 'sctp') return [];
    // Weight 0 terminates: it is not wanted any more.
    const places = servers
      .filter(({ weight }) => weight > 0)
      .map((server) => formatEndpoint(server.address, server.port));
    const text = `${proto.toUpperCase()} ${formatEndpoint(address, port)}`;
    return [
      {
        proto,
        address: formatIp(address),
        port,
        servers: places.toSorted(),
        seconds: persistentSeconds,
        scheduler,
        text,
      },
    ];
  });
}

/** `10.96.0.11,tcp:80` or with a third part; undefined for other members. */
export function readMember(
  element: string,
): { address: string; proto: ProtocolName; port: number; third: string | undefined } | undefined {
  const [, address = '', proto, port, third] = /^([^,]+),(tcp|udp|sctp):(\d+)(?:,(.+))?$/.exec(element) ?? [];
  if (proto !== 'tcp' && proto !== 'udp' && proto !== 'sctp') return undefined;
  return { address, proto, port: Number(port), third };
}
