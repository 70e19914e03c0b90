import { phrase } from '../lib/phrase';
import type { Diagnostic } from '../formats/format';
import type { Network } from '../linux/netns';
import { formatIp, parseIp, type IpFamily } from '../net/ip';
import { cluesOf } from './clues';
import { completeKube } from './completions';
import { kubeServices, oddsText, type KubeServicePort } from './kube-services';
import { combineLayers, rulesIn, type PastedRuleset, type TableLayer } from './layers';
import { buildPastedNetwork, NODE_ID } from './node/build';
import { makePlan } from './node/make-plan';
import type { FamilyView, NodePlan } from './node/plan';
import { endpointAddresses, freePodAddress } from './node/pod-network';
import { ownerOfChain } from './owners';
import type { Assumption, FlowEnds, FoundService, PastedNode, TextSummary } from './pasted-types';
import { readText, type ReadText } from './read-text';
import { recoverEndpoints } from './recover-endpoints';
import { resolveInterfaces } from './unlisted-interfaces';

/** A flow worth sending first: from a Pod (or the node) to something the rules know. */
export interface SuggestedFlow {
  readonly title: string;
  readonly device?: string;
  readonly from: string;
  readonly to: string;
  readonly protocol: 'tcp' | 'udp' | 'sctp';
  readonly port: number;
}

/** Everything understood of a pasted node. */
export interface PastedNetwork {
  readonly network: Network;
  readonly assumptions: readonly Assumption[];
  readonly found: readonly FoundService[];
  readonly diagnostics: readonly Diagnostic[];
  readonly texts: readonly TextSummary[];
  readonly suggested: readonly SuggestedFlow[];
}

/** What does not depend on flows or corrections: kept as long as the texts stay the same. */
interface Understood {
  readonly texts: readonly ReadText[];
  readonly views: readonly FamilyView[];
  readonly rulesets: Readonly<Partial<Record<IpFamily, PastedRuleset>>>;
  readonly unused: ReadonlySet<TableLayer>;
  readonly assumptions: readonly Assumption[];
  readonly diagnostics: readonly Diagnostic[];
}

let last: { readonly texts: PastedNode['texts']; readonly understood: Understood } | undefined;

function understand(texts: PastedNode['texts']): Understood {
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
  const rulesets: Partial<Record<IpFamily, PastedRuleset>> = {};
  const views: FamilyView[] = [];
  for (const family of ['ipv4', 'ipv6'] as const) {
    const ruleset = combined.rulesets[family];
    if (!ruleset) continue;
    const completed = understandFamily(ruleset, family);
    rulesets[family] = completed.ruleset;
    views.push(completed.view);
    assumptions.push(...completed.assumptions, ...missingTables(ruleset, family));
  }
  const unused = new Set([...combined.unused].map((layer) => original.get(layer) ?? layer));
  const said = [...texts.flatMap((text) => text.diagnostics), ...combined.diagnostics];
  const diagnostics = capped(said.filter((each) => !isSettled(each, rulesets)));
  return { texts, views, rulesets, unused, assumptions: unique(assumptions), diagnostics };
}

/** How many of one kind are listed singly. */
const MOST_ALIKE = 200;

/** The first of each kind; how many there were of the rest is said once. */
function capped(diagnostics: readonly Diagnostic[]): Diagnostic[] {
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
function isSettled({ message }: Diagnostic, rulesets: Understood['rulesets']): boolean {
  if (message.id !== 'formats.iptables-save.chain-missing') return false;
  const { chain, table } = message.values ?? {};
  return Object.values(rulesets).some(({ tables }) =>
    [...tables.values()].some((each) => each.name === table && each.chains.has(String(chain))),
  );
}

function habit(owner: string): Assumption {
  const reason = phrase('analysis.listing.habit', { owner });
  return { id: `interfaces:${owner}`, about: 'interfaces', value: owner, evidence: [], reason };
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
function understandFamily(ruleset: PastedRuleset, family: IpFamily): FamilyResult {
  const first = kubeServices(ruleset);
  const clues = cluesOf(ruleset, family, ownerOfChain);
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
    return [{ id: `table:${family} ${table}`, about: 'table', value: table, evidence: [], reason }];
  });
}

