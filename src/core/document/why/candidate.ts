import type { Phrase } from '../../lib/phrase';
import type { Network } from '../../linux/netns';
import type { SimFlow } from '../../sim/simulate';
import type { Trace } from '../../sim/trace';
import type { Document, Flow } from '../document';
import type { Derived } from '../derived';
import type { Change } from './change';

/** A change worth simulating. */
export interface Candidate {
  readonly change: Change;
  /** What it does, in words. */
  readonly says: Phrase;
  /** Fields it changes, times ten, and how far it reaches (a Pod 1, a Service 2, a node 3, all of kube-proxy 5, the caller 6, the mode 8): smaller is tried and shown first. */
  readonly size: number;
}

/** What candidates are made from: the flow as it was walked. */
export interface WalkedFlow {
  readonly document: Document;
  readonly flow: Flow;
  readonly network: Network;
  /** Senders a pasted node knows of. */
  readonly suggested: Derived['suggested'];
  readonly sent: SimFlow;
  /** The walk on the page. */
  readonly trace: Trace;
  /** Did it get through? */
  readonly through: boolean;
}

export const SIZE = {
  pod: 11,
  service: 12,
  node: 13,
  rule: 11,
  policy: 12,
  sysctl: 13,
  config: 15,
  caller: 16,
  mode: 18,
};
