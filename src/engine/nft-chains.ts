import type { GeneratedNftables, GeneratedNftChain } from '../core/kubernetes/proxy/mode';
import { nftFamily } from '../core/kubernetes/proxy/nftables/context';
import { once, type Memo } from '../core/lib/memo';
import { HOOKS, type Hook, type NftTableName } from '../core/linux/hooks';
import type { NftChain, NftRuleset, NftTable } from '../core/linux/nftables/types';
import type { IpFamily } from '../core/net/ip';
import type { ChainView } from './protocol';

/** What of nftables is in a namespace: tables that were pasted or compiled, and what kube-proxy generated of them. */
export interface NftSource {
  readonly ruleset: NftRuleset | undefined;
  readonly generated: GeneratedNftables | undefined;
  readonly family: IpFamily;
}

/** `ip kube-proxy`, as steps of a trace name it. */
export function generatedName({ family, table }: GeneratedNftables): NftTableName {
  return `${nftFamily(family) === 'ip6' ? 'ip6' : 'ip'} ${table}`;
}

/** Tables that see packets of the family and that kube-proxy did not generate just now. */
export function otherTables({ ruleset, generated, family }: NftSource): NftTable[] {
  const own = generated && !generated.refusal ? generatedName(generated) : undefined;
  const serves = family === 'ipv4' ? 'ip' : 'ip6';
  return [...(ruleset?.tables ?? [])].flatMap(([name, table]) =>
    name !== own && (table.family === 'inet' || table.family === serves) ? [table] : [],
  );
}

/** Is there anything of nftables for the family? */
export function hasNft(source: NftSource): boolean {
  return source.generated !== undefined || otherTables(source).length > 0;
}

/** The chains without their lines. */
export function nftChains(source: NftSource, memo: Memo): ChainView[] {
  const others = otherTables(source).flatMap((table) =>
    [...table.chains.values()].map((chain) => pastedView(table, chain)),
  );
  return [...(source.generated ? generatedChains(source.generated, memo) : []), ...others];
}

export const NOWHERE = { line: 0, firstLine: 0 } as const;

export function pastedView(table: NftTable, { name, length, base }: NftChain): ChainView {
  const hook = base && findHook(base.hook);
  return {
    table: `${table.family} ${table.name}`,
    name,
    length,
    ...NOWHERE,
    ...(hook && base ? { hook, policy: base.policy, base: { type: base.type, priority: base.priority } } : {}),
  };
}

function generatedChains(state: GeneratedNftables, memo: Memo): ChainView[] {
  if (state.refusal) return [];
  const table = generatedName(state);
  const views: ChainView[] = [];
  state.chains.forEach((chain) => views.push(generatedView(chain, memo, table)));
  return views;
}

/** Most chains are the same ones after an edit. */
export const generatedView = once((chain: GeneratedNftChain, _memo, table: NftTableName): ChainView => {
  const { name, rules, base, servicePort } = chain;
  const hook = base && findHook(base.hook);
  return {
    table,
    name,
    length: rules.length,
    ...NOWHERE,
    ...(hook ? { hook, policy: 'ACCEPT' as const } : {}),
    ...(base ? { base: { type: base.type, priority: base.priority } } : {}),
    ...(servicePort ? { service: `${servicePort.namespace}/${servicePort.serviceName}` } : {}),
  };
});

function findHook(name: string): Hook | undefined {
  return HOOKS.find((hook) => hook === name.toUpperCase());
}
