import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeCluster, node } from '../../../src/core/kubernetes/build';
import {
  namespacedName,
  type EndpointSliceObject,
  type KubeProxyConfig,
  type ServiceObject,
} from '../../../src/core/kubernetes/types';
import type { SyncInput } from '../../../src/core/kubernetes/proxy/mode';

/** One scenario of spec-scenarios/scenarios.json: a configuration and what is done before each sync. */
export interface Scenario {
  readonly id: string;
  readonly title: string;
  readonly config: ScenarioConfig;
  readonly steps: readonly (readonly ScenarioEvent[])[];
}

interface ScenarioConfig {
  readonly nodeName: string;
  readonly nodeIP: string;
  readonly nodeLabels?: Readonly<Record<string, string>>;
  readonly ipFamily: 'IPv4' | 'IPv6';
  readonly detectLocal: { readonly mode: string; readonly cidr?: string; readonly iptablesIfLocal?: readonly string[] };
  readonly masqueradeAll: boolean;
  readonly masqueradeBit: number;
  readonly iptablesLocalhostNodePorts: boolean;
  readonly nfConntrackTCPBeLiberal: number;
  readonly nodePortAddresses?: readonly string[];
}

/** A deletion names the object only. */
type ScenarioEvent =
  | { readonly op: `delete${string}`; readonly object: { readonly namespace: string; readonly name: string } }
  | { readonly op: `${'add' | 'update'}${string}`; readonly object: ServiceObject | EndpointSliceObject };

/** The interfaces of the node all scenarios ran on. */
const INTERFACES = ['127.0.0.1', '192.168.1.11', '10.50.0.11', '::1', 'fd00:1::11', 'fe80::1'];

/** Reads the scenarios of a folder. */
export function readScenarios(folder: string): readonly Scenario[] {
  return JSON.parse(readFileSync(join(folder, 'scenarios.json'), 'utf8')) as readonly Scenario[];
}

/** What the proxy sees at each sync of a scenario. */
export function scenarioInputs(scenario: Scenario): SyncInput[] {
  const { config } = scenario;
  const services = new Map<string, ServiceObject>();
  const slices = new Map<string, EndpointSliceObject>();
  const own = node(config.nodeName, { addresses: [config.nodeIP] });
  const labelled = { ...own, metadata: { ...own.metadata, labels: config.nodeLabels ?? {} } };
  return scenario.steps.map((events) => {
    for (const event of events) apply(event, event.op.endsWith('Slice') ? slices : services);
    const cluster = {
      ...makeCluster([labelled]),
      services: [...services.values()],
      endpointSlices: [...slices.values()],
    };
    return {
      cluster,
      node: config.nodeName,
      family: config.ipFamily === 'IPv6' ? 'ipv6' : 'ipv4',
      config: proxyConfig(config),
      release: '1.30',
      interfaceAddresses: INTERFACES,
    };
  });
}

function apply(event: ScenarioEvent, list: Map<string, ServiceObject | EndpointSliceObject>): void {
  if ('metadata' in event.object) list.set(namespacedName(event.object), expand(event.object));
  else list.delete(`${event.object.namespace}/${event.object.name}`);
}

/** S35 says its 1002 endpoints by a formula: `_generated` stands for them. */
function expand<T extends ServiceObject | EndpointSliceObject>(object: T): T {
  if (!('endpoints' in object) || !object.endpoints?.some((endpoint) => '_generated' in endpoint)) return object;
  const endpoints = Array.from({ length: 1002 }, (_, i) => ({
    addresses: [`10.${100 + Math.floor(i / 500)}.${Math.floor(i / 100) % 5}.${1 + (i % 100)}`],
    conditions: { ready: true, serving: true, terminating: false },
    nodeName: 'node2',
  }));
  return { ...object, endpoints };
}

function proxyConfig(config: ScenarioConfig): KubeProxyConfig {
  return {
    ...detectLocal(config.detectLocal),
    nodePortAddresses: config.nodePortAddresses ?? [],
    iptables: {
      masqueradeAll: config.masqueradeAll,
      masqueradeBit: config.masqueradeBit,
      localhostNodePorts: config.iptablesLocalhostNodePorts,
    },
    conntrack: { tcpBeLiberal: config.nfConntrackTCPBeLiberal !== 0 },
  };
}

function detectLocal({ mode, cidr, iptablesIfLocal }: ScenarioConfig['detectLocal']): KubeProxyConfig {
  const name = iptablesIfLocal?.[1] ?? '';
  if (mode === 'BridgeInterface') return { detectLocalMode: mode, detectLocal: { bridgeInterface: name } };
  if (mode === 'InterfaceNamePrefix') {
    return { detectLocalMode: mode, detectLocal: { interfaceNamePrefix: name.replace(/\+$/, '') } };
  }
  return { clusterCIDR: cidr ?? '' };
}

/** A text of `### S01 title` sections, by id. */
export function readSections(path: string): ReadonlyMap<string, string> {
  const sections = new Map<string, string>();
  for (const part of readFileSync(path, 'utf8').split(/^### /m).slice(1)) {
    sections.set(part.split(' ', 1)[0] ?? '', part.slice(part.indexOf('\n') + 1));
  }
  return sections;
}

/** `["-m" "comment"]` as words: only comments have blanks and get their quotes back. */
export function plainCommand(line: string): string {
  return line.replace(
    / \[(.*)\]$/,
    (_whole, words: string) =>
      ` ${[...words.matchAll(/"([^"]*)"/g)].map(([, word = '']) => (word.includes(' ') ? `"${word}"` : word)).join(' ')}`,
  );
}
