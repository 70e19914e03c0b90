import type { Document, Flow } from '../../document/document';
import type { Derived } from '../../document/kernel-parts';
import { nodeSettings } from '../../kubernetes/network/node-settings';
import { listFrontAddresses, namespacedName, type ClusterObjects } from '../../kubernetes/types';
import { phrase } from '../../lib/phrase';
import { formatIp, sameIp } from '../../net/ip';
import { hasPorts } from '../../net/packet';
import { CILIUM_COMMANDS, findCilium } from '../../paste/machine/cilium-words';
import { isMachine } from '../../paste/sender';
import type { Outcome } from '../../sim/trace';
import { listClusterGuesses, type ClusterGuess, type GuessedWalk } from './cluster-guesses';
import type { LinedText } from './evidence-line';
import { findUnruled, objectsBeside } from './list-evidence';
import { findLogPrefix } from './logged-findings';
import { listUnannounced } from './pool-findings';
import { listUnrouted } from './route-findings';

/** A value that no text tells, and whether a way would end otherwise without it. */
export type WalkGuess = Pick<ClusterGuess, 'says' | 'settledBy' | 'decides' | 'isBlind'> & {
  /** Listed among the assumptions of the walk, too. */
  readonly isListed?: true;
  /** By the texts nothing brings the packet to a machine: no moment of its walk is told. */
  readonly isUnsent?: true;
};

/** A document with what its texts tell, of which a walk is asked. */
export interface GuessSource {
  readonly document: Document;
  readonly derived: Derived;
  readonly texts: readonly LinedText[];
  /** Of a cluster: its objects as the texts tell them; absent: it was no text. */
  readonly objects?: ClusterObjects;
  readonly words?: GuessedWalk['words'];
}

/** How a way ended. */
export type GuessedEnd = Pick<Outcome, 'arrived' | 'answered' | 'disposition'>;

/** Guesses that one way of a flow rests on, as the command and the page say them; what decides it comes first. */
export function listWalkGuesses(source: GuessSource, flow: Flow, end: GuessedEnd): readonly WalkGuess[] {
  return source.document.subject === 'pasted'
    ? [
        ...guessRules(source, flow),
        ...guessLogged(source),
        ...guessGateway(source, flow, end),
        ...guessCiliumBeside(source.derived, flow, end),
        ...guessNode(source.derived, flow, end),
      ]
    : guessObjects(source, flow, end);
}

/** None of a document that was saved. */
function guessObjects({ objects: told, derived, document, words }: GuessSource, flow: Flow, outcome: GuessedEnd) {
  if (!told) return [];
  const { port, to, from } = flow;
  const walked = derived.settled ?? document.cluster;
  const address = to.kind === 'address' ? to.address : undefined;
  const guesses = listClusterGuesses({ told, walked, document, outcome, port, address, words, from });
  return [
    ...guesses.filter(({ decides }) => decides),
    ...guessAnnouncer(walked, told, flow),
    ...guessHairpin(walked, flow, outcome),
    ...guesses.filter(({ decides }) => !decides),
  ];
}

/** A Pod that got its own packet: the port of its bridge sends a frame back where it came from only in hairpin mode (net/bridge/br_forward.c: should_deliver). */
function guessHairpin(
  { nodes }: ClusterObjects,
  { from }: Flow,
  { arrived, disposition }: GuessedEnd,
): readonly WalkGuess[] {
  if (!arrived || from.kind !== 'pod' || disposition.kind !== 'DELIVERED') return [];
  const isOwn = disposition.netns === `${from.namespace}/${from.name}`;
  const isBridge = nodes.some((node) => (nodeSettings(node).layout ?? 'bridge') === 'bridge');
  if (!isOwn || !isBridge || nodes.some((node) => nodeSettings(node).hairpin !== undefined)) return [];
  const says = phrase('evidence.guess.hairpin', { name: disposition.netns });
  return [{ says, settledBy: 'bridge -d link', decides: true }];
}

/**
 * A packet from outside to the address of a load balancer: that a node says the address is its own (ARP; NDP), or that something
 * brings it to one, is no work of kube-proxy. MetalLB has a speaker do it (metallb.io: Concepts, Layer 2 mode).
 */
function guessAnnouncer(walked: ClusterObjects, told: ClusterObjects, { from, to }: Flow): readonly WalkGuess[] {
  if (from.kind !== 'external' || to.kind !== 'service' || to.via !== 'loadBalancer') return [];
  const service = walked.services.find((each) => namespacedName(each) === `${to.namespace}/${to.name}`);
  const [address] = service ? listFrontAddresses(service) : [];
  if (address === undefined) return [];
  const isOfMetal = (told.others ?? []).some(({ apiVersion }) => apiVersion?.startsWith('metallb.io/'));
  const isUnsent = listUnannounced(told).length > 0;
  const by = isUnsent ? 'nobody' : isOfMetal ? 'metallb' : 'any';
  const says = phrase('evidence.guess.announcer', { address: address.ip, by });
  const describe = `kubectl -n ${to.namespace} describe svc ${to.name}`;
  const pools = isOfMetal ? '; kubectl get l2advertisements,bgpadvertisements,ipaddresspools -A' : '';
  const settledBy = `${describe}${pools}; arping ${address.ip}`;
  return [{ says, settledBy, decides: isOfMetal, ...(isUnsent ? { isBlind: true, isUnsent } : {}) }];
}

