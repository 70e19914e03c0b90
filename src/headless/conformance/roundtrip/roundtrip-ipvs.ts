import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { syncInputOf } from '../../../core/analysis/reconstruct/compare';
import { reconstruct } from '../../../core/analysis/reconstruct/reconstruct';
import type { Observed } from '../../../core/analysis/reconstruct/types';
import { IPSET_SAVE } from '../../../core/formats/ipset-save';
import type { IpSet } from '../../../core/linux/ipset/types';
import type { IpvsService } from '../../../core/linux/ipvs/types';
import { protocolOf } from '../../../core/linux/xtables/syntax/protocols';
import { ip, type IpFamily } from '../../../core/net/ip';
import type { XtRuleset } from '../../../core/linux/xtables/types';
import { type IpvsReport } from '../../verbs/ipvs-report';
import { compareState, readRecorded } from '../compiler/ipvs-clusters';
import { readClusters } from '../compiler/recordings';
import { Tally } from '../compiler/tally';
import type { SuiteResult } from '../suite';
import { recordedRules, unexplained } from './roundtrip-iptables';

const FAMILIES = [
  ['ipv4', '', 'iptables'],
  ['ipv6', '6', 'ip6tables'],
] as const;

/** Recorded virtual servers, sets and rules of every node, both families -> a cluster -> all of it again. */
export function roundtripIpvs(folder: string): SuiteResult[] {
  const tallies = FAMILIES.map(([family]) => new Tally(`round trip ipvs ${family}`));
  for (const { name, folder: cluster, nodes } of readClusters(folder)) {
    for (const node of nodes) {
      const place = join(cluster, node);
      const made = reconstruct(observedAt(place));
      for (const [index, [family, suffix, tool]] of FAMILIES.entries()) {
        if (!existsSync(join(place, `ipvs${suffix}.json`))) continue;
        const recorded = readRecorded(place, suffix, tool);
        if (!recorded) continue;
        const found = made ? compareState(recorded, syncInputOf(made, family)) : ['nothing of kube-proxy'];
        // Where the recording kernel refused a table for want of ip_vs, its rules are missing from what was read.
        const isWhole = recorded.save.includes('-A KUBE-FORWARD ');
        tallies[index]?.add(`${name} ${node}`, [...found, ...(isWhole && made ? unexplained(made, family) : [])]);
      }
    }
  }
  return tallies.map((tally) => tally.result());
}

function observedAt(place: string): Observed {
  const xtables: Partial<Record<IpFamily, XtRuleset>> = {};
  const ipsets = new Map<string, IpSet>();
  const services: IpvsService[] = [];
  for (const [family, suffix, tool] of FAMILIES) {
    const rules = recordedRules(join(place, `ipvs-${tool}.save`), family);
    if (rules) xtables[family] = rules;
    const sets = join(place, `ipset${suffix}.save`);
    const parsed = existsSync(sets) ? IPSET_SAVE.parse(readFileSync(sets, 'utf8')) : undefined;
    if (parsed?.ok) for (const [name, set] of parsed.value.value) ipsets.set(name, set);
    services.push(...servicesAt(join(place, `ipvs${suffix}.json`)));
  }
  return { xtables, ipsets, ipvs: { services } };
}

function servicesAt(path: string): IpvsService[] {
  if (!existsSync(path)) return [];
  const { VirtualServers } = JSON.parse(readFileSync(path, 'utf8')) as {
    VirtualServers: IpvsReport['virtualServers'] | null;
  };
  return (VirtualServers ?? []).map((server) => ({
    protocol: protocolOf(server.Protocol.toLowerCase()) ?? 0,
    address: ip(server.Address),
    port: server.Port,
    scheduler: server.Scheduler,
    ...(server.Timeout === 0 ? {} : { persistentSeconds: server.Timeout }),
    servers: (server.Servers ?? []).map((real) => ({
      address: ip(real.Address),
      port: real.Port,
      weight: real.Weight,
      forward: 'masq',
    })),
  }));
}
