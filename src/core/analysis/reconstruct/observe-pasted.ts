import type { Netns } from '../../linux/netns';
import type { NftRuleset } from '../../linux/nftables/types';
import type { IpFamily } from '../../net/ip';
import { separate } from '../backends';
import { combineLayers, rulesIn, type TableLayer } from '../layers';
import { groupTexts } from '../node-groups';
import { iptablesOfNft } from '../nft-as-iptables';
import { networkOfPasted, type PastedNetwork } from '../pasted';
import type { PastedNode } from '../pasted-types';
import { readParts } from '../read-parts';
import { resolveInterfaces } from '../unlisted-interfaces';
import { ownNodeOf } from './own-node';
import type { Observed, OtherNode } from './types';
import { XtReader } from './xt-reader';

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
  const listed = listedByNft(rulesets, own?.netns.nftables);
  const others = machines.flatMap(({ name, netns }): OtherNode[] =>
    netns === own?.netns ? [] : [{ ...knownOf(made, netns, name), name }],
  );
  return {
    xtables: { ...rulesets, ...listed },
    ...(Object.keys(listed).length > 0 ? { uncommented: true as const } : {}),
    ...([main, beside].every(haveRules) ? { twoBackends: true as const } : {}),
    ...(own?.netns.nftables ? { nftables: own.netns.nftables } : {}),
    ...(own?.netns.ipsets ? { ipsets: own.netns.ipsets } : {}),
    ...(own?.netns.ipvs ? { ipvs: own.netns.ipvs } : {}),
    ...(own ? { sysctls: toldSysctls(made, own.netns) } : {}),
    ...(own ? { recovered: recoveredOf(rulesets, own.netns.xtables) } : {}),
    ...(told ? { node: told } : {}),
    ...(others.length > 0 ? { others } : {}),
  };
}

type Rulesets = Observed['xtables'];

/** Endpoints of chains that were added to the pasted rules, as the chain's name or a comment proves them. */
function recoveredOf(pasted: Rulesets, completed: Rulesets): NonNullable<Observed['recovered']> {
  const found: Partial<Record<IpFamily, ReadonlyMap<string, string>>> = {};
  for (const family of ['ipv4', 'ipv6'] as const) {
    const [shown, whole] = [pasted[family], completed[family]];
    if (shown && whole) found[family] = addedEndpoints(new XtReader(family, shown), new XtReader(family, whole));
  }
  return found;
}

function addedEndpoints(shown: XtReader, whole: XtReader): ReadonlyMap<string, string> {
  const known = shown.chains('nat');
  const added = [...whole.chains('nat').keys()].filter((name) => name.startsWith('KUBE-SEP-') && !known.has(name));
  return new Map(
    added.flatMap((name) => {
      const place = [...whole.rules('nat', name)].find(({ dnat }) => dnat !== undefined)?.dnat;
      return place === undefined ? [] : [[name, place] as const];
    }),
  );
}

/** Rules of iptables-nft that only nft listed, by family. */
function listedByNft(rulesets: Observed['xtables'], nftables: NftRuleset | undefined): Observed['xtables'] {
  const families = (['ipv4', 'ipv6'] as const).filter(
    (family) => !rulesets[family]?.tables.get('nat')?.chains.has('KUBE-SERVICES'),
  );
  const listed = families.map((family) => [family, nftables && iptablesOfNft(nftables, family)] as const);
  return Object.fromEntries(listed.filter(([, ruleset]) => ruleset !== undefined));
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
