import type { Memo } from '../lib/memo';
import type { NodeIdentity } from '../paste/asking';
import type { SuggestedFlow } from '../paste/pasted';
import type { PastedConnection } from '../paste/pasted-connections';
import type { Assumption, FoundService, TextSummary } from '../paste/pasted-types';
import type { Diagnostic } from '../formats/format';
import type { KernelState } from '../kubernetes/proxy/mode';
import type { ClusterObjects } from '../kubernetes/types';
import type { Netns, Network } from '../linux/netns';
import type { XtRuleset } from '../linux/xtables/types';
import type { SimFlow } from '../sim/simulate';
import type { SimState } from '../sim/world';
import type { Document } from './document';

/** What kube-proxy wrote for one node and family: the rules that run, and where each comes from. */
export interface Compiled {
  readonly state: KernelState;
  readonly ruleset: XtRuleset;
}

/** A document as something packets can be sent through. */
export interface Derived {
  /** The rules of a cluster's node are written when a packet comes there or somebody asks for them. */
  readonly network: Network;
  /** The namespaces of {@link network} without rules, where a mode leaves nothing else in them. */
  readonly bare?: ReadonlyMap<string, Netns>;
  /** By `node family`; empty for pasted nodes, whose rules nobody generated. */
  readonly compiled: ReadonlyMap<string, Compiled>;
  /** Those of {@link compiled} that were asked for so far. */
  readonly written?: ReadonlyMap<string, Compiled>;
  readonly findings: readonly Diagnostic[];
  /** The built cluster as its controllers leave it; absent: nodes were pasted. */
  readonly settled?: ClusterObjects;
  /** Of a pasted node: what was guessed, what was found, what was understood of each text, what is worth sending. */
  readonly assumptions: readonly Assumption[];
  readonly found: readonly FoundService[];
  /** Prefixes its Pods have. */
  readonly podNetworks?: readonly string[];
  readonly texts: readonly TextSummary[];
  /** Of pasted nodes: what each is. */
  readonly identities?: readonly NodeIdentity[];
  readonly suggested: readonly SuggestedFlow[];
  /** Of a pasted node: the connections `conntrack -L` showed, and what they leave for a flow that is sent. */
  readonly connections?: readonly PastedConnection[];
  readonly stateFor?: (flow: SimFlow) => SimState;
}

/** What a built cluster has of the pasted parts. */
export const NOTHING_PASTED = { assumptions: [], found: [], texts: [], suggested: [] } as const;

export type Derive = (document: Document) => Derived;

/** As {@link Derive}, of pasted texts; what was read of them is kept in the memory. */
export type DerivePasted = (document: Document, memo: Memo) => Derived;
