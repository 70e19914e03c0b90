import { diffRulesets, type RulesetDiff } from '../../core/questions/diff/diff-rulesets';
import type { PaneSpec } from '../../core/questions/compare/compare';
import { getNamespace } from '../../core/kubernetes/types';
import type { ExplainedPart } from '../../core/kubernetes/proxy/mode';
import { partsOfServicePort, type WantedPort } from '../../core/kubernetes/proxy/parts';
import type { Netns } from '../../core/linux/netns';
import { FAMILIES } from '../netns-view';
import {
  counterpart,
  enteredBy,
  paneDocument,
  withNode,
  findNodeChoice,
} from '../../core/questions/compare/compare-panes';
import { probeFlow } from '../../core/questions/compare/compare-probes';
import type { Derive, Derived } from '../../core/document/kernel-parts';
import type { Document, Flow } from '../../core/document/document';
import { resolveFlow } from '../../core/document/resolve-flow';
import { phrase, type Phrase } from '../../core/lib/phrase';
import { err, ok, type Result } from '../../core/lib/result';
import { formatIp } from '../../core/net/ip';
import type { ComparedDocuments } from './compare';
import type { Opened } from '../../core/document/explored';

/** Which two panes' rules, on which node of each. */
export interface RulesQuestion {
  readonly panes: readonly [PaneSpec, PaneSpec];
  /** Absent, or not there: the first node. */
  readonly nodes: readonly [string | undefined, string | undefined];
  /** Where rules cannot be compared one by one: the Service port whose parts are told. */
  readonly port?: WantedPort;
}

/** One of the two sides. */
export interface RulesSide {
  /** Nodes it has rules of, by name. */
  readonly nodes: readonly string[];
  readonly node: string | undefined;
  /** All a Service port made there. */
  readonly parts: readonly ExplainedPart[];
}

/** What of the rules on two nodes differs; where they are of other tables, only what each Service port made. */
export interface RulesAnswer {
  /** Absent: two modes write other tables, so that no rule has a like one in the other. */
  readonly diff?: RulesetDiff;
  readonly sides: readonly [RulesSide, RulesSide];
  /** Service ports of either side: of the first those come first. */
  readonly ports: readonly WantedPort[];
  readonly port: WantedPort | undefined;
}

/** Compares what is on a node of one pane with what is on a node of another. */
export function rulesBetween(
  panes: readonly [OpenPane, OpenPane],
  { nodes, port: wanted }: RulesQuestion,
): RulesAnswer {
  const at = [findNode(panes[0], nodes[0]), findNode(panes[1], nodes[1])] as const;
  const ports = listPorts(panes);
  const port = ports.find((each) => wanted && isSamePort(each, wanted)) ?? ports[0];
  const sides = [makeSide(panes[0], at[0], port), makeSide(panes[1], at[1], port)] as const;
  if (!at[0] || !at[1] || !isComparable(panes)) return { sides, ports, port };
  return { diff: diffRulesets(makeRules(at[0]), makeRules(at[1])), sides, ports, port };
}

/** The same mode writes the same chains; a pasted node is compared with whatever stands beside it. */
function isComparable([a, b]: readonly [OpenPane, OpenPane]): boolean {
  const pasted = [a, b].some(({ opened }) => opened.document.subject === 'pasted');
  return pasted || a.opened.document.mode === b.opened.document.mode;
}

function listNodes({ opened }: OpenPane): readonly Netns[] {
  return [...opened.derived.network.netns.values()].filter(({ kind }) => kind === 'node');
}

function findNode(pane: OpenPane, wanted: string | undefined): Netns | undefined {
  const nodes = listNodes(pane);
  return nodes.find(({ id }) => id === wanted) ?? nodes[0];
}

function makeRules({ xtables, nftables, ipsets, ipvs }: Netns): Parameters<typeof diffRulesets>[0] {
  return { xtables, nftables, ipvs, ipsets: ipsets?.values() ?? [] };
}

function makeSide(pane: OpenPane, node: Netns | undefined, port: WantedPort | undefined): RulesSide {
  const nodes = listNodes(pane).map(({ id }) => id);
  const states = FAMILIES.flatMap((family) => pane.opened.derived.compiled.get(`${node?.id} ${family}`)?.state ?? []);
  const parts = port ? states.flatMap((state) => partsOfServicePort(state, port)) : [];
  return { nodes, node: node?.id, parts };
}

const isSamePort = (a: WantedPort, b: WantedPort): boolean =>
  a.namespace === b.namespace && a.serviceName === b.serviceName && a.index === b.index;

