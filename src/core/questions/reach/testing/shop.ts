import { createDerive } from '../../../document/derive';
import { emptyDocument, type Document } from '../../../document/document';
import { changeProxy } from '../../../document/edits/proxy';
import { openCluster } from '../../../document/edits/open-cluster';
import { KUBERNETES_YAML } from '../../../formats/kubernetes-yaml';
import type { ProxyModeId } from '../../../kubernetes/types';
import { openSide, type ReachSide } from '../cells';
import shop from '../testdata/shop.yaml?raw';

/** The cluster of two nodes and seven Services that Reach was drawn with. */
export function shopCluster(mode: ProxyModeId = 'iptables', release = '1.30'): Document {
  const read = KUBERNETES_YAML.parse(shop);
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return changeProxy(openCluster(emptyDocument(), read.value.value.cluster).document, { mode, release });
}

/** The cluster with every way in it. */
export function openShop(document: Document): ReachSide {
  return openSide(document, createDerive(), 'ipv4');
}
