import type { ClusterSettings } from '../kubernetes/types';
import { EMPTY_CLUSTER } from '../kubernetes/build';
import { beyondLimits } from '../kubernetes/finding';
import { LIMITS } from '../lib/limits';
import { phrase, type Phrase } from '../lib/phrase';
import type { PastedNode } from '../paste/pasted-types';
import type { Document, Flow } from './schema';

export type { NodeFacts, PastedText } from '../paste/pasted-types';

export type { Document, Flow, FlowBefore, FlowSource, FlowTarget, StoppedProxy } from './schema';

/** A cluster that is built, or a node that was pasted. */
export type Subject = Document['subject'];

/** Does a flow belong to what is shown: to the built cluster, or to the pasted node? */
export function isOfSubject({ subject }: Pick<Document, 'subject'>, { from }: Flow): boolean {
  return (from.kind === 'interface') === (subject === 'pasted');
}

/** The flows of what is shown, in their order. */
export function flowsOfSubject(document: Document): readonly Flow[] {
  return document.flows.filter((flow) => isOfSubject(document, flow));
}

/** The ranges kubeadm, kind and flannel use, so that addresses look like those people know. */
export const DEFAULT_SETTINGS: ClusterSettings = {
  serviceClusterIPRange: ['10.96.0.0/12'],
  clusterCIDR: ['10.244.0.0/16'],
  serviceNodePortRange: [30_000, 32_767],
  physicalNetwork: ['172.18.0.0/16'],
  clusterDomain: 'cluster.local',
};

const EMPTY_PASTED: PastedNode = { texts: [], facts: {} };

/** The kube-proxy release whose rules are written when nothing else is said. */
const DEFAULT_RELEASE = '1.30';

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

/** The document as one line of JSON: what links, autosave and files hold; `decodeDocument` in codec.ts reads it. */
export function encodeDocument(document: Document): string {
  return JSON.stringify(document);
}

/**
 * Why a document is more than the page takes on; undefined: it is not. `before`: a document that was within, whose
 * parts are not looked at again.
 */
export function documentBeyondLimits(document: Document, before?: Document): Phrase | undefined {
  const { title, cluster } = document;
  if (title.length > LIMITS.title) return phrase('document.limit.title', { found: title.length, most: LIMITS.title });
  return cluster === before?.cluster ? undefined : beyondLimits(cluster, before?.cluster)?.message;
}
