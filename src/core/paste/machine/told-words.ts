import { readCiliumWords, type CiliumPart } from './cilium-words';
import { isProxyModeId, type ProxyModeId } from '../../kubernetes/mode-ids';

/** What a text says of its cluster in words: a release, a mode, that there is one Node. */
export interface StatedFacts {
  /** `1.33`; absent where it names none, or several. */
  readonly release?: string;
  /** The words that name it: `v1.33.4+k3s1`. */
  readonly version?: string;
  readonly mode?: ProxyModeId;
  readonly isSingleNode?: true;
  /** The Service that the text is about has no endpoints. */
  readonly isUnserved?: true;
  /** How far Cilium carries Services, where words show that it runs. */
  readonly cilium?: CiliumPart;
  /** Load balancers of OVN are listed: OVN-Kubernetes carries the Services. */
  readonly isOvn?: true;
}

/** A release with the suffix of a distribution is one of Kubernetes, whatever stands around it. */
const BUILT = /\bv?1\.\d{1,2}\.\d{1,3}(?:\+(?:k3s|rke2r|k0s|vmware)[\w.]{0,12}|-(?:gke\.|eks-|aks|k3s)[\w.-]{0,24})/g;
/** `Server Version: v1.31.2`, `kindest/node:v1.32.2`, `[init] Using Kubernetes version: v1.31.1`. */
const SERVER =
  /(?:Server Version: {0,4}(?:version\.Info\{[^}\n]{0,80}GitVersion:")?|kindest\/node:|Using Kubernetes version: |kubernetesVersion: {0,4})v?1\.\d{1,2}\.\d{1,3}/g;
/** `Kubernetes version: v1.31.2`, `Kubernetes 1.31`, `k8s v1.30.5`, and `Kuberntes v1.30.4`: the word of its letters, however spelt. */
const NAMED =
  /\b(?:ku[beruntsk]{5,10}s|k8s|kubelet)(?: version)?(?: is| ?[*:]{1,3})?(?: {1,3}|\s{1,3}\n\s{0,3})v?1\.\d{1,2}(?:\.\d{1,3})?\b/gi;
/** `kube-proxy mode is **ipvs**`, `we use ipvs mode`, in somebody’s words. */
const MODE_WORDS =
  /(?:\bkube-?proxy(?:['’]s)? mode(?: is| ?[:=])? {0,2}[*"'`]{0,3}(iptables|ipvs|nftables)\b|\b(?:i|we)(?:['’]?m| am|['’]?re| are)? (?:using|use|running|run) (?:the |kube-?proxy in )?[*"'`]{0,3}(iptables|ipvs|nftables)[*"'`]{0,3} mode\b)/gi;
const MODE = /^[ \t]{0,40}(?:- )?(?:proxy-)?mode: {1,4}["']?(iptables|ipvs|nftables)["']?[ \t]{0,8}$/gim;
/** The tool and the device of IPVS mode: nobody asks them where another mode carries Services. Directors of others have the tool, too. */
const IPVS_TOOLS = /\bipvsadm -L|\bwith ipvsadm\b|\bkube-ipvs0\b/;
const DIRECTORS = /\bkeepalived\b|\bLVS\b|\bldirectord\b/;
const usesIpvs = (text: string): boolean => IPVS_TOOLS.test(text) && !DIRECTORS.test(text);
const SINGLE = /(?<!not a )\b(?:single|one)[- ]node\b/i;
/** minikube makes one Node unless it is asked for more. */
const MINIKUBE = /\bminikube\b/i;
const SEVERAL = /--nodes\b|\bminikube node add\b|\bminikube-m02\b/;
const isSingle = (text: string): boolean => SINGLE.test(text) || (MINIKUBE.test(text) && !SEVERAL.test(text));
/** `a Service with no endpoints`, `5. have NO endpoints working`, in somebody’s words. */
const UNSERVED =
  /\b(?:no|zero|without(?: any)?) (?:existing |ready |healthy |available |active |working |valid )?(?:endpoints?|backends?)\b(?! (?:are|were|is) missing)/gi;
/** Load balancers as `ovn-nbctl lb-list` and `list load_balancer` print them, or those commands (ovn-nbctl(8)). */
const OVN_BALANCERS =
  /\bovn-nbctl\b.{0,60}\b(?:l[rs]-)?lb-list\b|\bovn-nbctl\b.{0,60}\blist load_balancer\b|^vips {1,24}: \{.{0,8}\d/im;
/** Longer texts are dumps, whose words are read elsewhere. */
const MOST = 2_000_000;

/** One place where a text says something of its cluster in words. */
export interface StatedFact {
  readonly says: 'built' | 'server' | 'named' | 'mode' | 'single-node' | 'unserved' | 'cilium' | 'ovn';
  readonly words: string;
}

/** The words of a report that say which cluster it is of, in their order; none of a dump, which is long and says it otherwise. */
export function readStatedFacts(text: string): readonly StatedFact[] {
  if (text.length > MOST) return [];
  const all = (says: StatedFact['says'], pattern: RegExp): StatedFact[] =>
    [...text.matchAll(pattern)].map(([words, mode, other]) => ({
      says,
      words: (mode ?? other)?.toLowerCase() ?? words,
    }));
  const cilium = readCiliumWords(text);
  return [
    ...all('built', BUILT),
    ...all('server', SERVER),
    ...all('named', NAMED),
    ...all('mode', MODE),
    ...all('mode', MODE_WORDS),
    ...(usesIpvs(text) ? [{ says: 'mode', words: 'ipvs' } as const] : []),
    ...all('unserved', UNSERVED),
    ...(isSingle(text) ? [{ says: 'single-node', words: '' } as const] : []),
    ...(cilium ? [{ says: 'cilium', words: cilium.part } as const] : []),
    ...(OVN_BALANCERS.test(text) ? [{ says: 'ovn', words: '' } as const] : []),
  ];
}

/** The one release that all words name; undefined: none, or several. */
function agreed(all: readonly StatedFact[]): Pick<StatedFacts, 'release' | 'version'> | undefined {
  const minors = new Set(all.map(({ words }) => /1\.(\d{1,2})/.exec(words)?.[1] ?? ''));
  const [minor] = minors;
  const [first] = all;
  if (minors.size !== 1 || minor === undefined || !first) return undefined;
  return { release: `1.${minor}`, version: /v?1\.\d{1,2}\S*$/.exec(first.words)?.[0] ?? first.words };
}

/** What words say of Cilium's part, where they agree; undefined: none shows Cilium. */
function agreedPart(all: readonly StatedFact[]): CiliumPart | undefined {
  const parts = new Set(all.flatMap(({ says, words }) => (says === 'cilium' ? [words as CiliumPart] : [])));
  const told = [...parts].filter((part) => part !== 'untold');
  return parts.size === 0 ? undefined : told.length === 1 ? told[0] : 'untold';
}

/**
 * Unites the words of all texts. A release counts where all words of its kind name the same: a distribution's suffix outranks
 * what is called the server's, and that outranks prose; who tells of two releases tells of none.
 */
export function mergeStatedFacts(all: readonly StatedFact[]): StatedFacts {
  const kinds = (['built', 'server', 'named'] as const).map((kind) => all.filter(({ says }) => says === kind));
  const release = agreed(kinds.find(({ length }) => length > 0) ?? []);
  const modes = new Set(all.flatMap(({ says, words }) => (says === 'mode' ? [words] : [])));
  const [mode] = modes;
  const cilium = agreedPart(all);
  return {
    ...release,
    ...(modes.size === 1 && isProxyModeId(mode) ? { mode } : {}),
    ...(all.some(({ says }) => says === 'single-node') ? { isSingleNode: true } : {}),
    ...(all.some(({ says }) => says === 'unserved') ? { isUnserved: true } : {}),
    ...(cilium === undefined ? {} : { cilium }),
    ...(all.some(({ says }) => says === 'ovn') ? { isOvn: true as const } : {}),
  };
}
