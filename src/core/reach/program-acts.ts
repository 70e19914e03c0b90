import type { Choice } from '../linux/chain-walk';
import { isDsrUnread, makeEbpfState, type EbpfHost } from '../linux/ebpf/host';
import type { LbService } from '../linux/ebpf/lb-maps';
import { EBPF_PROGRAMS } from '../linux/ebpf/programs';
import type { IpAddress } from '../net/ip';
import { hasPorts, type Packet } from '../net/packet';
import type { NewDestination } from './translate';

/** A program of a node that looks frontends up: of a Pod's socket, of one of the node, of a Pod's interface, of a device. */
export type LookupProgram = 'pod-socket' | 'node-socket' | 'from-container' | 'from-netdev';

/** Act of such a program on packets that begin a connection. */
export type ProgramAct =
  | { readonly kind: 'passed' }
  | {
      readonly kind: 'translated';
      readonly to: NewDestination;
      readonly src?: IpAddress;
      /** The backend is on another node: asked in this node's name, or told of the service, which answers by itself. */
      readonly spread?: 'snat' | 'told';
    }
  | { readonly kind: 'dropped' }
  | { readonly kind: 'rejected'; readonly why: string }
  | { readonly kind: 'unknown'; readonly why: string };

/** Acts of a program on one packet, drawn alike; more of them have odds only where nothing else chooses. */
export interface AskedProgram {
  readonly acts: readonly ProgramAct[];
  /** Frontend whose backend a memory or a table chooses, of which nothing is known. */
  readonly unknown?: string;
}

const PASSED: ProgramAct = { kind: 'passed' };
const SOCKET_ERROR = 'EHOSTUNREACH';
const UNREACHABLE = 'icmp-port-unreachable';

interface Found {
  readonly act: ProgramAct;
  readonly service?: LbService;
}

type Run = ReturnType<typeof EBPF_PROGRAMS.watchRun>;

function changed(was: Packet, is: Packet): Extract<ProgramAct, { kind: 'translated' }> {
  const isSame = was.src.words.join('.') === is.src.words.join('.');
  return {
    kind: 'translated',
    to: { dst: is.dst, ...(hasPorts(is.l4) ? { dport: is.l4.dport } : {}) },
    ...(isSame ? {} : { src: is.src }),
  };
}

function atSocket(run: Run, packet: Packet, pod: string | undefined): Found {
  const result = EBPF_PROGRAMS.connect(run, { cookie: '', ...(pod === undefined ? {} : { pod }) }, packet);
  if (result.kind === 'untouched') return { act: PASSED };
  const { service } = result;
  if (result.kind === 'failed') return { act: { kind: 'rejected', why: SOCKET_ERROR }, service };
  const { address: dst, port: dport } = result.chosen.backend;
  return { act: { kind: 'translated', to: { dst, dport } }, service };
}

function atPod(run: Run, packet: Packet): Found {
  const result = EBPF_PROGRAMS.fromContainer(run, packet);
  if (result.kind === 'pass') return { act: PASSED };
  const { service } = result;
  if (result.kind === 'translated') return { act: changed(packet, result.packet), service };
  if (result.kind === 'reject') return { act: { kind: 'rejected', why: UNREACHABLE }, service };
  if (result.kind === 'drop') return { act: { kind: 'dropped' }, service };
  return { act: { kind: 'unknown', why: `eBPF ${EBPF_PROGRAMS.frontendKey(service)}` }, service };
}

function atDevice(run: Run, packet: Packet): Found {
  const result = EBPF_PROGRAMS.fromNetdev(run, packet);
  const said = 'service' in result && result.service ? { service: result.service } : {};
  if (result.kind === 'drop') return { act: { kind: 'dropped' }, ...said };
  if (result.kind === 'reject') return { act: { kind: 'rejected', why: UNREACHABLE }, ...said };
  if (result.kind === 'local') return { act: changed(packet, result.packet), ...said };
  if (result.kind !== 'remote') return { act: PASSED };
  if (result.dsr && isDsrUnread(run.host)) return { act: { kind: 'unknown', why: 'DSR' }, ...said };
  return { act: { ...changed(packet, result.packet), spread: result.dsr ? 'told' : 'snat' }, ...said };
}

/** The frontends of a node, each backend drawn: a table chooses by a hash of the packet. */
function withoutTables(host: EbpfHost): EbpfHost {
  const service: EbpfHost['maps']['service'] = (key) => {
    const found = host.maps.service(key);
    return found && { ...found, algorithm: 'random' };
  };
  return { ...host, maps: { ...host.maps, service } };
}

/** True of a frontend whose backend is kept by whoever had it before, or found by a hash of the packet. */
function isRemembered({ maps, settings }: EbpfHost, service: LbService, program: LookupProgram): boolean {
  const { flags, algorithm } = maps.service(service) ?? service;
  const isHashed = (algorithm === 'undef' ? settings.algorithm : algorithm) === 'maglev';
  return flags.includes('sessionAffinity') || (program === 'from-netdev' && isHashed);
}

/** Asks a program of a node what it does to the first packet of a connection, however its draw falls. */
export function askProgram(host: EbpfHost, program: LookupProgram, packet: Packet): AskedProgram {
  const drawn = withoutTables(host);
  let branches = 1;
  const ask = (taken: number): Found => {
    const decide = (choice: Choice): number => {
      if (choice.kind === 'random') branches = choice.probabilities.length;
      return taken;
    };
    const run = EBPF_PROGRAMS.watchRun({ host: drawn, state: makeEbpfState(), decide }, packet.family);
    if (program === 'from-container') return atPod(run, packet);
    if (program === 'from-netdev') return atDevice(run, packet);
    return atSocket(run, packet, program === 'pod-socket' ? 'pod' : undefined);
  };
  const first = ask(0);
  const acts = [first.act, ...Array.from({ length: branches - 1 }, (_, i) => ask(i + 1).act)];
  const { service } = first;
  if (!service || branches === 1 || !isRemembered(host, service, program)) return { acts };
  return { acts, unknown: `eBPF ${EBPF_PROGRAMS.frontendKey(service)}` };
}
