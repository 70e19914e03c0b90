import { EMPTY_CLUSTER } from '../kubernetes/build';
import { proxyMode } from '../kubernetes/proxy';
import { minorOf } from '../kubernetes/release';
import type { KubeProxyConfig, ProxyModeId } from '../kubernetes/types';
import type { IpFamily } from '../net/ip';
import type { PastedRuleset } from './layers';
import { namedIn } from './machine/named';
import type { Machine } from './machine/types';
import { detectMode } from './proxy/detect-mode';
import { nodePortsOf } from './proxy/read-iptables';
import { ipvsClues } from './proxy/read-ipvs';
import { guessRelease, iptablesClues } from './proxy/iptables-clues';
import type { ReleaseClue } from './proxy/types';
import { XtReader } from './proxy/xt-reader';

/** The kube-proxy a machine's rules are of, as far as its texts tell. */
export interface NodeProxy {
  readonly mode: ProxyModeId;
  /** The newest release that can be, and the oldest. */
  readonly release: { readonly release: string; readonly from: string; readonly to: string };
  readonly config: KubeProxyConfig;
}

const FAMILIES: readonly IpFamily[] = ['ipv4', 'ipv6'];

/**
 * Whose rules these are: the mode by what only it writes, else as its configuration says; the release by what the rules and
 * `kubectl get nodes` tell. Undefined: nothing is of kube-proxy.
 */
export function nodeProxyOf(
  machine: Machine,
  xtables: Readonly<Partial<Record<IpFamily, PastedRuleset>>>,
  hostname: string | undefined,
): NodeProxy | undefined {
  const { nft: nftables, sets: ipsets, ipvs } = machine;
  const observed = { xtables, ...(nftables ? { nftables } : {}), ipsets, ...(ipvs ? { ipvs: ipvs.value } : {}) };
  const said = machine.kubeProxy.at(-1)?.value.config;
  const mode = detectMode(observed) ?? configuredMode(said);
  if (mode === undefined) return undefined;
  const readers = FAMILIES.flatMap((family) => {
    const rules = xtables[family];
    return rules ? [new XtReader(family, rules)] : [];
  });
  const clues = readers.flatMap((from): readonly ReleaseClue[] => {
    if (mode === 'ipvs') return ipvsClues(from, ipvs?.value);
    return mode === 'iptables' && isWhole(xtables[from.family]) ? iptablesClues(from, []) : [];
  });
  const release = guessRelease(mode, clues, versionOf(machine, hostname));
  return { mode, release, config: { ...(mode === 'iptables' ? localhostIn(readers) : {}), ...said, mode } };
}

/** What an excerpt lacks tells of no release. */
function isWhole(ruleset: PastedRuleset | undefined): boolean {
  return (['nat', 'filter'] as const).every((table) => ruleset?.tables.get(table)?.whole);
}

/** A file without a mode asks for the default. */
function configuredMode(config: KubeProxyConfig | undefined): ProxyModeId | undefined {
  if (!config) return undefined;
  return config.mode ?? 'iptables';
}

/** Whether nodePorts answer on 127.0.0.1, by the rule that leads to them. */
function localhostIn(readers: readonly XtReader[]): KubeProxyConfig {
  const ipv4 = readers.find(({ family }) => family === 'ipv4');
  const { localhost, hosts } = ipv4 ? nodePortsOf(ipv4) : {};
  return {
    ...(localhost === undefined ? {} : { iptables: { localhostNodePorts: localhost } }),
    ...(hosts === undefined ? {} : { nodePortAddresses: hosts.map((host) => `${host}/32`) }),
  };
}

/** The release kubelet of this node says, where it is told; kube-proxy is most often of the same. */
function versionOf(machine: Machine, hostname: string | undefined): string | undefined {
  const { nodes } = namedIn(machine);
  const own = nodes.find(({ name }) => name === hostname || name.split('.')[0] === hostname?.split('.')[0]) ?? nodes[0];
  const minor = minorOf(own?.version ?? '');
  return Number.isNaN(minor) ? undefined : `1.${minor}`;
}

/** The sysctls such a kube-proxy sets when it starts, as the compiler of its mode lists them. */
export function sysctlsOfProxy({ mode, release, config }: NodeProxy): Readonly<Record<string, number>> {
  const all = FAMILIES.map((family) => {
    const input = { cluster: EMPTY_CLUSTER, node: '', family, config, release: release.release };
    return proxyMode(mode)?.syncProxyRules(input).sysctls;
  });
  return Object.assign({}, ...all) as Record<string, number>;
}
