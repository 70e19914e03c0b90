import { NODE_ID } from '../node/node-id';
import { combineLayers } from '../layers';
import { networkOfPasted } from '../pasted';
import type { PastedNode } from '../pasted-types';
import { readText } from '../read-text';
import type { Observed } from './types';

/** What the pasted texts of one node hold for {@link reconstruct}: only what was pasted, nothing that was assumed. */
export function observedOfPasted(pasted: PastedNode): Observed {
  const { rulesets } = combineLayers(pasted.texts.flatMap((text) => readText(text).layers));
  const node = networkOfPasted(pasted).network.netns.get(NODE_ID);
  const addresses = (pasted.facts.interfaces ?? []).flatMap((device) =>
    device.addresses.map((text) => text.split('/')[0] ?? ''),
  );
  return {
    xtables: rulesets,
    ...(node?.nftables ? { nftables: node.nftables } : {}),
    ...(node?.ipsets ? { ipsets: node.ipsets } : {}),
    ...(node?.ipvs ? { ipvs: node.ipvs } : {}),
    ...(addresses.length === 0 ? {} : { node: { addresses } }),
  };
}
