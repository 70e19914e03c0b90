import { phrase, type Phrase } from '../lib/phrase';
import type { ChosenBackend } from '../linux/ebpf/choose-backend';
import type { EbpfState } from '../linux/ebpf/host';
import type { LbService } from '../linux/ebpf/lb-maps';
import { EBPF_PROGRAMS, type EbpfNode, type WatchedRun } from '../linux/ebpf/programs';
import type { Netns, Network } from '../linux/netns';
import { createState } from '../linux/state';
import { formatIp } from '../net/ip';
import { formatEndpoint, hasPorts, type Packet } from '../net/packet';
import type { Connecting, NewEbpfStep, ProgramWorld, SocketAsk } from './walker';
import type { EbpfMemory, EbpfStep, Trace } from './trace';
import type { SimState } from './world';

/** A node whose programs run, and one run of them. */
export interface Attached {
  readonly netns: Netns;
  readonly node: EbpfNode;
  readonly run: WatchedRun;
}

/** The node whose programs see the sockets of a namespace: its own, or the one its Pod is on. */
function findNode({ netns: all }: Network, netns: Netns): Netns | undefined {
  return netns.kind === 'pod' ? all.get(netns.node ?? '') : netns;
}

/** Begins a run of the programs that see a namespace; undefined: there are none. */
export function attach(world: ProgramWorld, netns: Netns, { family }: Packet): Attached | undefined {
  const owner = findNode(world.network, netns);
  const node = owner?.ebpf;
  if (!owner || !node) return undefined;
  const known = world.states.get(owner.id) ?? createState(world.seed);
  world.states.set(owner.id, known);
  const state: EbpfState = (known.ebpf ??= {
    now: 0,
    ct: new Map(),
    nat: new Map(),
    affinity: new Map(),
    sockets: new Map(),
  });
  state.now = known.now / 1000;
  const { host } = node;
  return { netns: owner, node, run: EBPF_PROGRAMS.watchRun({ host, state, decide: world.decide }, family) };
}

/** Fields of a step for a program that found a frontend: lookups, Service, backend and odds. */
export function saidOf(
  { node, run }: Attached,
  { service, chosen }: { readonly service?: LbService; readonly chosen?: ChosenBackend },
): Pick<EbpfStep, 'lookups' | 'service' | 'chosen' | 'count' | 'candidates' | 'odds'> {
  const lookups = run.takeLookups();
  const backend = chosen && formatEndpoint(chosen.backend.address, chosen.backend.port);
  return {
    lookups,
    ...(service ? { service: EBPF_PROGRAMS.frontendKey(service), count: service.count } : {}),
    ...(service && chosen ? { candidates: candidatesOf(node, service, chosen) } : {}),
    ...(backend === undefined ? {} : { chosen: backend }),
    ...(chosen?.odds ? { odds: chosen.odds } : {}),
  };
}

/** More slots than this are not written down with a step. */
const MOST_SLOTS = 32;

/** The backends of the slots that take new connections, the chosen one among them. */
function candidatesOf({ host }: EbpfNode, { slots, count }: LbService, chosen: ChosenBackend): readonly string[] {
  const ids = slots.slice(0, Math.min(count, MOST_SLOTS)).map(({ backendId }) => backendId);
  const kept = ids.includes(chosen.backend.id) ? ids : [...ids.slice(0, -1), chosen.backend.id];
  return kept.flatMap((id) => {
    const backend = host.maps.backend(id);
    return backend ? [formatEndpoint(backend.address, backend.port)] : [];
  });
}

/** How a backend came to be the one. */
export function byPhrase({ by }: ChosenBackend): Phrase {
  return phrase(`sim.ebpf.by-${by}`);
}

/** The socket of a flow, told apart from others of its node. */
function socketOf(netns: Netns, { l4 }: Packet): { readonly cookie: string; readonly pod?: string } {
  const port = hasPorts(l4) ? l4.sport : 0;
  return { cookie: `${netns.title} ${l4.proto} ${port}`, ...(netns.kind === 'pod' ? { pod: netns.id } : {}) };
}

/**
 * A process connects, or sends a datagram: the program at its socket looks the destination up before there is a
 * packet (bpf/bpf_sock.c). Undefined: no programs see it.
 */