function listPorts(panes: readonly OpenPane[]): readonly WantedPort[] {
  const ports = panes.flatMap(({ opened }) =>
    opened.document.cluster.services.flatMap((service) =>
      (service.spec.ports ?? []).map((_, index) => ({
        namespace: getNamespace(service),
        serviceName: service.metadata.name,
        index,
      })),
    ),
  );
  const byName = new Map(ports.map((port) => [`${port.namespace}/${port.serviceName} ${port.index}`, port] as const));
  return [...byName.values()];
}

/** More panes than a screen has room for are not computed. */
export const MOST_PANES = 4;

/** What is remembered of a pane from one question to the next. */
export interface KeptPane {
  readonly derive: Derive;
  document?: { readonly base: Document; readonly bench: Document; readonly made: Document };
  opened?: Opened;
  /** The network with another way in for one flow. */
  entered?: { readonly derived: Derived; readonly by: string; readonly opened: Opened };
}

/** A pane with its document compiled. */
export interface OpenPane {
  readonly spec: PaneSpec;
  readonly opened: Opened;
  readonly kept: KeptPane;
  /** True where the pane's document is not there any more. */
  readonly gone: boolean;
}

/** The same for panes that compile the same. */
export function paneKey({ flow: _flow, node: _node, ...spec }: PaneSpec): string {
  return JSON.stringify(spec);
}

/** Compiles a pane's document, unless it is compiled already. */
export function openPane(documents: ComparedDocuments, spec: PaneSpec, kept: KeptPane): OpenPane {
  const bench = documents['']!;
  const own = documents[spec.document ?? ''];
  const base = own ?? bench;
  if (kept.document?.base !== base || kept.document.bench !== bench) {
    kept.document = { base, bench, made: withSenders(paneDocument(base, spec), bench, base) };
  }
  const document = kept.document.made;
  const derived = kept.derive(document);
  const before = kept.opened;
  const same = before?.derived === derived && before.document.flows === document.flows;
  const explored = same && before.document.seed === document.seed ? before.explored : new Map();
  kept.opened = { document, derived, explored };
  return { spec, opened: kept.opened, kept, gone: own === undefined };
}

/** Another document, whose client outside has the addresses flows of the bench come from, too. */
function withSenders(document: Document, bench: Document, base: Document): Document {
  if (base === bench || document.subject !== 'cluster') return document;
  const senders = bench.flows.filter(({ from }) => from.kind === 'external' && from.address);
  return senders.length === 0 ? document : { ...document, flows: [...document.flows, ...senders] };
}

/** A flow of the bench as a pane sends it: in its document, by its node; or why it cannot. */
export function sentBy(
  bench: Document,
  { spec, opened, kept, gone }: OpenPane,
  flow: Flow,
): Result<{ readonly opened: Opened; readonly flow: Flow }, Phrase> {
  if (gone) return err(phrase('document.compare.gone'));
  const { document } = opened;
  const own = spec.document === undefined ? flow : ownFlow(bench, opened, spec, flow);
  if (!own) return err(phrase('document.compare.no-flow'));
  if (spec.node === undefined) return ok({ opened, flow: own });
  const placed = withNode(document, own, spec.node);
  if (!placed.ok) return placed;
  const { to } = placed.value;
  const delivered = findNodeChoice(own) === 'entry' && to.kind === 'service' && to.via !== 'nodePort';
  return ok({ opened: delivered ? entered(kept, opened, placed.value, spec.node) : opened, flow: placed.value });
}

function ownFlow(bench: Document, { document, derived }: Opened, spec: PaneSpec, flow: Flow): Flow | undefined {
  const { flow: chosen } = spec;
  if (chosen === undefined) return counterpart(bench, flow, document, derived.suggested);
  return document.flows.find(({ id }) => id === chosen) ?? probeFlow(document, chosen);
}

/** The pane's network with the flow's address handed to that node. */
function entered(kept: KeptPane, opened: Opened, flow: Flow, node: string): Opened {
  const { document, derived } = opened;
  const resolved = resolveFlow(document, derived.network, flow);
  if (!resolved.ok) return opened;
  const by = `${formatIp(resolved.value.dst)} ${node}`;
  if (kept.entered?.derived !== derived || kept.entered.by !== by) {
    const network = enteredBy(derived.network, resolved.value.dst, node);
    kept.entered = { derived, by, opened: { document, derived: { ...derived, network }, explored: new Map() } };
  }
  return kept.entered.opened;
}

/** The kind of machine that has an address in a pane, so that machines of other names compare; the address itself where none has it. */
export function whoIs(pane: OpenPane | undefined, address: string): string {
  const all = [...(pane?.opened.derived.network.netns.values() ?? [])];
  const owner = all.find(({ devices }) =>
    devices.some(({ addresses }) => addresses.some((own) => formatIp(own.address) === address)),
  );
  return owner?.kind ?? address;
}
