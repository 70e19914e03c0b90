import { phrase } from '../lib/phrase';
import type { Diagnostic } from '../formats/format';
import { formatIp, isLoopback, type IpFamily } from '../net/ip';
import { isLinkLocal } from '../linux/routing/derived-routes';
import { cluesOf } from './clues';
import { completeKube } from './completions';
import { kubeServices, type KubeServicePort } from './kube-services';
import { addMachineClues } from './machine/clues';
import { combineMachines } from './machine/combine';
import { ipvsServices } from './machine/services';
import type { Machine } from './machine/types';
import { combineLayers, type PastedRuleset, type TableLayer } from './layers';
import type { FamilyView } from './node/plan';
import { endpointAddresses } from './node/pod-network';
import { ownerOfChain } from './owners';
import type { Assumption, PastedNode } from './pasted-types';
import { readText, type ReadText } from './read-text';
import { recoverEndpoints } from './recover-endpoints';
import { resolveInterfaces } from './unlisted-interfaces';

/** What does not depend on flows or corrections: kept as long as the texts stay the same. */
export interface Understood {
  readonly texts: readonly ReadText[];
  readonly machine: Machine;
  readonly hostname: string | undefined;
  readonly views: readonly FamilyView[];
  readonly rulesets: Readonly<Partial<Record<IpFamily, PastedRuleset>>>;
  readonly unused: ReadonlySet<TableLayer>;
  readonly assumptions: readonly Assumption[];
  readonly diagnostics: readonly Diagnostic[];
}

let last: { readonly texts: PastedNode['texts']; readonly understood: Understood } | undefined;

/** Reads texts and puts them together; the same texts are understood once. */
export function understand(texts: PastedNode['texts']): Understood {
  if (last && last.texts.length === texts.length && last.texts.every((text, i) => text === texts[i])) {
    return last.understood;
  }
  const understood = understandAll(texts.map(readText));
  last = { texts, understood };
  return understood;
}

function understandAll(texts: readonly ReadText[]): Understood {
  const assumptions: Assumption[] = [];
  const blind: TableLayer[] = [];
  const original = new Map<TableLayer, TableLayer>();
  const layers = texts.flatMap((text) =>
    text.layers.map((layer) => {
      if (layer.format !== 'iptables-list') return layer;
      const resolved = resolveInterfaces(layer);
      original.set(resolved.layer, layer);
      for (const owner of resolved.owners) assumptions.push(habit(owner));
      if (resolved.open > 0) blind.push(layer);
      return resolved.layer;
    }),
  );
  const combined = combineLayers(layers);
  const { machine, diagnostics: doubts } = combineMachines(
    texts.map((text) => text.machine),
    () => podAddresses(combined.rulesets),
  );
  const hostname = hostnameOf(texts, machine);
  const rulesets: Partial<Record<IpFamily, PastedRuleset>> = {};
  const views: FamilyView[] = [];
  for (const family of ['ipv4', 'ipv6'] as const) {
    const ruleset = combined.rulesets[family] ?? (speaksOf(machine, family) ? NO_RULES : undefined);
    if (!ruleset) continue;
    const completed = understandFamily(ruleset, family, machine, hostname);
    if (ruleset !== NO_RULES) rulesets[family] = completed.ruleset;
    views.push(completed.view);
    assumptions.push(...completed.assumptions, ...(machine.nft ? [] : missingTables(ruleset, family)));
  }
  assumptions.push(...partialSets(machine));
  if (machine.ipvs && views.some(({ services }) => services.some(({ chain }) => chain !== undefined))) {
    assumptions.push(twoModes(machine.ipvs));
  }
  const unused = new Set([...combined.unused].map((layer) => original.get(layer) ?? layer));
  const said = [...texts.flatMap((text) => text.diagnostics), ...combined.diagnostics, ...doubts];
  const diagnostics = capped(said.filter((each) => !isSettled(each, rulesets)));
  return { texts, machine, hostname, views, rulesets, unused, assumptions: unique(assumptions), diagnostics };
}

/** How many of one kind are listed singly. */
const MOST_ALIKE = 200;

/** The first of each kind; how many there were of the rest is said once. */
export function capped(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const counts = new Map<string, number>();
  const kept = diagnostics.filter(({ message: { id } }) => {
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    return count <= MOST_ALIKE;
  });
  const left = diagnostics.length - kept.length;
  if (left === 0) return kept;
  return [...kept, { severity: 'info', code: 'irrelevant', message: phrase('analysis.more-alike', { count: left }) }];
}

