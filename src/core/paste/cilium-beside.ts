import { toCiliumConfig } from '../formats/cilium-status';
import { phrase } from '../lib/phrase';
import type { Found, Machine } from './machine/types';
import type { FamilyView } from './node/plan';
import type { Assumption, Evidence } from './pasted-types';

/** Do the texts show anything cilium-dbg prints? */
export function hasCiliumListing({ cilium }: Machine): boolean {
  return Object.values(cilium).some((listed) => listed.length > 0);
}

/** What shows that Cilium translates Services on a machine; nothing if it does not, or nobody can tell. */
function balancerEvidence({ cilium }: Machine): Evidence[] {
  const last = cilium.statuses.at(-1);
  if (last) return toCiliumConfig(last.value)['kube-proxy-replacement'] === true ? [last.evidence] : [];
  const listed: readonly (readonly Found<unknown>[])[] = [cilium.services, cilium.entries, cilium.connections];
  return listed.flatMap((each) => each.slice(0, 1).map(({ evidence }) => evidence)).slice(0, 1);
}

/** Rules of kube-proxy that lead Services somewhere: the first lines of them. */
function proxyRules(views: readonly FamilyView[]): { readonly some: boolean; readonly evidence: readonly Evidence[] } {
  const services = views.flatMap((view) => view.services);
  const evidence = services.flatMap(({ endpoints }) => endpoints.flatMap((endpoint) => endpoint.evidence ?? []));
  return { some: services.length > 0, evidence: evidence.slice(0, 2) };
}

/** Does the process of kube-proxy listen here? */
function isProxyRunning({ listening }: Machine): boolean {
  return Object.values(listening).some((sockets) => sockets.some(({ process }) => process === 'kube-proxy'));
}

/**
 * Cilium in place of kube-proxy: what its programs do with a packet is in none of the rules that are walked, and rules of
 * kube-proxy beside it are met only by what no program translated.
 */
export function ciliumBeside(machine: Machine, views: readonly FamilyView[]): Assumption[] {
  const balancer = balancerEvidence(machine);
  if (balancer.length === 0) return leavesToProxy(machine);
  const rules = proxyRules(views);
  const translated: Assumption = {
    id: 'mode:cilium',
    about: 'mode',
    value: 'cilium',
    evidence: balancer,
    reason: phrase('analysis.mode.cilium'),
  };
  if (!rules.some) return [translated];
  const runs = isProxyRunning(machine);
  const reason = runs ? phrase('analysis.mode.cilium-and-proxy') : phrase('analysis.mode.cilium-leftovers');
  return [
    translated,
    {
      id: 'mode:kube-proxy',
      about: 'mode',
      value: 'kube-proxy',
      evidence: [...balancer, ...rules.evidence],
      reason,
    },
  ];
}

/**
 * Cilium as it is by default: kube-proxy's work is kube-proxy's, but for what Pods send to clusterIPs, which a program at the Pod's
 * device still translates (cilium/cilium#10651; Documentation/network/kubernetes/kubeproxy-free.rst, `kubeProxyReplacement=false`).
 */
function leavesToProxy({ cilium }: Machine): Assumption[] {
  const last = cilium.statuses.at(-1);
  if (!last || toCiliumConfig(last.value)['kube-proxy-replacement'] !== false) return [];
  const reason = phrase('analysis.mode.cilium-for-pods');
  return [{ id: 'mode:cilium-for-pods', about: 'mode', value: 'cilium', evidence: [last.evidence], reason }];
}