function foundService(port: KubeServicePort): FoundService {
  return {
    name: port.name,
    address: port.clusterIP ?? '',
    port: port.port ?? 0,
    protocol: port.protocol,
    ...(port.nodePort === undefined ? {} : { nodePort: port.nodePort }),
    endpoints: port.endpoints.map(({ place, chain }) => place ?? chain),
    odds: port.endpoints.map(oddsText),
    ...(port.external.length > 0 ? { external: port.external } : {}),
    ...(port.chain === undefined ? {} : { chain: port.chain }),
    ...(port.refused === undefined ? {} : { refused: port.refused }),
  };
}

/** More than this many are not worth reading. */
const MOST_SUGGESTED = 200;

function suggestionsOf(plan: NodePlan): SuggestedFlow[] {
  return plan.views.flatMap((view) => {
    const pod = freePodAddress(plan, view);
    const own = plan.devices.get(plan.uplink)?.addresses.find(({ address }) => address.family === view.family);
    const device = pod && plan.podDevice?.name;
    const from = pod ?? own?.address;
    if (!from) return [];
    return bestFirst(view.services)
      .filter(({ clusterIP, port }) => clusterIP !== undefined && port !== undefined)
      .slice(0, MOST_SUGGESTED)
      .map(({ name, clusterIP = '', port = 0, protocol }): SuggestedFlow => ({
        title: name,
        ...(device === undefined ? {} : { device }),
        from: formatIp(from),
        to: clusterIP,
        protocol,
        port,
      }));
  });
}

/** Services with endpoints first, and among them those people made themselves. */
function interest({ name, endpoints, refused }: KubeServicePort): number {
  const led = endpoints.some(({ place }) => place !== undefined) ? 4 : refused ? 1 : 0;
  return led + (/^(?:kube-|default\/kubernetes)/.test(name) ? 0 : 2);
}

function bestFirst(services: readonly KubeServicePort[]): readonly KubeServicePort[] {
  return services.toSorted((a, b) => interest(b) - interest(a));
}

/** Runs of other lines that are listed. */
const MOST_OTHERS = 2000;

/** One summary a text: parts, other lines, what is to be said. */
function summaryOf(text: ReadText, { unused, rulesets }: Understood): TextSummary {
  const { pasted, lines, layers, others, diagnostics } = text;
  const parts = layers.map((layer) => ({
    format: layer.format,
    family: layer.family,
    table: layer.table,
    chains: layer.chains.size,
    rules: rulesIn(layer.chains),
    whole: layer.whole,
    unused: unused.has(layer),
  }));
  return {
    id: pasted.id,
    title: pasted.title,
    lines,
    parts,
    others: others.slice(0, MOST_OTHERS),
    diagnostics: capped(diagnostics.filter((each) => !isSettled(each, rulesets))),
  };
}

/**
 * The pasted node as something packets can be sent through: its rules exactly as pasted, around them a
 * machine guessed from the rules, each guess stated with its evidence and replaced by the person's
 * facts. `flows`: who sends and where to, so that both ends exist. Never throws.
 */
export function networkOfPasted(pasted: PastedNode, flows: readonly FlowEnds[] = []): PastedNetwork {
  const understood = understand(pasted.texts);
  const hostname = understood.texts.find((text) => text.hostname !== undefined)?.hostname;
  const plan = makePlan(understood.views, pasted.facts, hostname);
  const network = buildPastedNetwork(plan, flows, understood.rulesets);
  return {
    network,
    assumptions: [...plan.assumptions, ...understood.assumptions],
    found: understood.views.flatMap(({ services }) => bestFirst(services).map(foundService)),
    diagnostics: understood.diagnostics,
    texts: understood.texts.map((text) => summaryOf(text, understood)),
    suggested: suggestionsOf(plan),
  };
}

/**
 * The namespace a flow of a pasted node begins in: the peer that has the address, the node itself when
 * no device is named. Undefined: nobody has the address.
 */
export function senderOfPasted(network: Network, from: FlowEnds['from']): string | undefined {
  if (!from.device) return NODE_ID;
  const address = parseIp(from.address ?? '');
  if (!address.ok) return undefined;
  const wanted = formatIp(address.value);
  for (const netns of network.netns.values()) {
    const owns = netns.devices.some((device) => device.addresses.some((own) => formatIp(own.address) === wanted));
    if (owns && netns.id !== NODE_ID) return netns.id;
  }
  return undefined;
}
