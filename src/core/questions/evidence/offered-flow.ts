import { flowsOfSubject, type Document, type Flow, type FlowTarget } from '../../document/document';
import { namespacedName, type ClusterObjects } from '../../kubernetes/types';
import { endsOfOffer } from '../../paste/offers';
import type { SuggestedFlow } from '../../paste/summaries';
import { findUnsendable } from '../../paste/unsendable';
import type { LinedText } from './evidence-line';

/** An opened text, as far as a packet is chosen by it. */
export interface OfferingTexts {
  readonly document: Document;
  readonly texts: readonly LinedText[];
  /** Of a cluster: its objects as the texts tell them. */
  readonly objects?: ClusterObjects;
  /** Of a node: packets that its texts suggest, the best first. */
  readonly suggested?: readonly SuggestedFlow[];
}

/** Lists the flows that a document has, else the one that is suggested of a node: the page sends the first of them first. */
export function listOffered({ document, suggested = [] }: OfferingTexts): readonly Omit<Flow, 'id'>[] {
  const own = flowsOfSubject(document);
  const [offer] = suggested;
  if (own.length > 0 || document.subject !== 'pasted' || !offer) return own;
  const { from, to, protocol, port } = endsOfOffer(offer);
  // By it a connection that is known is found again.
  const sent = offer.sourcePort === undefined ? {} : { sourcePort: offer.sourcePort };
  const source = { ...from, kind: 'interface', address: from.address ?? '' } as const;
  return [{ from: source, to: to as FlowTarget, protocol, port, ...sent }];
}

/**
 * Is the only Service that can be asked the API server’s, which no text tells, where the texts ask something else, or tell Services that no
 * packet can be sent to, or no Pod that could ask? A packet to it is nobody’s question.
 */
export function isMadeAlone({ document, objects, texts }: OfferingTexts): boolean {
  if (document.subject !== 'cluster' || !objects) return false;
  const [first] = document.flows;
  const isOfApi = first?.to.kind === 'service' && first.to.name === 'kubernetes' && first.to.namespace === 'default';
  if (!isOfApi || objects.services.some((each) => namespacedName(each) === 'default/kubernetes')) return false;
  const hasOthers = objects.services.length > 0 || objects.pods.length === 0;
  return hasOthers || findUnsendable(texts.map(({ text }) => text)) !== undefined;
}
