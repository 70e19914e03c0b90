import { isForeignDirector } from '../director';
import type { ClusterObjects, KubeProxyConfig, ProxyModeId } from '../../kubernetes/types';
import type { ProtocolName } from '../../kubernetes/service-port';
import type { Phrase } from '../../lib/phrase';
import type { AnyTableName, RuleRef } from '../../linux/hooks';
import type { IpSet } from '../../linux/ipset/ip-set';
import type { IpvsTable } from '../../linux/ipvs/service';
import type { NftRuleset } from '../../linux/nftables/types';
import type { XtRuleset, XtChain } from '../../linux/xtables/types';
import type { IpFamily } from '../../net/ip';
import { kubeChainsOfNft } from '../nft-tables';

/** Everything of one node that was pasted and can tell of Services. All parts may be missing. */
export interface Observed {
  readonly xtables: Readonly<Partial<Record<IpFamily, XtRuleset>>>;
  /** KUBE-SEP chains that are not in the text and where they lead: `10.244.1.5:8080`, which their names are the hash of. */
  readonly recovered?: Readonly<Partial<Record<IpFamily, ReadonlyMap<string, string>>>>;
  /** {@link xtables} were listed by nft, which leaves comments out. */
  readonly uncommented?: true;
  /** Both tools of iptables have rules; {@link xtables} are those of one. */
  readonly twoBackends?: true;
  readonly nftables?: NftRuleset;
  readonly ipsets?: ReadonlyMap<string, IpSet>;
  readonly ipvs?: IpvsTable;
  /** As its listings and a person say. */
  readonly sysctls?: Readonly<Record<string, number>>;
  /** What is known of the node besides its rules; it replaces what would be made up. */
  readonly node?: {
    readonly name?: string;
    /** The InternalIP first, of each family. */
    readonly addresses?: readonly string[];
    readonly podCIDRs?: readonly string[];
    /** Addresses (`10.244.1.5/32`) of its Pods, where the machine lists them one by one. */
    readonly pods?: readonly string[];
  };
  /** Other machines of the cluster that texts tell of, their rules left aside. */
  readonly others?: readonly OtherNode[];
}

/** A machine whose rules are not read: it becomes a Node all the same. */
export interface OtherNode extends NonNullable<Observed['node']> {
  readonly name: string;
}

/** What a person says otherwise than it was inferred; what is left out is inferred. */
export interface Wanted {
  /** Of several machines: whose rules are read. */
  readonly machine?: string;
  readonly mode?: ProxyModeId;
  readonly release?: string;
  readonly node?: Pick<NonNullable<Observed['node']>, 'name' | 'addresses' | 'podCIDRs'>;
  /** `default/web` for a Service whose name was made up, by the name that was made. */
  readonly services?: Readonly<Record<string, string>>;
}

/** Where something is told: a rule, a member of a set, a virtual server. */
export type Witness =
  | { readonly kind: 'rule'; readonly family: IpFamily; readonly ref: RuleRef }
  /** Of an ipset, or of a set or map of the nftables table kube-proxy. */
  | { readonly kind: 'member'; readonly set: string; readonly element: string }
  | { readonly kind: 'server'; readonly server: string }
  /** A listing of the machine: addresses, routes, a prompt. */
  | { readonly kind: 'node'; readonly name?: string }
  /** Said by a person. */
  | { readonly kind: 'person' };

/**
 * How sure a field is. `told`: the rules say it; `either`: they fit more than one value and this one
 * was taken; `made-up`: they do not carry it and something had to stand there.
 */
export type Certainty = 'told' | 'either' | 'made-up';

/** One field of the cluster or of the configuration, and why it is what it is. */
export interface Inference {
  /** `Service default/web`, `Node this-node`, `KubeProxyConfiguration`. */
  readonly about: string;
  /** `spec.clusterIP`, `spec.ports[http].nodePort`. */
  readonly field: string;
  readonly value: string;
  readonly certainty: Certainty;
  readonly evidence: readonly Witness[];
  readonly why?: Phrase;
}

/** What rules of this mode do not carry. */
export interface NotCarried {
  readonly id: string;
  readonly what: Phrase;
}

/** Something that recompiling the cluster does not give back. */
export interface Difference {
  /**
   * `stale`: kube-proxy's, of Services or endpoints that nothing leads to; `other-mode`: another proxy
   * mode's leftover; `foreign`: another program's; `changed`: kube-proxy's, written otherwise;
   * `missing`: should be there and is not.
   */
  readonly kind: 'stale' | 'other-mode' | 'foreign' | 'changed' | 'missing';
  readonly family: IpFamily;
  readonly table: AnyTableName | 'ipset' | 'ipvs';
  /** The chain, the set, or the virtual server. */
  readonly chain: string;
  /** 0-based in the observed chain; absent: the whole chain, or a rule that is not there. */
  readonly index?: number;
  readonly text: string;
  readonly owner?: string;
  readonly why: Phrase;
}