/** A chain that one text lacks and another, or what is evident, has. */
export function isSettled({ message }: Diagnostic, rulesets: Understood['rulesets']): boolean {
  if (message.id !== 'formats.iptables-save.chain-missing') return false;
  const { chain, table } = message.values ?? {};
  return Object.values(rulesets).some(({ tables }) =>
    [...tables.values()].some((each) => each.name === table && each.chains.has(String(chain))),
  );
}

const NO_RULES: PastedRuleset = { tables: new Map() };

/** Do texts tell of a family though they hold no rules of it? */
function speaksOf({ links, routes, ipvs, nft }: Machine, family: IpFamily): boolean {
  if (nft && family === 'ipv4') return true;
  const addresses = links.flatMap(({ value }) => value.addresses.map(({ address }) => address));
  const others = [
    ...routes.map(({ route }) => route.dst.address),
    ...(ipvs?.value.services ?? []).map(({ address }) => address),
  ];
  // Every IPv6-enabled device has a link-local address, which alone tells nothing.
  const telling = addresses.filter((address) => !isLoopback(address) && !isLinkLocal(address));
  return [...telling, ...(family === 'ipv4' ? others : [])].some((address) => address?.family === family);
}

/** The endpoints in the rules. */
function podAddresses(rulesets: Understood['rulesets']): ReadonlySet<string> {
  const services = Object.values(rulesets).flatMap(kubeServices);
  return new Set(endpointAddresses(services).map(formatIp));
}

/** The machine's name: on a prompt, else in kube-proxy's configuration. */
function hostnameOf(texts: readonly ReadText[], { kubeProxy }: Machine): string | undefined {
  const prompt = texts.find((text) => text.hostname !== undefined)?.hostname;
  return prompt ?? kubeProxy.find(({ value }) => value.hostname !== undefined)?.value.hostname;
}

/** Rules of the iptables mode beside virtual servers: leftovers of one mode, or texts of two machines. */
function twoModes({ evidence }: NonNullable<Machine['ipvs']>): Assumption {
  const reason = phrase('analysis.machine.two-modes');
  return {
    id: 'mode:ipvs',
    about: 'mode',
    value: 'iptables + ipvs',
    evidence: [evidence],
    reason,
    settledBy: 'ipvsadm -Ln',
  };
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

function habit(owner: string): Assumption {
  const reason = phrase('analysis.listing.habit', { owner });
  return {
    id: `interfaces:${owner}`,
    about: 'interfaces',
    value: owner,
    evidence: [],
    reason,
    settledBy: 'iptables-save',
  };
}

function unique(assumptions: readonly Assumption[]): Assumption[] {
  return [...new Map(assumptions.map((each) => [each.id, each])).values()];
}

interface FamilyResult {
  readonly ruleset: PastedRuleset;
  readonly view: FamilyView;
  readonly assumptions: readonly Assumption[];
}

/** Services first, then what they prove: recovered endpoints and the rules around them. */
function understandFamily(
  ruleset: PastedRuleset,
  family: IpFamily,
  machine: Machine,
  hostname: string | undefined,
): FamilyResult {
  const first = [...kubeServices(ruleset), ...ipvsServices(machine, family)];
  const clues = cluesOf(ruleset, family, ownerOfChain);
  addMachineClues(clues, machine, hostname);
  const networks = [...clues.podNetworks.values()].map(({ value }) => value);
  const recovered = recoverEndpoints({ ports: first, networks });
  const services = recovered.size === 0 ? first : first.map((port) => withRecovered(port, recovered));
  const completed = completeKube(ruleset, family, services);
  const endpoints = endpointAddresses(services);
  const view = { family, clues, services, endpoints, taken: new Set(endpoints.map(formatIp)) };
  return { ruleset: completed.ruleset, view, assumptions: completed.assumptions };
}

function withRecovered(port: KubeServicePort, recovered: ReadonlyMap<string, string>): KubeServicePort {
  const endpoints = port.endpoints.map((endpoint) => {
    const place = endpoint.place === undefined ? recovered.get(endpoint.chain) : undefined;
    return place === undefined ? endpoint : ({ ...endpoint, place, proof: 'hash' } as const);
  });
  return { ...port, endpoints };
}

/** Tables that rules of the others count on, and that nobody pasted. */
function missingTables(ruleset: PastedRuleset, family: IpFamily): Assumption[] {
  return (['filter', 'nat'] as const).flatMap((table) => {
    if (ruleset.tables.has(table)) return [];
    const command = family === 'ipv4' ? 'iptables-save' : 'ip6tables-save';
    const reason = phrase('analysis.table.missing', { table, command });
    const settledBy = `${command} -t ${table}`;
    return [{ id: `table:${family} ${table}`, about: 'table', value: table, evidence: [], reason, settledBy }];
  });
}
