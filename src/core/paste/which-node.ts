import { phrase } from '../lib/phrase';
import { makeCidr, contains, formatIp, isLoopback, parseIp, getBits } from '../net/ip';
import type { Machine, NamedPod } from './machine/types';
import type { Assumption } from './pasted-types';

/** Pods have no bridge on these, whatever their networks. */
const POD_BRIDGE = /^(?:cni\d|cbr\d|kube-bridge|weave)/;

/**
 * Which Node of the cluster a machine is, where no prompt says it: the one whose address it has, else the only one whose Pods are on
 * its bridge or behind its links.
 */
export function nodeHere(machine: Machine): string | undefined {
  const { nodes, pods } = machine.named;
  const addresses = machine.links.flatMap(({ value }) => value.addresses);
  const own = new Set(addresses.flatMap(({ address }) => (isLoopback(address) ? [] : [formatIp(address)])));
  const known = nodes.find((node) => node.addresses.some((address) => own.has(address)));
  if (known) return known.name;
  const names = new Set(pods.flatMap((pod) => (pod.node !== undefined && isHere(machine, pod) ? [pod.node] : [])));
  return names.size === 1 ? [...names][0] : undefined;
}

function isHere({ links, routes }: Machine, { address: text }: NamedPod): boolean {
  const address = parseIp(text);
  if (!address.ok) return false;
  const { value } = address;
  const bridged = links.some(
    ({ value: link }) =>
      POD_BRIDGE.test(link.name) && link.addresses.some((own) => contains(makeCidr(own.address, own.prefix), value)),
  );
  const isOwn = ({ route: { dst, via, dev } }: Machine['routes'][number]): boolean =>
    dst.prefix === getBits(value.family) && formatIp(dst.address) === text && via === undefined && dev !== undefined;
  return bridged || routes.some(isOwn);
}

/** Nothing tells which Node it is: the one of the first Pod that is listed, and that is said. */
export function guessedHere(machine: Machine): Assumption | undefined {
  const first = machine.named.pods.find(({ node }) => node !== undefined);
  if (first?.node === undefined) return undefined;
  const reason = phrase('analysis.node.which', { node: first.node });
  const settledBy = 'ip addr; ip route show table all';
  return { id: 'node:this', about: 'node', value: first.node, evidence: [first.evidence], reason, settledBy };
}
