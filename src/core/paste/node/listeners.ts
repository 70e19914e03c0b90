import { phrase } from '../../lib/phrase';
import type { Socket } from '../../linux/netns';
import type { ListeningSocket } from '../../formats/listening-sockets';
import { podNames } from '../machine/services';
import type { Machine } from '../machine/types';
import { commandSettling } from '../asking';
import type { NodePlan } from './plan';

/** Where a flow goes to. */
interface Target {
  readonly address: string;
  readonly port: number;
  readonly protocol: 'tcp' | 'udp' | 'sctp';
  /** It is one of the node's own addresses; else a Pod's. */
  readonly isOwn: boolean;
}

/** What a listing of the machine itself, or of the Pod that has the address, shows to listen; undefined: none was pasted. */
export function listedAt({ machine }: NodePlan, { address, protocol, isOwn }: Target): readonly Socket[] | undefined {
  if (protocol === 'sctp') return undefined;
  const listening = isOwn ? machine.listening : insideOf(machine, address);
  return listening?.[protocol]?.map(asSocket);
}

/** What a listing shows to listen on the node. */
export function listedSockets({ listening }: Machine): readonly Socket[] {
  return [...(listening.tcp ?? []), ...(listening.udp ?? [])].map(asSocket);
}

function asSocket({ process, ...socket }: ListeningSocket): Socket {
  return { ...socket, owner: process ?? `:${socket.port}`, reply: 'echo' };
}

function insideOf(machine: Machine, address: string): Machine['listening'] | undefined {
  const name = podNames(machine).get(address)?.replace(/^.*\//, '');
  return name === undefined ? undefined : machine.inside.listening.get(name);
}

/** States that a process takes what comes there: rules do not tell. */
export function assumeListens({ machine, assumptions }: NodePlan, target: Target): void {
  const { address, port, protocol, isOwn } = target;
  const value = `${protocol} ${address} ${port}`;
  const id = `host:${value}`;
  if (assumptions.some((known) => known.id === id)) return;
  const reason = phrase('analysis.host.listens', { address, port });
  const own = isOwn ? commandSettling('host', value) : execIn(machine, address);
  const settledBy = protocol === 'sctp' || own === undefined ? {} : { settledBy: own };
  assumptions.push({ id, about: 'host', value, evidence: [], reason, ...settledBy });
}

/** The same command within a Pod; what it prints is known as that Pod's by the line that entered it. */
function execIn(machine: Machine, address: string): string | undefined {
  const [namespace, name] = podNames(machine).get(address)?.split('/') ?? [];
  return name === undefined ? undefined : `kubectl -n ${namespace} exec ${name} -- ${commandSettling('host', '')}`;
}