/** Why a release is thought to be at least, or at most, some minor. */
export interface ReleaseClue {
  /** The minor number: 24 is 1.24. */
  readonly from?: number;
  readonly to?: number;
  /** What the rules have, or lack, as they write it: `KUBE-PROXY-CANARY`. */
  readonly sign: string;
  readonly why: Phrase;
  readonly evidence: readonly Witness[];
}

export interface ReleaseGuess {
  /** `1.31`: the one that is compiled. */
  readonly release: string;
  /** All releases that write such rules, as far as the rules tell. */
  readonly from: string;
  readonly to: string;
  readonly clues: readonly ReleaseClue[];
  /** Clues that contradict the others, as when kubelet is of another release. */
  readonly against: readonly ReleaseClue[];
}

/** A dump made into a cluster that can be edited. */
export interface Reconstruction {
  readonly mode: ProxyModeId;
  readonly release: ReleaseGuess;
  /** The Node's name whose rules these are. */
  readonly node: string;
  readonly families: readonly IpFamily[];
  readonly cluster: ClusterObjects;
  readonly config: KubeProxyConfig;
  readonly inferences: readonly Inference[];
  readonly notCarried: readonly NotCarried[];
  readonly differences: readonly Difference[];
  /** The very release that was guessed was compiled, so that {@link differences} is the whole truth. */
  readonly compared: boolean;
  /** What was compiled: the oldest that can be where the guessed one is older still. Absent: nothing. */
  readonly comparedWith?: string;
}

/** A service port as one family's rules of one node show it. */
export interface ReadPort {
  readonly family: IpFamily;
  readonly namespace: string;
  readonly service: string;
  readonly portName: string;
  /** False: the rules carry no name and this one was made. */
  readonly named: boolean;
  /** The name is told, its namespace was taken out of the text: the one here is made up. */
  readonly namespaceCut?: true;
  readonly proto: ProtocolName;
  readonly clusterIP?: string;
  readonly port?: number;
  readonly nodePort?: number;
  readonly externalIPs: readonly string[];
  readonly loadBalancerIPs: readonly string[];
  readonly sourceRanges: readonly string[];
  readonly healthCheckNodePort?: number;
  readonly affinitySeconds?: number;
  readonly externalLocal?: boolean;
  readonly internalLocal?: boolean;
  /** `10.244.1.5:8080`; absent: the rules do not show them. */
  readonly cluster?: readonly string[];
  /** Endpoints on this node that a Local policy uses; absent: the rules do not show them. */
  readonly local?: readonly string[];
  /** Of {@link cluster} and {@link local}: stand-ins for endpoints that are named by a chain whose inside is not in the text. */
  readonly unseen?: ReadonlySet<string>;
  /** On this node and not used: not ready (IPVS lists them for hairpins). */
  readonly idle?: readonly string[];
  /** There are endpoints somewhere, though none may be shown. */
  readonly hasEndpoints: boolean;
  /** Field -> where it is told. */
  readonly evidence: ReadonlyMap<string, readonly Witness[]>;
}

/** How local traffic is told from other: `! -s 10.244.0.0/16`, `! -i cni0`, `! -i cali+`. */
export interface ReadDetector {
  readonly kind: 'cidr' | 'bridge' | 'prefix';
  readonly value: string;
}

/** What one family's rules say of kube-proxy itself. */
export interface ReadProxy {
  readonly family: IpFamily;
  readonly ports: readonly ReadPort[];
  readonly masqueradeBit?: number;
  readonly masqueradeAll?: boolean;
  /** `none`: rules that would look at it do not; absent: nothing tells. */
  readonly detector?: ReadDetector | 'none';
  /** Hosts that answer nodePorts; absent: all of the node, or not told. */
  readonly nodePortHosts?: readonly string[];
  /** nodePorts answer on loopback, or (false) are refused there; absent: nothing tells, and in nftables mode no rule looks at them. */
  readonly localhostNodePorts?: boolean;
  /** Ranges of Services whose unallocated addresses are dropped (nftables from 1.33 on); absent: no rule does. */
  readonly serviceCIDRs?: readonly string[];
  readonly tcpBeLiberal?: boolean;
  readonly scheduler?: string;
  /** Which load balancer's ranges hold the node's own address, and which do not. */
  readonly nodeInside: readonly { readonly ranges: readonly string[]; readonly inside: boolean }[];
  /** Addresses the node has for certain. */
  readonly nodeAddresses: readonly string[];
  /** nodePorts answer on loopback addresses too (IPVS); absent: nothing tells. */
  readonly answersLoopback?: boolean;
  /** True where the Service has no address of the family. */
  readonly noAddress?: boolean;
  /** Where the proxy's sockets listen (userspace); absent: on any address. */
  readonly bindAddress?: string;
  readonly evidence: ReadonlyMap<string, readonly Witness[]>;
  readonly clues: readonly ReleaseClue[];
  /** KUBE-SEP chains, and KUBE-SVC of a Service with endpoints, that are named and not in the text. */
  readonly missingEndpoints?: readonly string[];
  /** Endpoints on this node, whatever Service they belong to (IPVS: KUBE-LOOP-BACK). */
  readonly localEndpoints?: ReadonlySet<string>;
}

