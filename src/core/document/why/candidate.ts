import type { Phrase } from '../../lib/phrase';
import type { Network } from '../../linux/netns';
import type { SimFlow } from '../../sim/simulate';
import type { Trace } from '../../sim/trace';
import type { Derived } from '../derived';
import type { Document, Flow } from '../document';
import type { Change } from './change';

/** What a cause is about: a change that touches the same is tried and shown before others of its kind. */
export type Concern =
  | 'selector'
  | 'readiness'
  | 'target-port'
  | 'traffic-policy'
  | 'source-ranges'
  | 'external-ips'
  | 'node-ports'
  | 'local-traffic'
  | 'mode'
  | 'release'
  | 'connection'
  | 'node-facts'
  | 'rules';

/** A change worth simulating. */
export interface Candidate {
  readonly change: Change;
  /** What it does, in words. */
  readonly says: Phrase;
  /** Its place among others, one of {@link SIZE}: smaller is tried and shown first. */
  readonly size: number;
  readonly about?: Concern;
  /** Said beside it: what undoes it again, what it costs. */
  readonly note?: Phrase;
}

/** What candidates are made from: the flow as it was walked. */
export interface WalkedFlow {
  readonly document: Document;
  readonly flow: Flow;
  readonly network: Network;
  /** Senders a pasted node knows of. */
  readonly suggested: Derived['suggested'];
  /** Services its rules tell of. */
  readonly found: Derived['found'];
  readonly connections: NonNullable<Derived['connections']>;
  readonly sent: SimFlow;
  /** The walk on the page. */
  readonly trace: Trace;
  /** Did it get through? */
  readonly through: boolean;
}

/**
 * Order of advice: objects and settings (a Pod 11, a Service 12, a node 13, all of kube-proxy 15), the kernel's and
 * the connection's state, the caller, release and mode, a rule added, two rules exchanged, a rule that tests less, a
 * policy, and last a rule taken out.
 */
export const SIZE = {
  pod: 11,
  service: 12,
  node: 13,
  config: 15,
  connection: 20,
  sysctl: 21,
  caller: 31,
  release: 40,
  mode: 41,
  accept: 50,
  order: 60,
  test: 70,
  policy: 80,
  rule: 90,
};
