import type { Hook } from '../linux/hooks';
import type { Netns } from '../linux/netns';
import type { IpFamily } from '../net/ip';
import { conntrackEntries } from './conntrack-hook';
import { GO_ON, rulesEntry, type HookEntry, type HookOutcome } from './hook-outcome';
import { ipvsEntries } from './ipvs-hook';
import { natHook, type NatLookup } from './nat-hook';
import { hasChains, hasNatChains, nftablesEntries, nftablesNat } from './nftables-hook';
import type { Passage } from './world';
import { xtablesEntries, xtablesNat } from './xtables-hook';

const NO_ENTRIES: readonly HookEntry[] = [];

/** Where the nat core is registered (NF_IP_PRI_NAT_DST, NF_IP_PRI_NAT_SRC); FORWARD has none. */
const NAT_PRIORITY: Readonly<Partial<Record<Hook, number>>> = {
  PREROUTING: -100,
  OUTPUT: -100,
  INPUT: 100,
  POSTROUTING: 100,
};

/** Is there anything of iptables or nftables for the family? */
export function hasRules({ xtables, nftables }: Netns, family: IpFamily): boolean {
  return xtables[family] !== undefined || (nftables !== undefined && hasChains(nftables, family));
}

/** The nat core is registered at all its hooks as soon as one table of nat is (`nf_nat_register_fn`). */
function hasNat({ xtables, nftables }: Netns, family: IpFamily): boolean {
  return xtables[family]?.tables.has('nat') === true || (nftables !== undefined && hasNatChains(nftables, family));
}

/** The nat rules of iptables and nftables at a hook, in the order the nat core asks them. */
function natLookups({ xtables, nftables }: Netns, family: IpFamily, hook: Hook): readonly NatLookup[] {
  const rules = xtables[family];
  const iptables = rules && xtablesNat(rules, hook);
  const chains = nftables ? nftablesNat(nftables, family, hook) : [];
  const all = [...(iptables ? [{ priority: NAT_PRIORITY[hook] ?? 0, lookup: iptables }] : []), ...chains];
  return all.toSorted((a, b) => a.priority - b.priority).map(({ lookup }) => lookup);
}

/** Everything registered at a hook of a namespace, in the kernel's order. Without rules there is no conntrack either. */
function register(netns: Netns, family: IpFamily, hook: Hook): readonly HookEntry[] {
  const { xtables, nftables, ipvs } = netns;
  const director = ipvs ? ipvsEntries(ipvs, hook) : NO_ENTRIES;
  if (!hasRules(netns, family)) return director;
  const entries = [
    ...conntrackEntries(hook),
    ...(xtables[family] ? xtablesEntries(xtables[family], hook) : []),
    ...(nftables ? nftablesEntries(nftables, family, hook) : []),
    ...director,
  ];
  const priority = NAT_PRIORITY[hook];
  const lookups = natLookups(netns, family, hook);
  if (priority !== undefined && hasNat(netns, family))
    entries.push(rulesEntry(priority, 'dnat', (passage) => natHook(passage, lookups, hook)));
  return entries.toSorted((a, b) => a.priority - b.priority);
}

const registered = new WeakMap<Netns, Map<string, readonly HookEntry[]>>();

function entriesOf(netns: Netns, family: IpFamily, hook: Hook): readonly HookEntry[] {
  const key = `${family} ${hook}`;
  const known = registered.get(netns) ?? new Map<string, readonly HookEntry[]>();
  registered.set(netns, known);
  const entries = known.get(key) ?? register(netns, family, hook);
  known.set(key, entries);
  return entries;
}

/** Shows a packet to one hook: all that is registered there, by priority. */
export function runHook(passage: Passage, hook: Hook): HookOutcome {
  const { skb, leg, netns } = passage;
  const entries = entriesOf(netns, skb.packet.family, hook);
  if (entries.length === 0 && !netns.ipvs && !hasRules(netns, skb.packet.family)) return GO_ON;
  const { indev, outdev, physin, physout } = skb;
  const devices = { ...(indev ? { indev } : {}), ...(outdev ? { outdev } : {}) };
  const ports = { ...(physin ? { physin } : {}), ...(physout ? { physout } : {}) };
  leg.step({ kind: 'hook', hook, ...devices, ...ports }, skb);
  for (const entry of entries) {
    const outcome = entry.run(passage, hook);
    if (outcome.kind !== 'go-on') return outcome;
  }
  return GO_ON;
}
