import type { Derived } from '../core/document/kernel-parts';
import { asLast, type Memo, once } from '../core/lib/memo';
import type { XtRuleset } from '../core/linux/xtables/types';
import type { IpFamily } from '../core/net/ip';
import { FAMILIES } from './netns-view';
import { hasNft, nftChains, type NftSource } from './nft-chains';
import type { Source } from './pieces';
import type { ChainView, RulesSummary } from './protocol';
import { enteredChains, type Entered } from './xt-chains';

/** Of so many nodes all rules are written at once: the stage draws them all whole. */
const FEW_NODES = 4;

/** Collects all that is to be listed of a namespace. */
export function makeSource(
  derived: Derived,
  netns: string,
  family: IpFamily,
): Omit<Source, 'ruleset'> & Partial<Pick<Source, 'ruleset'>> {
  const state = derived.compiled.get(`${netns} ${family}`)?.state;
  const found = derived.network.netns.get(netns);
  const ruleset = found?.xtables[family];
  const nft = { ruleset: found?.nftables, generated: state?.nftables, family };
  const maps = { ...(state?.ebpf ? { ebpf: state.ebpf } : {}), ...(state?.hns ? { hns: state.hns } : {}) };
  return { netns, family, nft, ipvs: state?.ipvs, ...maps, ...(ruleset ? { ruleset } : {}) };
}

/** Every namespace that has rules; of many nodes without writing them. */
export function listSummaries(derived: Derived, memo: Memo): readonly RulesSummary[] {
  const sources = listSources([...derived.compiled.keys()]);
  if (isLate(derived)) return sources;
  // Most namespaces are Pods, which nobody wrote rules in.
  const compiled = new Set(sources.map(({ netns }) => netns));
  const all = [...derived.network.netns.values()].filter(
    ({ id, xtables, nftables }) => compiled.has(id) || nftables || FAMILIES.some((family) => xtables[family]),
  );
  return all.flatMap(({ id }) => FAMILIES.flatMap((family) => findSummary(derived, { netns: id, family }, memo) ?? []));
}

/** Of rules that were written after {@link listSummaries} had said nothing of them. */
export function writtenSummaries(derived: Derived, memo: Memo): readonly RulesSummary[] {
  if (!isLate(derived)) return [];
  const written = listSources([...(derived.written?.keys() ?? [])]);
  return written.flatMap(({ netns, family }) => findSummary(derived, { netns, family }, memo) ?? []);
}

function isLate({ bare, compiled }: Derived): boolean {
  if (!bare) return false;
  const nodes = new Set(listSources([...compiled.keys()]).map(({ netns }) => netns));
  return nodes.size > FEW_NODES;
}

/** The keys of {@link Derived.compiled}. */
function listSources(keys: readonly string[]): RulesSummary[] {
  return keys.map((key) => {
    const at = key.lastIndexOf(' ');
    return { netns: key.slice(0, at), family: key.slice(at + 1) as IpFamily };
  });
}

function findSummary(
  derived: Derived,
  { netns, family }: Pick<RulesSummary, 'netns' | 'family'>,
  memo: Memo,
): RulesSummary | undefined {
  const { ruleset, nft } = makeSource(derived, netns, family);
  if (!ruleset && !hasNft(nft)) return undefined;
  return summarised(ruleset ?? nft.ruleset ?? NOTHING, memo, netns, family, ruleset, nft.ruleset, nft.generated);
}

const NOTHING = {};
const NO_CHAINS: Entered = { chains: [], services: [], ruleCount: 0 };

/** Told anew only of rules that are others: a node may have 136,000 chains. */
const summarised = once(
  (
    _about: object,
    memo,
    ...[netns, family, ruleset, nftables, generated]: [
      string,
      IpFamily,
      XtRuleset | undefined,
      NftSource['ruleset'],
      NftSource['generated'],
    ]
  ): RulesSummary => {
    const { ruleCount, ...entered } = ruleset ? enteredChains(ruleset, family, memo) : NO_CHAINS;
    const native = nftChains({ ruleset: nftables, generated, family }, memo);
    const services = [...entered.services];
    for (const { name, service } of native) if (service !== undefined) services.push(name, service);
    return {
      netns,
      family,
      chains: [...entered.chains, ...native.filter(isEntered)],
      ruleCount: native.reduce((count, { length }) => count + length, ruleCount),
      services: namesFrom(sharedNames(services, memo), memo),
    };
  },
);

/** Nodes mostly have the same chains: then it is the same object, which crosses the thread border once. */
const sharedNames = asLast<readonly string[]>();

/** Names by chain, of chains and names one after the other. */
const namesFrom = once((pairs: readonly string[]): Readonly<Record<string, string>> => {
  const names: Record<string, string> = {};
  for (let at = 0; at < pairs.length; at += 2) names[pairs[at] ?? ''] = pairs[at + 1] ?? '';
  return names;
});

function isEntered({ hook, base }: ChainView): boolean {
  return hook !== undefined || base !== undefined;
}
