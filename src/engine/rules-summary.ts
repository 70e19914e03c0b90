import type { Derived } from '../core/document/derived';
import { asLastTimeOf } from '../core/lib/last-time';
import type { XtRuleset } from '../core/linux/xtables/types';
import type { IpFamily } from '../core/net/ip';
import { FAMILIES } from './netns-view';
import { hasNft, nftChains, type NftParts } from './nft-text';
import type { ChainView, RulesSummary } from './protocol';
import { enteredChains, type Beside } from './rules-text';

/** Of so many nodes all rules are written at once: the stage draws them all whole. */
const FEW_NODES = 4;

/** What stands beside the iptables rules of a namespace. */
export function besideOf(derived: Derived, netns: string, family: IpFamily): Beside {
  const state = derived.compiled.get(`${netns} ${family}`)?.state;
  const ruleset = derived.network.netns.get(netns)?.nftables;
  return { nft: { ruleset, generated: state?.nftables, family }, ipvs: state?.ipvs };
}

/** Every namespace that has rules; of many nodes without writing them. */
export function summariesOf(derived: Derived): readonly RulesSummary[] {
  if (isLate(derived)) return sourcesOf([...derived.compiled.keys()]);
  const all = [...derived.network.netns.keys()];
  return all.flatMap((netns) => FAMILIES.flatMap((family) => summaryOf(derived, netns, family) ?? []));
}

/** Of rules that were written after {@link summariesOf} had said nothing of them. */
export function writtenSummaries(derived: Derived): readonly RulesSummary[] {
  if (!isLate(derived)) return [];
  const written = sourcesOf([...(derived.written?.keys() ?? [])]);
  return written.flatMap(({ netns, family }) => summaryOf(derived, netns, family) ?? []);
}

function isLate({ bare, compiled }: Derived): boolean {
  if (!bare) return false;
  const nodes = new Set(sourcesOf([...compiled.keys()]).map(({ netns }) => netns));
  return nodes.size > FEW_NODES;
}

/** The keys of {@link Derived.compiled}. */
function sourcesOf(keys: readonly string[]): RulesSummary[] {
  return keys.map((key) => {
    const at = key.lastIndexOf(' ');
    return { netns: key.slice(0, at), family: key.slice(at + 1) as IpFamily };
  });
}

function summaryOf(derived: Derived, netns: string, family: IpFamily): RulesSummary | undefined {
  const ruleset = derived.network.netns.get(netns)?.xtables[family];
  const { nft } = besideOf(derived, netns, family);
  if (!ruleset && !hasNft(nft)) return undefined;
  return summarised(`${netns} ${family}`, netns, family, ruleset, nft.ruleset, nft.generated);
}

/** Told anew only of rules that are others: a node may have 136,000 chains. */
const summarised = asLastTimeOf(summarise);

function summarise(
  netns: string,
  family: IpFamily,
  ruleset: XtRuleset | undefined,
  nftables: NftParts['ruleset'],
  generated: NftParts['generated'],
): RulesSummary {
  const entered = ruleset ? enteredChains(ruleset, family) : { chains: [], services: [], ruleCount: 0 };
  const native = nftChains({ ruleset: nftables, generated, family });
  const named = native.flatMap(({ name, service }) => (service === undefined ? [] : [[name, service] as const]));
  return {
    netns,
    family,
    chains: [...entered.chains, ...native.filter(isEntered)],
    ruleCount: native.reduce((count, { length }) => count + length, entered.ruleCount),
    services: sharedNames([...entered.services, ...named]),
  };
}

let lastNames: Readonly<Record<string, string>> = {};

/** Nodes mostly have the same chains: then it is the same object, which crosses the thread border once. */
function sharedNames(entries: readonly (readonly [string, string])[]): Readonly<Record<string, string>> {
  const isSame = entries.every(([name, service]) => lastNames[name] === service);
  if (isSame && Object.keys(lastNames).length === entries.length) return lastNames;
  return (lastNames = Object.fromEntries(entries));
}

function isEntered({ hook, base }: ChainView): boolean {
  return hook !== undefined || base !== undefined;
}
