import { phrase } from '../lib/phrase';
import type { IpFamily } from '../net/ip';
import type { Clues } from './clues';
import type { PastedRuleset } from './layers';
import type { Machine } from './machine/types';
import type { Assumption } from './pasted-types';

/** The sets of kube-proxy's IPVS mode that hold virtual addresses (pkg/proxy/ipvs/ipset.go). */
const IPVS_SETS = ['KUBE-CLUSTER-IP', 'KUBE-6-CLUSTER-IP', 'KUBE-LOOP-BACK', 'KUBE-6-LOOP-BACK'] as const;
const IPV6_SETS = /^KUBE-6-/;
const USERSPACE = /^KUBE-(?:PORTALS|NODEPORT)-(?:CONTAINER|HOST)$/;

/** What all texts together leave open about the machine: each with the command that would settle it. */
export function unsaidOf(machine: Machine, hasRules: boolean): Assumption[] {
  return [
    ...partialSets(machine),
    ...virtualServers(machine),
    ...podsWithoutAddress(machine),
    ...(hasRules || machine.nft ? [] : [noRules()]),
  ];
}

/** The same of one family's rules. */
export function unsaidOfRules(ruleset: PastedRuleset, family: IpFamily, machine: Machine, clues: Clues): Assumption[] {
  return [
    ...(machine.nft ? [] : missingTables(ruleset, family)),
    ...missingSets(clues, machine),
    ...userspaceMode(ruleset),
  ];
}

/** Tables that rules of the others count on, and that nobody pasted. */
function missingTables(ruleset: PastedRuleset, family: IpFamily): Assumption[] {
  if (ruleset.tables.size === 0) return [];
  return (['filter', 'nat'] as const).flatMap((table) => {
    if (ruleset.tables.has(table)) return [];
    const command = family === 'ipv4' ? 'iptables-save' : 'ip6tables-save';
    const reason = phrase('analysis.table.missing', { table, command });
    const settledBy = `${command} -t ${table}`;
    return [{ id: `table:${family} ${table}`, about: 'table', value: table, evidence: [], reason, settledBy }];
  });
}

/** Sets that rules ask and that nobody pasted. */
function missingSets({ sets }: Clues, machine: Machine): Assumption[] {
  const partial = new Set(machine.partial.map(({ value }) => value.set.name));
  return [...sets.values()].flatMap(({ value: set, evidence }) => {
    if (machine.sets.has(set) || partial.has(set)) return [];
    const reason = phrase('analysis.set.missing', { set });
    return [{ id: `set:${set}`, about: 'set', value: set, evidence, reason, settledBy: `ipset save ${set}` }];
  });
}

/** Sets shown only in part are not known: a packet that is not listed may still be in them. */
function partialSets({ partial }: Machine): Assumption[] {
  return partial.map(({ value: { set }, evidence }) => ({
    id: `set:${set.name}`,
    about: 'set',
    value: `${set.name} ${set.type}`,
    evidence: [evidence],
    reason: phrase('analysis.set.partial', { set: set.name }),
    settledBy: `ipset save ${set.name}`,
  }));
}

/** Sets of the IPVS mode say which addresses are Services', not where these lead. */
function virtualServers({ sets, ipvs }: Machine): Assumption[] {
  const shown = IPVS_SETS.find((name) => sets.has(name));
  if (ipvs || shown === undefined) return [];
  const reason = phrase('analysis.mode.ipvs-missing');
  const settledBy = 'ipvsadm -Ln';
  const value = IPV6_SETS.test(shown) ? 'ipvs (IPv6)' : 'ipvs';
  return [{ id: 'mode:ipvs', about: 'mode', value, evidence: [], reason, settledBy }];
}

/** Whom the userspace proxy asks is in its memory. */
function userspaceMode({ tables }: PastedRuleset): Assumption[] {
  const chain = [...(tables.get('nat')?.chains.values() ?? [])].find(({ name }) => USERSPACE.test(name));
  if (!chain) return [];
  const line = chain.line(0);
  const source = chain.source === undefined ? {} : { source: chain.source };
  const evidence = line === undefined ? [] : [{ line, text: `-A ${chain.name} ${chain.text?.(0) ?? ''}`, ...source }];
  const reason = phrase('analysis.mode.userspace');
  const settledBy = 'kubectl get endpoints -A -o wide';
  return [{ id: 'mode:userspace', about: 'mode', value: 'userspace', evidence, reason, settledBy }];
}

/** `kubectl get pods` without `-o wide` has no addresses. */
function podsWithoutAddress({ tables }: Machine): Assumption[] {
  const bare = tables.filter(({ value }) => value.kind === 'pods' && !value.columns.includes('IP'));
  const [first] = bare;
  if (!first || tables.some(({ value }) => value.kind === 'pods' && value.columns.includes('IP'))) return [];
  const count = bare.reduce((sum, { value }) => sum + value.rows.length, 0);
  const reason = phrase('analysis.pods.no-address', { count });
  const settledBy = 'kubectl get pods -A -o wide';
  const names = first.value.rows.map(({ cells }) => cells[first.value.columns.indexOf('NAME')] ?? '');
  const value = names.slice(0, 3).join(' ') + (count > 3 ? ` (+${count - 3})` : '');
  return [{ id: 'pods:addresses', about: 'pods', value, evidence: [first.evidence], reason, settledBy }];
}

function noRules(): Assumption {
  const reason = phrase('analysis.rules.missing');
  return { id: 'table:rules', about: 'table', value: 'iptables', evidence: [], reason, settledBy: 'iptables-save' };
}
