import { fraction } from '../lib/fraction';
import { addressKey, readAddressKey, type EbpfHost } from '../linux/ebpf/host';
import type { LbService } from '../linux/ebpf/lb-maps';
import { cidr, getBits, hostCidr, isUnspecified, maskWords, type Cidr, type IpAddress } from '../net/ip';
import type { L4Header, Packet } from '../net/packet';
import type { Diagram } from './diagram';
import { askProgram, type AskedProgram, type LookupProgram, type ProgramAct } from './program-acts';
import type { Space } from './space';

/** Acts begin at this value of a leaf. */
const FIRST_ACT = 2;

const PROTOCOLS = { TCP: 6, UDP: 17, SCTP: 132 } as const;
type Protocol = keyof typeof PROTOCOLS;
const LOOPBACK = { ipv4: cidr('127.0.0.0/8'), ipv6: cidr('::1/128') } as const;
/** A port that stands for all sources: no program here asks for it. */
const SOURCE_PORT = 45_678;

/** Packets that a program may find a frontend for, told by their destination. */
interface Lookup {
  readonly dst: Cidr;
  /** Absent: any. */
  readonly port?: number;
  readonly protocol: Protocol;
}

function headerTo({ protocol, port = 0 }: Lookup): L4Header {
  const ports = { sport: SOURCE_PORT, dport: port };
  if (protocol === 'TCP') return { proto: 'tcp', ...ports, flags: { syn: true }, seq: 0, ack: 0 };
  return protocol === 'UDP' ? { proto: 'udp', ...ports } : { proto: 'sctp', ...ports, chunk: 'INIT' };
}

