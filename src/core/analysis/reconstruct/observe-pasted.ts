import { NODE_ID } from '../node/node-id';
import { combineLayers } from '../layers';
import { networkOfPasted } from '../pasted';
import type { PastedNode } from '../pasted-types';
import { readText } from '../read-text';
import { ownNodeOf } from './own-node';
import type { Observed } from './types';

/**
 * What the pasted texts of one node hold for {@link reconstruct}, listings of the machine (`ip addr`,
 * `ip route`, ifconfig, prompts) and corrections by a person included: nothing that was assumed.
 */
export function observedOfPasted(pasted: PastedNode): Observed {
  const { rulesets } = combineLayers(pasted.texts.flatMap((text) => readText(text).layers));
  const understood = networkOfPasted(pasted);
  const node = understood.network.netns.get(NODE_ID);
  const own = node && ownNodeOf(node, understood);
  return {
    xtables: rulesets,
    ...(node?.nftables ? { nftables: node.nftables } : {}),
    ...(node?.ipsets ? { ipsets: node.ipsets } : {}),
    ...(node?.ipvs ? { ipvs: node.ipvs } : {}),
    ...(own ? { node: own } : {}),
  };
}
