import type { Finding } from '../linux/ipvs/finding';
import type { Packet } from '../net/packet';
import type { Passage } from './world';

/** Writes what the director decided; `before`: the packet until it was translated. */
export function ipvsStep(passage: Passage, at: 'in' | 'out', finding: Finding, before?: Packet): void {
  const { service, scheduler, chosen, from, odds, reason } = finding;
  const candidates = finding.candidates.map(({ key, weight, active, inactive }) => ({
    server: key,
    weight,
    activeConnections: active,
    inactiveConnections: inactive,
  }));
  const changed = before && before !== passage.skb.packet ? { before } : {};
  const known = { ...(chosen ? { chosen } : {}), ...(odds ? { odds } : {}), ...changed };
  passage.leg.step({ kind: 'ipvs', at, service, scheduler, candidates, from, reason, ...known }, passage.skb);
}