/** A Pod's packet to a Service on a node where Cilium leaves Services to kube-proxy: its program at the Pod's device translates it before the rules. */
function guessCiliumBeside(
  { assumptions, network }: Derived,
  { from, to }: Flow,
  { arrived }: GuessedEnd,
): readonly WalkGuess[] {
  const isTranslated = arrived && to.kind === 'address' && formatIp(arrived.dst) !== to.address;
  if (!isTranslated || from.kind !== 'interface') return [];
  const machines = [...network.netns.values()].filter(({ id }) => isMachine(id));
  const device = machines.flatMap(({ devices }) => devices).find(({ name }) => name === from.device);
  if (device?.kind !== 'veth' && device?.kind !== 'bridge') return [];
  return assumptions.flatMap(({ reason, settledBy = CILIUM_COMMANDS }) =>
    reason.id === 'analysis.mode.cilium-for-pods'
      ? [{ says: reason, settledBy, decides: true, isBlind: true, isListed: true } as const]
      : [],
  );
}

/** Of a note of the userspace mode: only the process knows the endpoints. */
const UNTOLD_ENDPOINTS = 'analysis.mode.userspace';

/** An address that no text names, taken to be the machine's own: a packet that it keeps and answers rests on that. */
function guessNode(derived: Derived, flow: Flow, end: GuessedEnd): readonly WalkGuess[] {
  const { arrived, answered, disposition } = end;
  if (isWayless(end, derived)) return [guessRoutes(disposition.netns)];
  if (!arrived || !answered) return [];
  const address = formatIp(arrived.dst);
  // A process that hands it on to an endpoint nobody told is no endpoint.
  const isOfProcess = isMachine(disposition.netns) && hasPorts(arrived.l4) && arrived.l4.dport !== flow.port;
  return derived.assumptions.flatMap(({ reason, settledBy = 'ip addr' }) => {
    const isOwn = reason.id === 'analysis.address.arrives' && reason.values?.['address'] === address;
    const isOfIt = isOwn || (isOfProcess && reason.id === UNTOLD_ENDPOINTS);
    return isOfIt ? [{ says: reason, settledBy, decides: true, isListed: true }] : [];
  });
}

/** A packet to a Service through a machine of which no rules were pasted. */
function guessRules(source: GuessSource, { to }: Flow): readonly WalkGuess[] {
  if (to.kind !== 'address') return [];
  const name = findUnruled(source, to.address);
  if (name === undefined) return [];
  if (findCilium(source.texts)) {
    const says = phrase('evidence.guess.cilium', { part: 'unread' });
    return [{ says, settledBy: CILIUM_COMMANDS, decides: true, isBlind: true }];
  }
  const says = phrase('evidence.guess.no-rules', { address: to.address, name });
  return [{ says, settledBy: 'iptables-save / nft list ruleset', decides: true }];
}

/** A packet that a rule of LOG showed, through a machine of which no rules were pasted. */
function guessLogged({ derived: { identities = [] }, texts }: GuessSource): readonly WalkGuess[] {
  if (identities.some(({ hasRules }) => hasRules)) return [];
  const prefix = findLogPrefix(texts);
  if (prefix === undefined) return [];
  const says = phrase('evidence.guess.logged', { prefix });
  return [{ says, settledBy: 'iptables-save -c / nft list ruleset', decides: true, isBlind: true }];
}

/** A Pod of another Node that only the gateway can lead to, where Pods of others have routes of their own. */
function guessGateway(source: GuessSource, { to }: Flow, { arrived }: GuessedEnd): readonly WalkGuess[] {
  if (!arrived || to.kind !== 'address') return [];
  const machines = [...source.derived.network.netns.values()].filter(({ id }) => isMachine(id));
  const [machine] = machines;
  const objects = machine && machines.length === 1 ? objectsBeside(source) : undefined;
  if (!machine || !objects) return [];
  const lost = listUnrouted(machine, objects, machine.title).find(({ address }) => sameIp(address, arrived.dst));
  if (!lost) return [];
  const gateway = lost.by.via ? formatIp(lost.by.via) : (lost.by.dev ?? '?');
  const address = formatIp(lost.address);
  const says = phrase('evidence.guess.gateway', { gateway, address });
  return [{ says, settledBy: `ip route get ${address}`, decides: true }];
}

const OF_ROUTES: ReadonlySet<string> = new Set(['ip-route', 'ip-json', 'route-n']);

/** A packet that finds no route where no text tells any: at a machine of which none was pasted, or at a router that was made up. */
function isWayless({ disposition }: GuessedEnd, { texts }: Derived): boolean {
  if (disposition.kind !== 'NO_ROUTE') return false;
  const isTold = texts.some(({ pieces = [] }) => pieces.some(({ format }) => OF_ROUTES.has(format)));
  return !isMachine(disposition.netns) || !isTold;
}

const guessRoutes = (at: string): WalkGuess => ({
  says: phrase('evidence.guess.routes', { at }),
  settledBy: 'ip route show table all',
  decides: true,
});
