import { phrase } from '../../../lib/phrase';
import { knownStatement } from '../../../linux/nftables/statements';
import { tableName, type NftChain, type NftStatement, type NftTable } from '../../../linux/nftables/types';
import type { Check, Finding } from '../finding';
import { nftJumps } from '../rule-kinds';

/** Hooks that each kind of translation may be asked at (`nft_nat_validate`, `nft_masq_validate`, `nft_redir_validate`). */
const HOOKS = {
  dnat: ['PREROUTING', 'OUTPUT'],
  redirect: ['PREROUTING', 'OUTPUT'],
  snat: ['POSTROUTING', 'INPUT'],
  masquerade: ['POSTROUTING'],
} as const;
type Translation = keyof typeof HOOKS;

function findTranslation(statement: NftStatement): Translation | undefined {
  const known = knownStatement(statement);
  if (known.statement === 'nat') return known.spec.verb;
  return known.statement === 'masquerade' || known.statement === 'redirect' ? known.statement : undefined;
}

/** The chains that a base chain leads to, itself the first. */
function* reachedFrom(
  base: NftChain,
  { chains }: NftTable,
  leads: ReadonlyMap<string, ReadonlySet<string>>,
): Generator<NftChain> {
  const seen = new Set([base.name]);
  for (const name of seen) {
    const chain = chains.get(name);
    if (chain) yield chain;
    for (const next of leads.get(name) ?? []) seen.add(next);
  }
}

/** Chains by those that jump to them; a verdict map counts for the whole table. */
function listLeads(table: NftTable): ReadonlyMap<string, ReadonlySet<string>> {
  const leads = new Map<string, Set<string>>();
  for (const [target, places] of nftJumps(table)) {
    for (const { chain } of places) leads.set(chain, (leads.get(chain) ?? new Set()).add(target));
  }
  return leads;
}

/**
 * Translations where the kernel takes none: at another hook than theirs, or in a chain that is not of the type nat. It refuses the
 * whole transaction with EOPNOTSUPP, so such rules are in no kernel.
 */
export const NFT_NAT_HOOK: Check = {
  id: 'nat-hook',
  find: ({ nftables }) =>
    [...(nftables?.tables.values() ?? [])].flatMap((table) => {
      const leads = listLeads(table);
      return [...table.chains.values()].flatMap((base) =>
        base.base ? [...reachedFrom(base, table, leads)].flatMap((chain) => findWrong(table, base, chain)) : [],
      );
    }),
};

function findWrong(table: NftTable, { name, base }: NftChain, chain: NftChain): readonly Finding[] {
  const found: Finding[] = [];
  if (!base) return found;
  for (let index = 0; index < chain.length; index++) {
    const verb = chain
      .rule(index)
      .statements.map(findTranslation)
      .find((each) => each !== undefined);
    const hooks: readonly string[] = verb ? HOOKS[verb] : [];
    if (!verb || (base.type === 'nat' && hooks.includes(base.hook))) continue;
    const values = {
      verb,
      chain: name,
      hook: base.hook.toLowerCase(),
      type: base.type,
      hooks: hooks.join(', ').toLowerCase(),
    };
    const places = [{ table: tableName(table), chain: chain.name, index }];
    const next = phrase('lint.next.nat-hook', values);
    found.push({ id: 'nat-hook', severity: 'error', message: phrase('lint.nat-hook', values), next, places });
  }
  return found;
}
