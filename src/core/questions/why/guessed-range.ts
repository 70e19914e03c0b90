import type { Document, Flow } from '../../document/document';
import { phrase } from '../../lib/phrase';
import { applyChange } from './candidate';
import type { Cause } from './causes/endpoints';
import { endingIn, getEffect, type Ending, type Judge } from './ending';

/** A flow as it ended with the ranges of its document. */
interface EndedFlow {
  readonly document: Document;
  readonly flow: Flow;
  readonly before: Ending;
  /** Did the shown outcome get through? */
  readonly through: boolean;
}

/**
 * Says that kube-proxy's clusterCIDR is a guess, where how the flow ends, or whom its receiver sees, hangs on it: without one it is
 * otherwise. None where an object told it, or a person set it since.
 */
export function guessedRange({ document, flow, before, through }: EndedFlow, judge: Judge): readonly Cause[] {
  const { guessedCIDR: cidr, kubeProxy } = document;
  if (cidr === undefined || cidr !== kubeProxy.clusterCIDR) return [];
  const after = endingIn(
    applyChange(document, { kind: 'kube-proxy', config: { clusterCIDR: undefined } }),
    flow,
    judge,
  );
  if (!after || getEffect(before, after, through) === 'same') return [];
  return [{ says: phrase('document.why.guessed-range', { cidr }), about: 'local-traffic' }];
}
