import type { IpAddress } from '../net/ip';
import type { Netns } from '../linux/netns';
import type { IpvsServer } from '../linux/ipvs/service';
import type { Diagram } from './diagram';
import { mapDirector } from './directed-map';
import type { HostEnd } from './host-end';
import type { OutgoingRoutes } from './host-routes';
import { becomeDirected, leftAlone, refusedTowards, unreachableBy, wayToServer } from './server-way';
import type { Space } from './space';
import type { At, NewDestination } from './translate';
import { VirtualServices, type Directed } from './virtual-services';

/** Map of packets behind a hook, by where they are on their way. */
export type AfterHook = (at: At) => Diagram;

/** Parts of a host that the director's packets come to. */
export interface HostParts {
  readonly netns: Netns;
  readonly space: Space;
  readonly routes: { readonly outgoing: () => OutgoingRoutes };
  readonly end: (end: HostEnd) => Diagram;
  /** Map of packets that get another destination here; `byNat`: 1 where conntrack knows it as a DNAT. */
  readonly towards: (to: NewDestination, then: Diagram, byNat: number) => Diagram;
  readonly sentByDirector: AfterHook;
}

/** Where the director stands at its hook, and what follows it there. */
interface HookPoint {
  readonly at: At;
  readonly onward: AfterHook;
}

const NO_DEVICE = '';

/** The director of IPVS on one host, for all first packets: what it sends elsewhere leaves its hook and is sent as if it were made here. */
export class DirectorMapper {
  private readonly host: HostParts;
  private readonly services: VirtualServices;

  constructor(host: HostParts) {
    this.host = host;
    this.services = new VirtualServices(host.space, host.netns);
  }

  /** Map of packets at the director, those among them that go on at its hook. */
  directed(at: At, then: AfterHook): Diagram {
    if (at.become.directed) return then(at);
    return at.become.indev ? this.passedBy(at, then) : this.decided(at, then);
  }

  /**
   * Packets that begin nothing, or were made here and come in again: these were shown to the director before, and were none of its
   * business then. What it makes of the rest (from FTP's port, which was translated since; marked since) is left open.
   */
  passedBy(at: At, then: AfterHook): Diagram {
    const { host, services } = this;
    const { diagrams } = host.space;
    const found = diagrams.union(services.at(at.become).map(({ packets }) => packets));
    const passed = then(at);
    host.space.asking = () => 'IPVS';
    const taken = diagrams.and(found, host.space.may());
    return diagrams.choose(taken, host.end({ kind: 'unknown', why: 'IPVS' }), passed);
  }

  private decided(at: At, then: AfterHook): Diagram {
    const { host, services } = this;
    return mapDirector(host.space, services.at(at.become), {
      pass: then(at),
      unreachable: host.end({ kind: 'rejected', why: unreachableBy(host.space.family) }),
      unknown: (why) => host.end({ kind: 'unknown', why }),
      server: (server, directed) => this.toServer(server, directed, { at, onward: then }),
    });
  }

  private toServer(server: IpvsServer, { keepsPort, packets }: Directed, { at, onward }: HookPoint): Diagram {
    const { host } = this;
    const { space } = host;
    const way = wayToServer(host.netns, server);
    const dropped = host.end({ kind: 'dropped' });
    if (way.kind === 'dropped') return dropped;
    if (way.kind === 'unknown') return host.end({ kind: 'unknown', why: way.why });
    if (way.kind === 'here') return onward(leftAlone(at));
    const to = { dst: server.address, ...(keepsPort || server.port === 0 ? {} : { dport: server.port }) };
    const left = becomeDirected(host.netns, at);
    const sent =
      way.kind === 'sent' ? host.towards(to, this.sentOn(left, way), 0) : this.goOn(to, { at: left, onward }, packets);
    space.become = at.become;
    return space.diagrams.choose(refusedTowards(space, way), dropped, sent);
  }

  /** To a server of this host: what came in is here; what was made here stays on the way of the destination it had. */
  private goOn(to: NewDestination, { at, onward }: HookPoint, among: Diagram): Diagram {
    const { host } = this;
    if (at.become.indev !== NO_DEVICE) return host.towards(to, onward(at), 0);
    const { diagrams, bits } = host.space;
    const { made, again } = host.routes.outgoing();
    const kept = ({ refused, ways }: OutgoingRoutes['made']): Diagram =>
      diagrams.union([
        diagrams.and(diagrams.and(refused, among), host.end({ kind: 'refused' })),
        ...ways.flatMap(({ packets, ...way }) => {
          const here = diagrams.and(packets, among);
          if (here === 0) return [];
          return [diagrams.and(here, host.towards(to, onward({ ...at, ways: [{ ...way, packets: 1 }] }), 0))];
        }),
      ]);
    return diagrams.choose(diagrams.node(bits.fields.dnat.first, 0, 1), kept(again), kept(made));
  }

  /** To a server elsewhere (`ip_vs_nat_send_or_cont`): OUTPUT without an in device, then POSTROUTING. */
  private sentOn(
    { become }: At,
    { device, nexthop }: { readonly device: string; readonly nexthop?: IpAddress },
  ): Diagram {
    const { host } = this;
    const ways = [{ device, packets: 1, ...(nexthop ? { nexthop } : {}) }];
    const { outdev: _none, ...rest } = become;
    return host.sentByDirector({ become: rest, ways });
  }
}
