import type { Phrase } from '../lib/phrase';
import type { Result } from '../lib/result';
import type { IpAddress, IpFamily } from '../net/ip';
import type { VSwitchNode } from '../windows/vswitch';
import type { EbpfNode } from './ebpf/programs';
import type { TableName } from './hooks';
import type { Namespace, Segment } from './namespace';
import type { NftRuleset } from './nftables/types';
import type { XtRuleset } from './xtables/types';

/** One network namespace with its rules: everything static about it. */
export interface Netns extends Namespace {
  readonly xtables: Readonly<Partial<Record<IpFamily, XtRuleset>>>;
  /** Tables of all families; `inet` tables serve both. */
  readonly nftables?: NftRuleset;
  /** Programs at its sockets and devices, and at the sockets of its Pods. */
  readonly ebpf?: EbpfNode;
  /** The virtual switch of a Windows node, which carries packets in the kernel's place. */
  readonly vswitch?: VSwitchNode;
  /** Tables of iptables of which only a part is here, or nothing: rules that are not may be asked, too. */
  readonly excerpts?: Readonly<Partial<Record<IpFamily, ReadonlySet<TableName>>>>;
  /** Of a family of which only chains are here that nothing leads to: `filter MY-RULES`. Whether a packet is asked there is not known. */
  readonly unreachable?: Readonly<Partial<Record<IpFamily, readonly string[]>>>;
}

/** Everything a packet can travel through. Static and immutable. */
export interface Network {
  readonly netns: ReadonlyMap<string, Netns>;
  readonly segments: readonly Segment[];
  /** Where what has no address of its own is reached, by what it is called: `Ingress default/shop`. Absent: there is none. */
  readonly doors?: ReadonlyMap<string, Result<Door, Phrase>>;
}

/** Where something is reached that has no address of its own. */
export interface Door {
  /** By the port that is asked for. */
  readonly ways: readonly { readonly asked: number; readonly port: number; readonly addresses: readonly IpAddress[] }[];
  /** A host that it answers for, and a path. */
  readonly host: string;
  readonly path: string;
}
