import type { RuleRef } from '../core/linux/hooks';
import type { IpFamily } from '../core/net/ip';
import type { RouteKind } from '../core/kubernetes/ingress/kinds';
import type { PartRef } from '../engine/protocol';

/** What the person has picked anywhere on the page; every view lights it. */
export type Selection =
  | { readonly kind: 'node'; readonly name: string }
  | { readonly kind: 'pod' | 'service' | 'deployment'; readonly namespace: string; readonly name: string }
  | { readonly kind: 'route'; readonly object: RouteKind; readonly namespace: string; readonly name: string }
  | { readonly kind: 'flow'; readonly id: string }
  | { readonly kind: 'netns'; readonly id: string }
  | { readonly kind: 'pasted'; readonly id: string };

/** One rule of one namespace and family. */
export interface RuleSelection {
  readonly netns: string;
  readonly family: IpFamily;
  readonly ref: RuleRef;
}

/** A line of a dump that is no rule: by the part it stands for, so that it is found again after an edit. */
export interface LineSelection {
  readonly netns: string;
  readonly family: IpFamily;
  /** Absent: the line belongs to the dump's own structure. */
  readonly part?: PartRef | undefined;
  /** Where it stood when it was picked. */
  readonly line?: number | undefined;
}

/** Something kube-proxy left in one namespace, for one family. */
export interface PartPlace {
  readonly netns: string;
  readonly family: IpFamily;
  readonly at: PartRef;
}
