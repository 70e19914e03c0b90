import type { Hook } from '../linux/hooks';
import type { Netns } from '../linux/netns';
import type { IpFamily } from '../net/ip';
import { conntrackEntries } from './conntrack-hook';
import { GO_ON, rulesEntry, type HookEntry, type HookOutcome } from './hook-outcome';
import { ipvsEntries } from './ipvs-hook';
import { natHook } from './nat-hook';
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

/** Everything registered at a hook of a namespace, in the kernel's order. Without rules there is no conntrack either. */
function register(netns: Netns, family: IpFamily, hook: Hook): readonly HookEntry[] {
  const xtables = netns.xtables[family];
  const director = netns.ipvs ? ipvsEntries(netns.ipvs, hook) : NO_ENTRIES;
  if (!xtables) return director;
  const entries = [...conntrackEntries(hook), ...xtablesEntries(xtables, hook), ...director];
  const nat = xtablesNat(xtables, hook);
  const priority = NAT_PRIORITY[hook];
  if (nat && priority !== undefined)
    entries.push(rulesEntry(priority, 'dnat', (passage) => natHook(passage, [nat], hook)));
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
  if (!netns.xtables[skb.packet.family] && !netns.ipvs) return GO_ON;
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
