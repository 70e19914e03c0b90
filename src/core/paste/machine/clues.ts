import type { TextLine } from '../../formats/lines/text-lines';
import { formatCidr, parseCidr, formatIp, parseIp } from '../../net/ip';
import { note, type Clues } from '../clues';
import type { Evidence } from '../pasted-types';
import { namedIn } from './named';
import { isNodePort } from './services';
import type { Found, Machine } from './types';

/** Adds what configuration and tables say of a family's networks to what its rules say. */
export function addMachineClues(clues: Clues, machine: Machine, hostname: string | undefined): void {
  for (const found of machine.kubeProxy) clusterCidr(clues, found);
  for (const found of machine.cni) subnets(clues, found);
  nodeAddress(clues, machine, hostname);
  virtualOwn(clues, machine);
}

function lineEvidence(line: TextLine | undefined, { evidence }: Found<unknown>): Evidence {
  return line ? { ...evidence, line: line.line, text: line.text } : evidence;
}

/** `clusterCIDR: 10.244.0.0/16,fd00::/56`. */
function clusterCidr(clues: Clues, found: Machine['kubeProxy'][number]): void {
  for (const text of found.value.config.clusterCIDR?.split(',') ?? []) {
    const cidr = parseCidr(text.trim());
    if (!cidr.ok || cidr.value.address.family !== clues.family) continue;
    note(clues.podNetworks, formatCidr(cidr.value), cidr.value, lineEvidence(found.value.lineOf('clusterCIDR'), found));
  }
}

/** host-local's subnet is this node's part of the Pod network, on the bridge the plugin makes. */
function subnets(clues: Clues, found: Machine['cni'][number]): void {
  for (const { bridge, subnets: own } of found.value.plugins) {
    for (const cidr of own.filter(({ address }) => address.family === clues.family)) {
      const evidence = lineEvidence(found.value.lineOf(formatCidr(cidr)), found);
      note(clues.nodePodNetworks, formatCidr(cidr), cidr, evidence);
      if (bridge === undefined) continue;
      note(clues.deviceNetworks, `${bridge} ${formatCidr(cidr)}`, { device: bridge, cidr }, evidence);
    }
    if (bridge !== undefined) note(clues.interfaces, bridge, bridge, lineEvidence(found.value.lineOf(bridge), found));
  }
}

/** kubectl names this machine, if a prompt told its name or there is only one Node. */
function nodeAddress(clues: Clues, machine: Machine, hostname: string | undefined): void {
  const names = new Set([hostname, ...machine.kubeProxy.map(({ value }) => value.hostname)]);
  const { nodes } = namedIn(machine);
  for (const { name, addresses, podCIDRs, evidence } of nodes) {
    if (nodes.length > 1 && !isNamed(name, names)) continue;
    for (const text of addresses) {
      const address = parseIp(text);
      if (!address.ok || address.value.family !== clues.family) continue;
      note(clues.ownAddresses, formatIp(address.value), address.value, evidence);
    }
    for (const text of podCIDRs) {
      const cidr = parseCidr(text);
      if (!cidr.ok || cidr.value.address.family !== clues.family) continue;
      note(clues.nodePodNetworks, formatCidr(cidr.value), cidr.value, evidence);
    }
  }
}

/** A prompt shows the first label of the name only. */
function isNamed(name: string, names: ReadonlySet<string | undefined>): boolean {
  return names.has(name) || names.has(name.split('.')[0]);
}

/** A virtual service on a node port stands on the node's own address. */
function virtualOwn(clues: Clues, { ipvs }: Machine): void {
  for (const { address, port } of ipvs?.value.services ?? []) {
    if (!address || address.family !== clues.family || !isNodePort(port)) continue;
    if ((address.words[0] ?? 0) >>> 24 === 127) continue;
    note(clues.ownAddresses, formatIp(address), address, ipvs?.evidence);
  }
}