const FAMILIES: readonly IpFamily[] = ['ipv4', 'ipv6'];

/** Of a chain that only ever holds a few rules in the IPVS mode so many are looked at. */
const MOST_RULES = 64;

/** The sets that only kube-proxy's IPVS mode makes (pkg/proxy/ipvs/ipset.go). */
const IPVS_SET = /^KUBE-(?:6-)?(?:CLUSTER-IP|LOOP-BACK|LOAD-BALANCER|EXTERNAL-IP|NODE-PORT|HEALTH-CHECK|IPVS-IPS)/;

/** The proxy mode that wrote what was pasted; undefined if nothing is of kube-proxy. */
export function detectMode({ xtables, nftables, ipvs, ipsets }: Observed): ProxyModeId | undefined {
  const names = Object.values(xtables).flatMap(({ tables }) =>
    [...tables.values()].flatMap(({ chains }) =>
      [...chains.values()].flatMap(({ name, length }) => (length > 0 ? [name] : [])),
    ),
  );
  // iptables-nft keeps its chains where nft lists them, too.
  const listed = nftables ? FAMILIES.flatMap((family) => kubeChainsOfNft(nftables, family)) : [];
  names.push(...listed);
  const has = (pattern: RegExp): boolean => names.some((name) => pattern.test(name));
  const isIptables = has(/^KUBE-(?:SVC|SEP|SVL|XLB|EXT|FW)-|^KUBE-EXTERNAL-SERVICES$|^KUBE-NODEPORTS$/);
  if (
    [...(nftables?.tables.values() ?? [])].some(
      ({ name, chains, sets }) => name === 'kube-proxy' && chains.size + sets.size > 0,
    ) &&
    !isIptables
  )
    return 'nftables';
  if (has(/^KUBE-(?:PORTALS|NODEPORT)-(?:CONTAINER|HOST)$/) && !isIptables) return 'userspace';
  const hasOwn = has(/^KUBE-/) || [...(ipsets?.keys() ?? [])].some((name) => IPVS_SET.test(name));
  const isIpvs =
    asksSets(Object.values(xtables)) ||
    has(/^KUBE-(?:LOAD-BALANCER|NODE-PORT|IPVS-FILTER)$/) ||
    (ipvs !== undefined && ipvs.services.length > 0 && (hasOwn || !isForeignDirector(ipvs)));
  if (isIpvs && !has(/^KUBE-SVC-/)) return 'ipvs';
  if (isIptables || has(/^KUBE-(?:SERVICES|PROXY-CANARY)$/)) return 'iptables';
  return [...(ipsets?.keys() ?? [])].some((name) => IPVS_SET.test(name)) || declaresIpvs(Object.values(xtables))
    ? 'ipvs'
    : undefined;
}

/** Are chains there that only this mode makes in nat, though the listing ends before their rules? */
const declaresIpvs = (rulesets: readonly XtRuleset[]): boolean =>
  rulesets.some(({ tables }) => {
    const nat = tables.get('nat')?.chains;
    return nat?.has('KUBE-LOAD-BALANCER') || nat?.has('KUBE-NODE-PORT');
  });

/** Do kube-proxy's chains of all modes ask the sets of this one? */
function asksSets(rulesets: readonly XtRuleset[]): boolean {
  return rulesets.some(({ tables }) => {
    const nat = tables.get('nat')?.chains;
    return [nat?.get('KUBE-SERVICES'), nat?.get('KUBE-POSTROUTING')].some((chain) => chain && asksSet(chain));
  });
}

function asksSet(chain: XtChain): boolean {
  for (let index = 0; index < Math.min(chain.length, MOST_RULES); index++) {
    for (const match of chain.rule(index).matches) {
      if (match.match === 'set' && IPVS_SET.test(match.spec.set?.value.name ?? '')) return true;
    }
  }
  return false;
}
