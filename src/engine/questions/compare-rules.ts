import { diffRulesets, type RulesetDiff } from '../../core/questions/diff/diff-rulesets';
import type { PaneSpec } from '../../core/questions/compare/compare';
import { getNamespace } from '../../core/kubernetes/types';
import type { ExplainedPart } from '../../core/kubernetes/proxy/mode';
import { partsOfServicePort, type WantedPort } from '../../core/kubernetes/proxy/parts';
import type { Netns } from '../../core/linux/netns';
import type { OpenPane } from './compare-panes';
import { FAMILIES } from '../netns-view';

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
