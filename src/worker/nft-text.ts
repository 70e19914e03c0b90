import { HOOKS, type Hook, type NftTableName } from '../core/linux/hooks';
import type { GeneratedNftables } from '../core/kubernetes/proxy/mode';
import { listTable } from '../core/kubernetes/proxy/nftables/list';
import { nftFamily } from '../core/kubernetes/proxy/nftables/names';
import type { ChainView } from './protocol';

/** `ip kube-proxy`, as steps of a trace name it. */
function tableOf({ family, table }: GeneratedNftables): NftTableName {
  return `${nftFamily(family) === 'ip6' ? 'ip6' : 'ip'} ${table}`;
}

/** The chains of a table without its text: lines are not known. */
export function nftChains(state: GeneratedNftables): ChainView[] {
  if (state.refusal) return [];
  return [...state.chains.values()].map(({ name, rules, base, servicePort }) => {
    const hook = base && hookOf(base.hook);
    return {
      table: tableOf(state),
      name,
      length: rules.length,
      firstLine: 0,
      owner: 'kube-proxy',
      ...(hook ? { hook, policy: 'ACCEPT' as const } : {}),
      ...(base ? { base: { type: base.type, priority: base.priority } } : {}),
      ...(servicePort ? { service: `${servicePort.namespace}/${servicePort.serviceName}` } : {}),
    };
  });
}

function hookOf(name: string): Hook | undefined {
  return HOOKS.find((hook) => hook === name.toUpperCase());
}

/** What `nft list ruleset` prints of a table, and its chains with the lines they begin at, counted from `from`. */
export function nftListing(
  state: GeneratedNftables,
  from: number,
): { readonly lines: readonly string[]; readonly chains: readonly ChainView[] } {
  const lines = listTable(state).split('\n').slice(0, -1);
  const starts = firstRules(lines);
  const chains = nftChains(state).map((chain) => ({ ...chain, firstLine: from + (starts.get(chain.name) ?? 0) }));
  return { lines, chains };
}

/** The line of each chain's first rule: behind its comment and its `type … hook …` line. */
function firstRules(lines: readonly string[]): ReadonlyMap<string, number> {
  const starts = new Map<string, number>();
  for (const [at, line] of lines.entries()) {
    const name = /^\tchain (\S+) \{$/.exec(line)?.[1];
    if (name === undefined) continue;
    let first = at + 1;
    while (/^\t\t(comment "|type \w+ hook )/.test(lines[first] ?? '')) first++;
    starts.set(name, first);
  }
  return starts;
}