/** Maps from header to act of one node's programs, for all packets that begin a connection. */
export class ProgramMaps {
  private readonly space: Space;
  private readonly host: EbpfHost;
  private readonly acts: ProgramAct[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly maps = new Map<LookupProgram, Diagram>();
  private readonly services: readonly LbService[];

  constructor(space: Space, host: EbpfHost) {
    this.space = space;
    this.host = host;
    this.services = host.maps.maps.services.filter(({ address }) => address.family === space.family);
  }

  /** The map of a program, from header to act. */
  of(program: LookupProgram): Diagram {
    const known = this.maps.get(program) ?? this.make(program);
    this.maps.set(program, known);
    return known;
  }

  /** The act that a leaf of such a map stands for. Throws where there is none. */
  act(leaf: Diagram): ProgramAct {
    const act = this.acts[this.space.diagrams.value(leaf) - FIRST_ACT];
    if (!act) throw new RangeError(`no act ${leaf}`);
    return act;
  }

  private make(program: LookupProgram): Diagram {
    const { diagrams } = this.space;
    const draws = new Map<string, Diagram>();
    const [exact, wide, any] = [this.exact(), this.wide(program), this.any()].map((lookups) =>
      diagrams.union(lookups.flatMap((each) => this.asked(program, each, draws))),
    ) as [Diagram, Diagram, Diagram];
    return [wide, any, this.leaf({ kind: 'passed' })].reduce((map, next) => diagrams.over(map, next), exact);
  }

  /** Frontends by address, port and protocol. */
  private exact(): readonly Lookup[] {
    const keyed = this.services.filter(({ address, port }) => port !== 0 && !isUnspecified(address));
    return this.each(keyed, ({ address }) => [hostCidr(address)]);
  }

  /** NodePorts and hostPorts as sockets find them: at all addresses of nodes. */
  private wide(program: LookupProgram): readonly Lookup[] {
    if (program === 'from-container' || program === 'from-netdev') return [];
    const { ownAddresses, remoteNodes } = this.host;
    const { family } = this.space;
    const nodes = [...ownAddresses, ...[...remoteNodes].map(readAddressKey)].filter((each) => each.family === family);
    const at = [...nodes.map(hostCidr), ...(program === 'node-socket' ? [LOOPBACK[family]] : [])];
    return this.each(
      this.services.filter(({ address, port }) => port !== 0 && isUnspecified(address)),
      () => at,
    );
  }

  /** Addresses of services, at ports that are none of theirs. */
  private any(): readonly Lookup[] {
    return this.each(
      this.services.filter(({ port }) => port === 0),
      ({ address }) => [hostCidr(address)],
    );
  }

  private each(services: readonly LbService[], listAt: (service: LbService) => readonly Cidr[]): readonly Lookup[] {
    const found = new Map<string, Lookup>();
    for (const service of services) {
      const protocols = service.protocol === 'ANY' ? (Object.keys(PROTOCOLS) as Protocol[]) : [service.protocol];
      for (const protocol of protocols) {
        for (const dst of listAt(service)) {
          const lookup = { dst, protocol, ...(service.port === 0 ? {} : { port: service.port }) };
          found.set(`${addressKey(dst.address)}/${dst.prefix} ${protocol} ${service.port}`, lookup);
        }
      }
    }
    return [...found.values()];
  }

  private asked(program: LookupProgram, lookup: Lookup, draws: Map<string, Diagram>): readonly Diagram[] {
    const { space } = this;
    space.become = {};
    const { family } = space;
    const { dst, port, protocol } = lookup;
    const to = space.both(
      space.address('dst', { address: dst.address, mask: maskWords(family, dst.prefix) }),
      space.protocol(PROTOCOLS[protocol]),
      port === undefined ? space.all : space.port('dst', port, port),
    );
    const address = dst.prefix === getBits(family) || family === 'ipv6' ? dst.address : LOCALHOST;
    const isSocket = program === 'pod-socket' || program === 'node-socket';
    const sources = isSocket
      ? [{ packets: space.all, address }]
      : space.regions('src', this.sourcesAsked(program, lookup));
    return sources.map((from) => {
      const packet: Packet = { family, src: from.address, dst: address, ttl: 64, l4: headerTo(lookup) };
      const acts = this.chosen(askProgram(this.host, program, packet), draws);
      return space.diagrams.and(space.both(to, from.packets), acts);
    });
  }

  /** Sources that a program may tell apart at a frontend: of its ranges; at a Pod's interface its own backends. */
  private sourcesAsked(program: LookupProgram, { dst, port, protocol }: Lookup): readonly Cidr[] {
    const { maps } = this.host.maps;
    const found = ([protocol, 'ANY'] as const).flatMap((each) =>
      ([0, 1] as const).flatMap((scope) => {
        const key = { address: dst.address, port: port ?? 0, protocol: each, scope };
        return this.host.maps.service(key) ?? [];
      }),
    );
    const ids = new Set(found.map(({ id }) => id));
    const slots = program === 'from-container' ? found.flatMap((each) => each.slots) : [];
    const backends = slots.flatMap(({ backendId }) => this.host.maps.backend(backendId)?.address ?? []);
    return [...maps.sourceRanges.filter(({ id }) => ids.has(id)).map(({ range }) => range), ...backends.map(hostCidr)];
  }

  /** No packet comes to one program twice, so frontends with as many backends share their draws. */
  private chosen({ acts, unknown }: AskedProgram, draws: Map<string, Diagram>): Diagram {
    const { space } = this;
    const question = (nth: number): Diagram => {
      if (unknown !== undefined) {
        space.asking = () => unknown;
        return space.may();
      }
      const key = `${nth} ${acts.length}`;
      const drawn = draws.get(key) ?? space.draw(fraction(1, acts.length - nth));
      draws.set(key, drawn);
      return drawn;
    };
    const leaves = acts.map((act) => this.leaf(act));
    const last = leaves.at(-1) ?? 0;
    return leaves
      .slice(0, -1)
      .reduceRight((others, leaf, nth) => space.diagrams.choose(question(nth), leaf, others), last);
  }

  private leaf(act: ProgramAct): Diagram {
    const key = JSON.stringify(act);
    const number = this.numbers.get(key) ?? this.acts.push(act) - 1;
    this.numbers.set(key, number);
    return this.space.diagrams.leaf(number + FIRST_ACT);
  }
}

const LOCALHOST: IpAddress = { family: 'ipv4', words: [0x7f000001] };
