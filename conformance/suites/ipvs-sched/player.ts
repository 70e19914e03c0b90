import type { Fraction } from '../../../src/core/lib/fraction';
import { editTable, type EditInput, type IpvsEdit, setState } from '../../../src/core/linux/ipvs/protocol-state';
import { ipvsIn } from '../../../src/core/linux/ipvs/director';
import {
  serverKey,
  serviceKey,
  type IpvsServer,
  type IpvsService,
  type IpvsTable,
  IpvsState,
  type IpvsConnection,
} from '../../../src/core/linux/ipvs/service';
import type { Netns } from '../../../src/core/linux/netns';
import { formatIp, ip } from '../../../src/core/net/ip';
import type { Packet, TcpFlags } from '../../../src/core/net/packet';

/** A run of one scheduler as `sched/*.jsonl` has it. */
export interface Run {
  readonly id: string;
  readonly scheduler: string;
  readonly flags: readonly string[];
  readonly proto: 'tcp' | 'udp';
  readonly fwmark?: number | null;
  readonly port?: number;
  readonly persistent?: number;
  readonly netmask?: string;
  readonly sysctl?: Readonly<Record<string, number>>;
  /** Address and weight, in the order they were added. */
  readonly servers: readonly (readonly [address: string, weight: number])[];
  /** The kernel's list, newest first. */
  readonly kernelList: readonly string[];
  readonly events: readonly Event[];
}

export interface Event {
  readonly op: 'open' | 'close' | 'add' | 'del' | 'weight';
  /** Milliseconds. */
  readonly t: number;
  readonly id?: number;
  readonly src?: string;
  readonly dst?: string;
  readonly sport?: number;
  readonly how?: 'fin' | 'rst';
  readonly picked?: string | null;
  readonly server?: string;
  readonly w?: number;
  /** Afterwards, like the list of addresses; a connection that is being closed is in either. */
  readonly counts: Readonly<Record<string, readonly [active: number, inactive: number]>>;
  readonly list?: readonly string[];
}

/** Every recorded server listens here. */
export const SERVER_PORT = 8080;

const server = (address: string, weight: number): IpvsServer => ({
  address: ip(address),
  port: SERVER_PORT,
  weight,
  forward: 'masq',
});

const maskBits = (mask: string): number =>
  mask.split('.').reduce((bits, octet) => bits + Number(octet).toString(2).replaceAll('0', '').length, 0);

function serviceOf(run: Run): IpvsService {
  const weights = new Map(run.servers);
  return {
    ...(run.fwmark
      ? { fwmark: run.fwmark }
      : { protocol: run.proto === 'tcp' ? 6 : 17, address: ip('10.96.0.1'), port: run.port ?? 80 }),
    scheduler: run.scheduler,
    flags: run.flags,
    ...(run.persistent ? { persistentSeconds: run.persistent } : {}),
    ...(run.netmask ? { netmask: maskBits(run.netmask) } : {}),
    fresh: true,
    servers: run.kernelList.map((address) => server(address, weights.get(address) ?? 1)),
  };
}

/** Which branch is taken where something is drawn; `odds` empty: which it is nobody can tell odds of. */
export type Draw = (odds: readonly Fraction[]) => number;

/** How a player begins: as the run did, or with a listing that somebody took in the middle of it. */
interface Beginning {
  readonly service?: IpvsService;
  readonly draw?: Draw;
}

/** One namespace while a run is played. */
export class Player {
  private table: IpvsTable;
  private readonly state = new IpvsState();
  private readonly open = new Map<number, { conn: IpvsConnection; packet: Packet }>();
  private readonly netns: Netns;
  private readonly run: Run;
  private readonly draw: Draw;
  /** Was anything drawn for the last packet? */
  private drawn = false;

  constructor(run: Run, { service = serviceOf(run), draw = () => 0 }: Beginning = {}) {
    this.run = run;
    this.draw = draw;
    this.table = { services: [service] };
    const sysctls = Object.entries(run.sysctl ?? {}).map(
      ([name, value]) => [name.replaceAll('/', '.'), value] as const,
    );
    this.netns = {
      id: 'director',
      title: 'director',
      kind: 'node',
      devices: [],
      routes: [],
      sockets: [],
      sysctls: Object.fromEntries(sysctls),
      xtables: {},
    };
  }

  /** The service as `ipvsadm -Ln --nosort` would list it now: where its scheduler stands is not told. */
  listed(): IpvsService | undefined {
    const [service] = this.table.services;
    if (!service) return undefined;
    const { fresh: _, ...listed } = service;
    return listed;
  }

