import { join } from 'node:path';
import { recompile, makeSyncInput } from '../../../src/core/questions/reconstruct/compare';
import { reconstruct } from '../../../src/core/questions/reconstruct/reconstruct';
import type { Reconstruction, Observed } from '../../../src/core/paste/proxy/types';
import { IPTABLES_SAVE } from '../../../src/core/formats/iptables-save';
import { printRuleset, rulesetFromLines } from '../../../src/core/linux/xtables/ruleset-text';
import type { XtRuleset } from '../../../src/core/linux/xtables/types';
import { type IpFamily, ip } from '../../../src/core/net/ip';
import { compareRulesets } from '../compiler/compare-xtables';
import { readClusters, recordedText, Tally } from '../compiler/recordings';
import type { SuiteResult } from '../suite';
import { existsSync, readFileSync } from 'node:fs';
import { IPSET_SAVE } from '../../../src/core/formats/ipset-save';
import type { IpSet } from '../../../src/core/linux/ipset/ip-set';
import type { IpvsService } from '../../../src/core/linux/ipvs/service';
import { findProtocol } from '../../../src/core/linux/xtables/syntax/protocols';
import type { IpvsReport } from '../../../src/headless/verbs/ipvs-report';
import { compareState, readRecorded } from '../compiler/ipvs';
import { listTable } from '../../../src/core/kubernetes/proxy/nftables/listing';
import { readRuleset } from '../../../src/core/linux/nftables/text/read-ruleset';
import { compareBlocks, readListing } from '../compiler/nftables-text';

/** Recorded `nft list ruleset` of every node -> a cluster -> the tables again, both families. */
export function roundtripNftables(folder: string): SuiteResult[] {
  const tally = new Tally('round trip nftables');
  for (const { name, folder: cluster, nodes } of readClusters(folder)) {
    for (const node of nodes) {
      const expected = recordedText(join(cluster, node, 'nft.ruleset'));
      if (expected !== undefined) tally.add(`${name} ${node}`, roundtrip(expected));
    }
  }
  return [tally.result()];
}

function roundtrip(expected: string): string[] {
  const made = reconstruct({ xtables: {}, nftables: readRuleset(expected).ruleset });
  if (!made) return ['nothing of kube-proxy'];
  const listed = (['ipv4', 'ipv6'] as const).map((family) => listing(made, family));
  const unexplained = made.differences.map(({ kind, table, chain, text }) => `${kind} ${table} ${chain} ${text}`);
  return [...compareBlocks(readListing(expected), readListing(listed.join(''))), ...unexplained];
}

function listing(made: Reconstruction, family: 'ipv4' | 'ipv6'): string {
  const state = recompile({ ...made, release: { ...made.release } }, family);
  return state?.nftables ? listTable(state.nftables) : '';
}

const FAMILIES = [
  ['ipv4', 'iptables'],
  ['ipv6', 'ip6tables'],
] as const;

/** A recorded listing as rules; undefined where there is none. */
function recordedRules(path: string, family: IpFamily): XtRuleset | undefined {
  const text = recordedText(path);
  if (text === undefined || text.trim() === '') return undefined;
  const parsed = IPTABLES_SAVE.parse(text);
  if (!parsed.ok) return undefined;
  return parsed.value.value.rulesets[family] ?? parsed.value.value.ruleset;
}

/** What `iptables-save` would print on the reconstructed node. */
function recompiledSave(made: Reconstruction, family: IpFamily): string {
  const state = recompile(made, family);
  return state ? printRuleset(rulesetFromLines(state.xtables.tables, family), family) : '';
}

/** Recorded rules of every node, both families at once -> a cluster -> rules again: equal as golden/README.md compares. */
export function roundtripIptables(folder: string): SuiteResult[] {
  const tallies = FAMILIES.map(([family]) => new Tally(`round trip iptables ${family}`));
  for (const { name, folder: cluster, nodes } of readClusters(folder)) {
    for (const node of nodes) {
      const xtables: Partial<Record<IpFamily, XtRuleset>> = {};
      for (const [family, tool] of FAMILIES) {
        const rules = recordedRules(join(cluster, node, `${tool}.save`), family);
        if (rules) xtables[family] = rules;
      }
      const made = reconstruct({ xtables });
      for (const [index, [family, tool]] of FAMILIES.entries()) {
        const expected = recordedText(join(cluster, node, `${tool}.save`));
        if (expected === undefined || !xtables[family]) continue;
        const differences = made ? compareRulesets(expected, recompiledSave(made, family)) : ['nothing of kube-proxy'];
        tallies[index]?.add(`${name} ${node}`, [...differences, ...unexplained(made, family)]);
      }
    }
  }
  return tallies.map((tally) => tally.result());
}

/** The reconstruction's own comparison must agree: nothing differs. */
function unexplained(made: Reconstruction | undefined, family: IpFamily): string[] {
  const found = (made?.differences ?? []).filter((difference) => difference.family === family);
  return found.map(({ kind, table, chain, text }) => `${kind} ${table} ${chain} ${text}`);
}

const ROUNDTRIP_IPVS_FAMILIES = [
  ['ipv4', '', 'iptables'],
  ['ipv6', '6', 'ip6tables'],
] as const;

/** Recorded virtual servers, sets and rules of every node, both families -> a cluster -> all of it again. */
export function roundtripIpvs(folder: string): SuiteResult[] {
  const tallies = ROUNDTRIP_IPVS_FAMILIES.map(([family]) => new Tally(`round trip ipvs ${family}`));
  for (const { name, folder: cluster, nodes } of readClusters(folder)) {
    for (const node of nodes) {
      const place = join(cluster, node);
      const made = reconstruct(observedAt(place));
      for (const [index, [family, suffix, tool]] of ROUNDTRIP_IPVS_FAMILIES.entries()) {
        if (!existsSync(join(place, `ipvs${suffix}.json`))) continue;
        const recorded = readRecorded(place, suffix, tool);
        if (!recorded) continue;
        const found = made ? compareState(recorded, makeSyncInput(made, family)) : ['nothing of kube-proxy'];
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
  for (const [family, suffix, tool] of ROUNDTRIP_IPVS_FAMILIES) {
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
    protocol: findProtocol(server.Protocol.toLowerCase()) ?? 0,
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
