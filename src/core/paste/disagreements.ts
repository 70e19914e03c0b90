import { phrase } from '../lib/phrase';
import { hasCiliumListing } from './cilium-beside';
import { CILIUM_COMMANDS } from './machine/cilium-words';
import { hasColumn } from '../formats/kubectl-table';
import type { IpFamily } from '../net/ip';
import type { NodeProxy } from './node-groups';
import type { KubeServicePort } from './kube-services';
import type { PastedRuleset } from './layers';
import type { Machine } from './machine/types';
import type { FamilyView } from './node/plan';
import type { Assumption, Evidence } from './pasted-types';
import { endpointsIn, type ListedEndpoints } from './machine/services';
import { type NamedService } from './machine/named';
import { windowsNode } from './windows-node';

/** So many Services of kubectl that rules do not know are named. */
const MOST_UNKNOWN = 20;
/** So many endpoints of a difference are written out. */
const DISAGREEMENTS_MOST_SHOWN = 6;

/** Where what kubectl shows and what the rules do are not the same: packets follow the rules. */
export function disagreements(machine: Machine, ports: readonly KubeServicePort[]): Assumption[] {
  if (ports.length === 0) return [];
  const byService = new Map<string, KubeServicePort[]>();
  for (const port of ports) {
    const service = port.name.split(':')[0] ?? port.name;
    const known = byService.get(service);
    if (known) known.push(port);
    else byService.set(service, [port]);
  }
  // Of a Service listed again the later listing counts.
  const services = [...new Map(machine.named.services.map((each) => [each.name, each])).values()];
  const unknown = services.filter(({ name, addresses }) => addresses.length > 0 && !byService.has(name));
  return [
    ...services.flatMap((service) => addressDiffers(service, byService.get(service.name) ?? [])),
    ...[...endpointsIn(machine).values()].flatMap((listed) =>
      endpointsDiffer(listed, byService.get(listed.service) ?? []),
    ),
    ...unknown.slice(0, MOST_UNKNOWN).map((service) => notInRules(service)),
  ];
}

function addressDiffers({ name, addresses, evidence }: NamedService, ports: readonly KubeServicePort[]): Assumption[] {
  const own = ports.find(({ clusterIP }) => clusterIP !== undefined)?.clusterIP;
  if (own === undefined || addresses.length === 0 || addresses.includes(own)) return [];
  const objects = addresses.join(' ');
  const reason = phrase('analysis.object.address', { service: name, objects, rules: own });
  return [assumption(name, 'clusterIP', `${name} ${own}`, evidence, reason, 'svc')];
}

function notInRules({ name, addresses, evidence }: NamedService): Assumption {
  const reason = phrase('analysis.object.unknown', { service: name });
  const value = `${name} ${addresses.join(' ')}`;
  const settledBy = 'iptables-save';
  return { id: `object:${name} rules`, about: 'object', value, evidence: [evidence], reason, settledBy };
}

function assumption(
  service: string,
  what: string,
  value: string,
  evidence: Evidence,
  reason: Assumption['reason'],
  kind: 'svc' | 'endpoints',
): Assumption {
  const [namespace = 'default', name = ''] = service.split('/');
  const settledBy = `kubectl -n ${namespace} get ${kind} ${name} -o wide`;
  return { id: `object:${service} ${what}`, about: 'object', value, evidence: [evidence], reason, settledBy };
}

function endpointsDiffer(
  { service, places, unready, partial, evidence }: ListedEndpoints,
  ports: readonly KubeServicePort[],
): Assumption[] {
  const endpoints = ports.flatMap((port) => port.endpoints);
  // An endpoint chain that is not in the text may be any of them.
  if (partial || endpoints.length === 0 || endpoints.some(({ place }) => place === undefined)) return [];
  const inRules = new Set(endpoints.map(({ place = '' }) => place));
  const differ = [
    ...[...places].filter((place) => !inRules.has(place)).map((place) => `+${place}`),
    // What is terminating is used where nothing is ready (here): rules that lead there say nothing else than the objects.
    ...[...inRules].filter((place) => !places.has(place) && !unready?.has(place)).map((place) => `-${place}`),
  ];
  if (differ.length === 0) return [];
  const more = differ.length > DISAGREEMENTS_MOST_SHOWN ? ` (+${differ.length - DISAGREEMENTS_MOST_SHOWN})` : '';
  const shown = differ.slice(0, DISAGREEMENTS_MOST_SHOWN).join(' ') + more;
  const reason = phrase('analysis.object.endpoints', { service, differ: shown });
  return [assumption(service, 'endpoints', `${service} ${shown}`, evidence, reason, 'endpoints')];
}

const USERSPACE = /^KUBE-(?:PORTALS|NODEPORT)-(?:CONTAINER|HOST)$/;