export function askSocket(
  world: ProgramWorld,
  netns: Netns,
  asked: Packet,
  { ongoing }: Connecting,
): SocketAsk | undefined {
  const { proto } = asked.l4;
  const at = proto === 'tcp' || proto === 'udp' ? attach(world, netns, asked) : undefined;
  if (!at) return undefined;
  const socket = { ...socketOf(netns, asked), ...(ongoing ? { connected: true } : {}) };
  const result = EBPF_PROGRAMS.connect(at.run, socket, asked);
  const call = proto === 'tcp' ? 'connect' : 'sendmsg';
  const program = `cil_sock${asked.family === 'ipv6' ? '6' : '4'}_${call}`;
  const step = { kind: 'ebpf', program } as const;
  if (result.kind === 'untouched') {
    const reason = phrase(`sim.ebpf.untouched-${result.why}`);
    return { asked, step: { ...step, did: 'passed', reason, ...saidOf(at, {}) } };
  }
  const said = saidOf(at, result);
  if (result.kind === 'failed') {
    const reason = phrase('sim.ebpf.no-backend-socket', { service: said.service ?? '' });
    return { asked, step: { ...step, did: 'refused', reason, ...said }, failed: true };
  }
  const { address, port } = result.chosen.backend;
  const reason = byPhrase(result.chosen);
  return {
    asked,
    step: { ...step, did: 'translated', before: asked, reason, ...said },
    to: { dst: address, dport: port },
  };
}

/**
 * Address that getpeername and recvmsg give the process an answer came to (cgroup/getpeername, recvmsg); undefined:
 * the packet's own.
 */
export function tellPeer(world: ProgramWorld, netns: Netns, answer: Packet): NewEbpfStep | undefined {
  const { l4, src, family } = answer;
  const at = l4.proto === 'tcp' || l4.proto === 'udp' ? attach(world, netns, answer) : undefined;
  if (!at || !hasPorts(l4)) return undefined;
  const pod = netns.kind === 'pod' ? { pod: netns.id } : {};
  const socket = { cookie: `${netns.title} ${l4.proto} ${l4.dport}`, ...pod };
  const told = EBPF_PROGRAMS.peer(at.run, socket, { address: src, port: l4.sport });
  const service = formatEndpoint(told.address, told.port);
  if (service === formatEndpoint(src, l4.sport)) return undefined;
  const call = l4.proto === 'tcp' ? 'getpeername' : 'recvmsg';
  const program = `cil_sock${family === 'ipv6' ? '6' : '4'}_${call}`;
  const reason = phrase(`sim.ebpf.${call}`, { service, from: formatIp(src) });
  return { kind: 'ebpf', program, did: 'answered', reason, service, lookups: at.run.takeLookups() };
}

const textOf = ({ address, port }: { readonly address: Packet['dst']; readonly port: number }): string =>
  formatEndpoint(address, port);

/** Maps of a node as lists, with the seconds each entry has left. */
function memoryOf({ now, ct, nat, affinity, sockets }: EbpfState): EbpfMemory {
  const left = (expires: number): number => Math.max(0, Math.round(expires - now));
  return {
    ct: [...ct].map(([key, { flags, revNat, backendId, expires, service }]) => ({
      key,
      value: [
        `Flags=[ ${flags.join(' ')} ] RevNAT=${revNat} BackendID=${backendId}`,
        ...(service ? [`DSR=${textOf(service)}`] : []),
      ].join(' '),
      seconds: left(expires),
    })),
    nat: [...nat].map(([key, { to, expires }]) => ({
      key,
      value: `${key.includes(' OUT ') ? 'XLATE_SRC' : 'XLATE_DST'} ${textOf(to)}`,
      seconds: left(expires),
    })),
    affinity: [...affinity].map(([key, { backendId }]) => ({ key, value: `backend ${backendId}` })),
    sockets: [...sockets].map(([key, asked]) => ({ key, value: textOf(asked) })),
  };
}

/** The tables of all nodes whose programs ran. */
export function ebpfMemories(states: SimState): Pick<Trace, 'ebpf'> {
  const all = [...states].flatMap(([id, { ebpf }]) => (ebpf ? [[id, memoryOf(ebpf)] as const] : []));
  return all.length > 0 ? { ebpf: Object.fromEntries(all) } : {};
}
