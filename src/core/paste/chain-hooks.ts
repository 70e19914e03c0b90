import type { Hook, TableName } from '../linux/hooks';
import type { XtChain } from '../linux/xtables/types';

interface HookOfName {
  readonly table: TableName;
  readonly chain: RegExp;
  readonly hook: Hook;
}

/** Chains of Pods, zones and sidecars, which nothing in an excerpt leads to: where their writers have them asked, in every release. */
const BY_NAME: readonly HookOfName[] = [
  // felix/rules/dispatch.go, endpoints.go, policy.go: what is forwarded from and to workloads.
  { table: 'filter', chain: /^cali-(?:tw|fw|pi|po|pri|pro|to-wl|from-wl)-/, hook: 'FORWARD' },
  // kube-router pkg/controllers/netpol/pod.go
  { table: 'filter', chain: /^KUBE-(?:POD-FW|NWPLCY)-/, hook: 'FORWARD' },
  // weave npc/controller.go
  { table: 'filter', chain: /^WEAVE-NPC/, hook: 'FORWARD' },
  // firewalld src/firewall/core/ipXtables.py: zones
  { table: 'filter', chain: /^FWD[IO]?_/, hook: 'FORWARD' },
  { table: 'filter', chain: /^IN_[A-Za-z]/, hook: 'INPUT' },
  // libnetwork/iptables
  { table: 'filter', chain: /^DOCKER\b/, hook: 'FORWARD' },
  // istio tools/istio-iptables/pkg/capture
  { table: 'nat', chain: /^ISTIO_(?:OUTPUT|REDIRECT)$/, hook: 'OUTPUT' },
  { table: 'mangle', chain: /^ISTIO_OUTPUT$/, hook: 'OUTPUT' },
];

/** The hook at which a writer has a chain of that name asked; undefined: the name tells it not. */
export function findHookByName(table: TableName, name: string): Hook | undefined {
  return BY_NAME.find((each) => each.table === table && each.chain.test(name))?.hook;
}

/** Where a chain is asked, told by its name or its rules: who translates sources stands at the end, who tests devices between them. */
export function getHook(table: TableName, chain: XtChain): Hook {
  const byName = findHookByName(table, chain.name);
  if (byName) return byName;
  const rules = Array.from({ length: Math.min(chain.length, 200) }, (_, index) => chain.rule(index));
  const isAt = (...targets: readonly string[]): boolean =>
    rules.some(({ target }) => target !== undefined && targets.includes(target.target));
  if (table === 'nat') {
    return isAt('MASQUERADE', 'SNAT') && !isAt('DNAT', 'REDIRECT') ? 'POSTROUTING' : 'PREROUTING';
  }
  if (table === 'raw' || table === 'mangle') return 'PREROUTING';
  if (rules.some(({ outdev, indev }) => outdev && !indev)) return 'OUTPUT';
  return rules.some(({ outdev, dst }) => outdev ?? dst) ? 'FORWARD' : 'INPUT';
}
