import type { Netns } from '../../linux/netns';
import { separate } from '../backends';
import { combineLayers, rulesIn, type TableLayer } from '../layers';
import { groupTexts } from '../node-groups';
import { networkOfPasted, type PastedNetwork } from '../pasted';
import type { PastedNode } from '../pasted-types';
import { readParts } from '../read-parts';
import { resolveInterfaces } from '../unlisted-interfaces';
import { ownNodeOf } from './own-node';
import type { Observed, OtherNode } from './types';

/** The machines pasted texts are of, those with rules first; one without a name: there is only one. */
export function machinesOfPasted({ texts }: PastedNode): readonly string[] {
  return groupTexts(texts.flatMap(readParts)).flatMap(({ label }) => label ?? []);
}

/**
 * What the pasted texts of a machine (`wanted`, else the first) hold for {@link reconstruct}, listings of it (`ip addr`,
 * `ip route`, ifconfig, prompts) and corrections by a person included: nothing that was assumed. The others are named
 * with what is told of them.
 */
export function observedOfPasted(pasted: PastedNode, wanted?: string): Observed {
  const groups = groupTexts(pasted.texts.flatMap(readParts));
  const chosen = groups.find(({ label }) => label !== undefined && label === wanted) ?? groups[0];
  const layers = (chosen?.texts ?? []).flatMap((text) => text.layers);
  const { main, beside } = separate(layers.map(withInterfaces));
  const { rulesets } = combineLayers(main);
  const made = networkOfPasted(pasted);
  const machines = [...made.names].flatMap(([id, name]) => {
    const netns = made.network.netns.get(id);
    return netns ? [{ name, netns }] : [];
  });
  const own = machines.find(({ name }) => name === chosen?.label) ?? machines[0];
  const told = own && knownOf(made, own.netns, own.name);
  const others = machines.flatMap(({ name, netns }): OtherNode[] =>
    netns === own?.netns ? [] : [{ ...knownOf(made, netns, name), name }],
  );
  return {
    xtables: rulesets,
    ...([main, beside].every(haveRules) ? { twoBackends: true as const } : {}),
    ...(own?.netns.nftables ? { nftables: own.netns.nftables } : {}),
    ...(own?.netns.ipsets ? { ipsets: own.netns.ipsets } : {}),
    ...(own?.netns.ipvs ? { ipvs: own.netns.ipvs } : {}),
    ...(own ? { sysctls: toldSysctls(made, own.netns) } : {}),
    ...(told ? { node: told } : {}),
    ...(others.length > 0 ? { others } : {}),
  };
}

function haveRules(layers: readonly TableLayer[]): boolean {
  return layers.some(({ chains }) => rulesIn(chains) > 0);
}

function knownOf({ assumptions, found }: PastedNetwork, netns: Netns, name: string): Observed['node'] {
  const own = assumptions.filter(({ node: of }) => of === undefined || of === name);
  return ownNodeOf(netns, { assumptions: own, found });
}

/** Without those that are assumed. */
function toldSysctls({ assumptions }: PastedNetwork, { sysctls }: Netns): Readonly<Record<string, number>> {
  const guessed = new Set(assumptions.map(({ id }) => id));
  return Object.fromEntries(Object.entries(sysctls).filter(([name]) => !guessed.has(`sysctl:${name}`)));
}

/** `iptables -L` hides interfaces; of programs that always write the same they are known. */
function withInterfaces(layer: TableLayer): TableLayer {
  return layer.format === 'iptables-list' ? resolveInterfaces(layer).layer : layer;
}
