import { EMPTY_CLUSTER } from '../kubernetes/build';
import type { ClusterSettings } from '../kubernetes/types';
import type { Document, PastedNode } from './document';

/** The ranges kubeadm, kind and flannel use, so that addresses look like those people know. */
export const DEFAULT_SETTINGS: ClusterSettings = {
  serviceClusterIPRange: ['10.96.0.0/12'],
  clusterCIDR: ['10.244.0.0/16'],
  serviceNodePortRange: [30_000, 32_767],
  physicalNetwork: ['172.18.0.0/16'],
  clusterDomain: 'cluster.local',
};

export const EMPTY_PASTED: PastedNode = { texts: [], facts: {} };

/** The kube-proxy release whose rules are written when nothing else is said. */
export const DEFAULT_RELEASE = '1.30';

/** A document with nothing in it: no node, no flow, iptables mode. */
export function emptyDocument(title = ''): Document {
  return {
    version: 1,
    title,
    seed: 1,
    subject: 'cluster',
    cluster: EMPTY_CLUSTER,
    settings: DEFAULT_SETTINGS,
    kubeProxy: { mode: 'iptables', clusterCIDR: '10.244.0.0/16' },
    mode: 'iptables',
    release: DEFAULT_RELEASE,
    flows: [],
    pasted: EMPTY_PASTED,
  };
}