  /** Addresses in the kernel's list, each with the connections this run has made that still are. */
  counted(now: number): ReadonlyMap<string, number> {
    const [service] = this.table.services;
    const all = service ? this.state.ofService(serviceKey(service), now) : [];
    const of = (each: IpvsServer): number => all.filter(({ destination }) => destination === serverKey(each)).length;
    return new Map(service?.servers.map((each) => [formatIp(each.address), of(each)]));
  }

  /** The server an event was given, and whether it was certain. */
  play(event: Event): { readonly picked: string; readonly certain: boolean } | undefined {
    switch (event.op) {
      case 'open':
        return this.begin(event);
      case 'close':
        this.end(event);
        return undefined;
      case 'add':
      case 'del':
      case 'weight':
        this.edit(event);
        return undefined;
      default:
        return event.op satisfies never;
    }
  }

  private packet({ src = '', dst = '10.96.0.1', sport = 0 }: Event, flags: TcpFlags): Packet {
    const { proto, port = 80 } = this.run;
    const ports = { sport, dport: port };
    const l4 = proto === 'tcp' ? { proto, ...ports, flags, seq: 0, ack: 0 } : { proto, ...ports };
    return { family: 'ipv4', src: ip(src), dst: ip(dst), ttl: 64, l4 };
  }

  /**
   * Connections of the runs before, which had the same address and port, were still there: what the kernel counted
   * before this pick, beyond what this run has made.
   */
  private keepLeftOver({ counts, picked, t: now }: Event): void {
    const isTcp = this.run.proto === 'tcp';
    this.table = {
      services: this.table.services.map((service) => {
        const own = this.state.ofService(serviceKey(service), now);
        const servers = service.servers.map((each) => {
          const address = formatIp(each.address);
          const [active = 0, inactive = 0] = counts[address] ?? [];
          const mine = own.filter(({ destination }) => destination === serverKey(each));
          const [begun, sent] = picked === address ? (isTcp ? [1, 0] : [0, 1]) : [0, 0];
          return {
            ...each,
            connections: {
              active: active - begun - mine.filter((conn) => conn.active).length,
              inactive: inactive - sent - mine.filter((conn) => !conn.active).length,
            },
          };
        });
        return { ...service, servers };
      }),
    };
  }

  private begin(event: Event): { picked: string; certain: boolean } {
    this.keepLeftOver(event);
    const packet = this.packet(event, { syn: true });
    this.drawn = false;
    const draw = (_where: string, odds: readonly Fraction[]): number => {
      this.drawn = true;
      return this.draw(odds);
    };
    const verdict = ipvsIn(
      {
        netns: this.netns,
        table: this.table,
        state: this.state,
        now: event.t,
        mark: this.run.fwmark ?? 0,
        oldConntrack: false,
        fromSelf: false,
        draw,
        oneOf: (where) => draw(where, []),
        forget: () => undefined,
      },
      packet,
    );
    const certain = !this.drawn;
    if (verdict.kind !== 'forward') return { picked: verdict.kind, certain };
    this.open.set(event.id ?? 0, { conn: verdict.conn, packet });
    this.move(event, verdict.conn, [
      ['input', { syn: true }],
      ['output', { syn: true, ack: true }],
      ['input', { ack: true }],
    ]);
    return { picked: verdict.conn.destination, certain };
  }

  private move(event: Event, conn: IpvsConnection, ways: readonly (readonly ['input' | 'output', TcpFlags])[]): void {
    for (const [direction, flags] of ways) {
      if (this.run.proto === 'tcp' || direction === 'input')
        setState(conn, direction, this.packet(event, flags).l4, { state: this.state, now: event.t });
    }
  }

  private end(event: Event): void {
    const found = this.open.get(event.id ?? 0);
    if (!found) return;
    const fin = { fin: true, ack: true };
    const ways =
      event.how === 'rst'
        ? ([['input', { rst: true }]] as const)
        : ([
            ['input', fin],
            ['output', { ack: true }],
            ['output', fin],
            ['input', { ack: true }],
          ] as const);
    this.move({ ...event, src: '10.0.0.1' }, found.conn, ways);
  }

  private edit({ op, server: address = '', w = 1, t: now }: Event): void {
    const [service] = this.table.services;
    if (!service) return;
    const key = serviceKey(service);
    const target = serverKey(server(address, 1));
    const edit: IpvsEdit =
      op === 'add'
        ? { kind: 'add-server', service: key, server: server(address, w) }
        : op === 'del'
          ? { kind: 'delete-server', service: key, server: target }
          : { kind: 'edit-server', service: key, server: target, weight: w };
    const input: EditInput = { table: this.table, state: this.state, now, flush: false, forget: () => undefined };
    this.table = editTable(input, edit);
  }
}
