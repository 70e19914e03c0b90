import type { AnyTableName, NftTableName } from '../../linux/hooks';
import type { IpFamily } from '../../net/ip';

/** A rule that is in one of two dumps only. */
export interface RuleEdit {
  readonly kind: 'added' | 'removed';
  /** 0-based, in the chain of the dump that has it. */
  readonly index: number;
  /** What follows `-A CHAIN `, or the rule of nftables, as the kernel prints it. */
  readonly text: string;
  /** The same rule stands elsewhere in the other dump's chain: only its place changed. */
  readonly moved?: boolean;
}

/** Something that was made one way and now is made another: a policy, `type nat hook …`, `hash:ip family inet …`. */
export interface Remade {
  readonly before: string;
  readonly after: string;
}

/** What of one chain differs. */
export interface ChainDiff {
  /** Absent: the name of a table of nftables says it. */
  readonly family?: IpFamily;
  readonly table: AnyTableName;
  /** The name in the later dump; of a removed chain, in the earlier one. */
  readonly chain: string;
  /** `renamed`: the same rules under another hash; `previous` is the earlier name. */
  readonly kind: 'added' | 'removed' | 'renamed' | 'changed';
  readonly previous?: string;
  readonly policy?: Remade;
  /** Where a base chain of nftables is hooked in. */
  readonly base?: Remade;
  readonly edits: readonly RuleEdit[];
  /** The program that owns the chain, if its name tells. */
  readonly owner?: string;
}

/** What of one chain of iptables differs. */
export interface ChainDifference extends ChainDiff {
  readonly family: IpFamily;
}

export interface SetDifference {
  readonly set: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** The set was made otherwise: `hash:ip family inet …`. */
  readonly made?: Remade;
}

/** A set or map of nftables; absent: an ipset. */
export interface SetDiff extends SetDifference {
  readonly table?: NftTableName;
}

/** A virtual server of IPVS: its real servers as `10.244.1.5:8080 masq weight 1`. */
export interface ServerDiff {
  /** `TCP 10.96.0.10:53`. */
  readonly server: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Scheduler, flags, persistence. */
  readonly made?: Remade;
}

/** What is the same in both: chains of one table, the sets, or the virtual servers. */
export interface Unchanged {
  readonly family?: IpFamily;
  readonly table: AnyTableName | 'ipset' | 'ipvs';
  readonly names: readonly string[];
}

/**
 * What of two dumps differs. Counters, the order of chains and of elements, what packets wrote into sets, and
 * orders kube-proxy leaves to chance are no difference.
 */
export interface RulesetDiff {
  readonly chains: readonly ChainDiff[];
  readonly sets: readonly SetDiff[];
  readonly servers: readonly ServerDiff[];
  readonly unchanged: readonly Unchanged[];
}
