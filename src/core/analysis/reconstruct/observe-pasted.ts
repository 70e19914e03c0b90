import { NODE_ID } from '../node/node-id';
import { combineLayers, type TableLayer } from '../layers';
import { networkOfPasted } from '../pasted';
import { groupTexts } from '../node-groups';
import type { Assumption, PastedNode } from '../pasted-types';
import { readParts } from '../read-parts';
import { resolveInterfaces } from '../unlisted-interfaces';
import { ownNodeOf } from './own-node';
import type { Observed } from './types';

/**
 * What the pasted texts of a node (of several: the first) hold for {@link reconstruct}, listings of the machine (`ip addr`,
 * `ip route`, ifconfig, prompts) and corrections by a person included: nothing that was assumed.
 */
export function observedOfPasted(pasted: PastedNode): Observed {
  const [first] = groupTexts(pasted.texts.flatMap(readParts));
  const layers = (first?.texts ?? []).flatMap((text) => text.layers);
  const { rulesets } = combineLayers(layers.map(withInterfaces));
  const { network, assumptions, found } = networkOfPasted(pasted);
  const node = network.netns.get(NODE_ID);
  const isOwn = ({ node: of }: Assumption): boolean => of === undefined || of === first?.label;
  const own = node && ownNodeOf(node, { assumptions: assumptions.filter(isOwn), found });
  return {
    xtables: rulesets,
    ...(node?.nftables ? { nftables: node.nftables } : {}),
    ...(node?.ipsets ? { ipsets: node.ipsets } : {}),
    ...(node?.ipvs ? { ipvs: node.ipvs } : {}),
    ...(own ? { node: own } : {}),
  };
}

/** `iptables -L` hides interfaces; of programs that always write the same they are known. */
function withInterfaces(layer: TableLayer): TableLayer {
  return layer.format === 'iptables-list' ? resolveInterfaces(layer).layer : layer;
}