/** The questions about a machine that all its texts together leave open, each with the command that would settle it. */
export function openQuestions(
  machine: Machine,
  views: readonly FamilyView[],
  { hasRules, proxy }: { readonly hasRules: boolean; readonly proxy: NodeProxy | undefined },
): Assumption[] {
  const onWindows = windowsNode(machine);
  return [
    ...onWindows,
    ...missingSets(machine, views),
    ...partialSets(machine),
    ...virtualServers(machine, views, proxy),
    ...podsWithoutAddress(machine),
    // A Windows node has no rules one could ask for.
    ...(hasRules || machine.nft || onWindows.length > 0 ? [] : [noRules(machine)]),
  ];
}

/** The same of one family's rules. */
export function openRuleQuestions(
  ruleset: PastedRuleset,
  family: IpFamily,
  { machine, services }: { readonly machine: Machine; readonly services: readonly KubeServicePort[] },
): Assumption[] {
  return [...(machine.nft ? [] : missingTables(ruleset, family)), ...userspaceMode(ruleset, services)];
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

/** So many names or lines are shown of what is missing. */
const MOST_SHOWN = 4;

/** `a b c d (+12)`. */
function joinNames(names: readonly string[]): string {
  const more = names.length > MOST_SHOWN ? ` (+${names.length - MOST_SHOWN})` : '';
  return names.slice(0, MOST_SHOWN).join(' ') + more;
}

/** Sets that rules ask and that nobody pasted: one command shows all of them. */
function missingSets(machine: Machine, views: readonly FamilyView[]): Assumption[] {
  const partial = new Set(machine.partial.map(({ value }) => value.set.name));
  const missing = asked(views).filter(({ value }) => !machine.sets.has(value) && !partial.has(value));
  const names = [...new Set(missing.map(({ value }) => value))];
  const [only] = names;
  if (only === undefined) return [];
  const evidence = missing.flatMap((set) => set.evidence.slice(0, 1)).slice(0, MOST_SHOWN);
  if (names.length === 1) {
    const reason = phrase('analysis.set.missing', { set: only });
    return [{ id: `set:${only}`, about: 'set', value: only, evidence, reason, settledBy: `ipset save ${only}` }];
  }
  const reason = phrase('analysis.set.several-missing', { count: names.length });
  return [{ id: 'set:missing', about: 'set', value: joinNames(names), evidence, reason, settledBy: 'ipset save' }];
}

function asked(views: readonly FamilyView[]): { readonly value: string; readonly evidence: readonly Evidence[] }[] {
  return views.flatMap(({ clues }) => [...clues.sets.values()]);
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

const OF_KUBE_PROXY = /^KUBE-/;

/** Sets and chains of the IPVS mode say which addresses are Services', not where these lead. */
function virtualServers({ ipvs }: Machine, views: readonly FamilyView[], proxy: NodeProxy | undefined): Assumption[] {
  if (ipvs || proxy?.mode !== 'ipvs') return [];
  const sets = asked(views).filter(({ value }) => OF_KUBE_PROXY.test(value));
  const evidence = sets.flatMap((set) => set.evidence.slice(0, 1)).slice(0, 1);
  const reason = phrase('analysis.mode.ipvs-missing');
  return [{ id: 'mode:ipvs', about: 'mode', value: 'ipvs', evidence, reason, settledBy: 'ipvsadm -Ln' }];
}

/** In userspace mode the choice of an endpoint is in kube-proxy's memory, not in rules. */
function userspaceMode({ tables }: PastedRuleset, services: readonly KubeServicePort[]): Assumption[] {
  const asked = services.filter(({ proxyPort }) => proxyPort !== undefined);
  if (asked.length > 0 && asked.every(({ endpoints }) => endpoints.length > 0)) return [];
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
  const bare = tables.filter(({ value }) => value.kind === 'pods' && !hasColumn(value, 'IP'));
  const [first] = bare;
  if (!first || tables.some(({ value }) => value.kind === 'pods' && hasColumn(value, 'IP'))) return [];
  const count = bare.reduce((sum, { value }) => sum + value.rows.length, 0);
  const reason = phrase('analysis.pods.no-address', { count });
  const settledBy = 'kubectl get pods -A -o wide';
  const names = first.value.rows.map(({ cells }) => cells[first.value.columns.indexOf('NAME')] ?? '');
  const value = names.slice(0, 3).join(' ') + (count > 3 ? ` (+${count - 3})` : '');
  return [{ id: 'pods:addresses', about: 'pods', value, evidence: [first.evidence], reason, settledBy }];
}

/** Where Cilium runs, rules alone settle nothing. */
function noRules(machine: Machine): Assumption {
  const reason = phrase('analysis.rules.missing', { carrier: machine.words.cilium === 'whole' ? 'cilium' : 'untold' });
  const isOfCilium = machine.words.cilium !== undefined || hasCiliumListing(machine);
  const settledBy = isOfCilium ? `${CILIUM_COMMANDS}; iptables-save` : 'iptables-save';
  return { id: 'table:rules', about: 'table', value: 'iptables', evidence: [], reason, settledBy };
}
