import { completeCluster } from '../kubernetes/complete';
import { withDefaults } from '../kubernetes/defaults';
import type { ProxyModeId } from '../kubernetes/mode-ids';
import { proxyMode } from '../kubernetes/proxy';
import { releaseProblem } from '../kubernetes/release-problem';
import { printRestore, printSave } from '../kubernetes/proxy/print';
import type { ClusterObjects, KubeProxyConfig } from '../kubernetes/types';
import type { Phrase } from '../lib/phrase';
import { err, ok, type Result } from '../lib/result';
import { printRuleset, rulesetFromLines } from '../linux/xtables/ruleset-text';
import type { IpFamily } from '../net/ip';

/** Objects, configuration, mode and release whose rules are written, and the node they are for. */
export interface CompileRequest {
  readonly cluster: ClusterObjects;
  readonly node: string;
  readonly mode: ProxyModeId;
  /** `1.30` or `1.33.13`. */
  readonly release: string;
  readonly family?: IpFamily;
  readonly config?: KubeProxyConfig;
}

/** The rules of a node. */
export interface CompiledRules {
  /** As the kernel lists them: `iptables-save`, `nft list ruleset`. */
  readonly save: string;
  /** As kube-proxy feeds them to its tool. */
  readonly restore: string;
}

/**
 * Writes the rules that kube-proxy of a release writes for a node (pkg/proxy). EndpointSlices that are given are what it
 * sees; without any they are made from Pods. An error: that release has no such mode.
 */
export function compileRules(request: CompileRequest): Result<CompiledRules, Phrase> {
  const { cluster, node, release, family = 'ipv4', config = {} } = request;
  const mode = proxyMode(request.mode);
  const problem = releaseProblem(mode, release);
  if (problem) return err(problem);
  const seen = cluster.endpointSlices.length > 0 && !mode.axis ? withDefaults(cluster) : completeCluster(cluster);
  const input = { cluster: seen, node, family, config, release };
  const state = mode.syncProxyRules(input);
  const save = printSave(mode.id, state, input) ?? printRuleset(rulesetFromLines(state.xtables.tables, family), family);
  return ok({ save, restore: printRestore(mode.id, state, input) });
}
