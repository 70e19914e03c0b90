import type { Document, Flow, NodeFacts, PastedText, StoppedProxy } from '../../document/document';
import { DELAY_NAMES, SENDING_MODES, type Script, type ScriptDelays } from '../../document/script';
import { ROUTE_KINDS } from '../../kubernetes/ingress/kinds';
import { PROXY_MODE_IDS } from '../../kubernetes/mode-ids';
import { CILIUM_FLAGS, type CiliumConfig, type CiliumFlag } from '../../kubernetes/proxy/ebpf/cilium-config';
import type { ClusterSettings } from '../../kubernetes/types';
import { TCP_SEGMENTS } from '../../net/packet';
import { makeChoice, type FieldClass, type FieldsOf } from './field-table';
import { CLUSTER_FIELDS, LABELS } from './object-fields';
import { PROXY_CONFIG_FIELDS } from './config-fields';

const SETTINGS: FieldsOf<ClusterSettings> = {
  serviceClusterIPRange: 'address',
  clusterCIDR: 'address',
  serviceNodePortRange: 'plain',
  physicalNetwork: 'address',
  clusterDomain: 'host',
  loadBalancerPool: 'address',
};

const FLOW: FieldsOf<Flow> = {
  id: 'id',
  title: 'listing',
  from: {
    kind: makeChoice('pod', 'node', 'external', 'interface'),
    namespace: 'name',
    name: 'name',
    address: 'address',
    device: 'device',
    node: 'listing',
    enters: 'listing',
  },
  to: {
    kind: makeChoice('service', 'pod', 'name', 'route', 'address'),
    namespace: 'name',
    name: ({ kind }) => (kind === 'name' ? 'host' : 'name'),
    via: makeChoice('clusterIP', 'nodePort', 'externalIP', 'loadBalancer'),
    node: 'name',
    object: makeChoice(...ROUTE_KINDS),
    address: 'address',
  },
  protocol: makeChoice('tcp', 'udp', 'sctp', 'icmp'),
  port: 'plain',
  sourcePort: 'plain',
  ongoing: 'plain',
  again: {
    to: { kind: makeChoice('pod', 'address'), namespace: 'name', name: 'name', address: 'address' },
    seconds: 'plain',
  },
  segment: makeChoice(...TCP_SEGMENTS),
  http: { host: 'host', path: 'label', method: 'word', headers: { '{key}': 'name', '{}': 'word' } },
};

const SCRIPT: FieldsOf<Script> = {
  duration: 'plain',
  events: {
    do: makeChoice(
      'scale',
      'roll-out',
      'delete-pod',
      'crash',
      'fail-readiness',
      'lose-node',
      'drain',
      'delete-node',
      'change-node-addresses',
      'stop-proxy',
      'restart-proxy',
      'lose-watch',
      'flush',
      'delete-service',
      'change-selector',
    ),
    at: 'plain',
    deployment: 'name',
    replicas: 'plain',
    pod: 'name',
    forMs: 'plain',
    node: 'name',
    addresses: 'address',
    service: 'name',
    selector: LABELS,
  },
  clients: { flow: 'id', perSecond: 'plain', sends: makeChoice(...SENDING_MODES) },
  // Every delay is a number.
  delays: Object.fromEntries(DELAY_NAMES.map((name) => [name, 'plain'])) as Record<keyof ScriptDelays, 'plain'>,
  lag: { '{key}': 'name', '{}': 'plain' },
};

const FACTS: FieldsOf<NodeFacts> = {
  interfaces: { name: 'device', addresses: 'address', kind: 'word' },
  routes: { dst: 'address', via: 'address', dev: 'device' },
  sysctls: { '{key}': 'sysctl', '{}': 'plain' },
  hairpin: { '{key}': 'device', '{}': 'plain' },
  ports: { '{key}': 'port', '{}': 'plain' },
};

const TEXT: FieldsOf<PastedText> = {
  id: 'id',
  title: 'listing',
  text: 'listing',
  node: 'listing',
  machines: { '{key}': 'listing', '{}': 'listing' },
  ports: { '{key}': 'port', '{}': 'plain' },
};

const STOPPED: FieldsOf<StoppedProxy> = {
  mode: makeChoice(...PROXY_MODE_IDS),
  release: 'word',
  kubeProxy: PROXY_CONFIG_FIELDS,
  services: CLUSTER_FIELDS.services,
  endpointSlices: CLUSTER_FIELDS.endpointSlices,
};

type TextFlag = {
  [Flag in CiliumFlag]: (typeof CILIUM_FLAGS)[Flag]['kind'] extends 'text' ? Flag : never;
}[CiliumFlag];

/** Flags of Cilium that take a text; the others take switches and words of their own. */
const CILIUM_TEXTS = {
  'node-port-range': 'word',
  'nodeport-addresses': 'address',
  'bpf-lb-maglev-table-size': 'word',
  'bpf-lb-maglev-hash-seed': 'seed',
  'ipv4-service-loopback-address': 'address',
  'k8s-service-proxy-name': 'label',
} as const satisfies Readonly<Record<TextFlag, FieldClass>>;

function ciliumFields(): FieldsOf<CiliumConfig> {
  const fields = Object.entries(CILIUM_FLAGS).map(([name, flag]) => {
    if (flag.kind === 'choice') return [name, makeChoice(...flag.values)];
    return [name, flag.kind === 'boolean' ? 'plain' : CILIUM_TEXTS[name as keyof typeof CILIUM_TEXTS]];
  });
  // The flags are the fields of the configuration; whoever adds one that takes a text gives it a class above.
  return Object.fromEntries(fields) as FieldsOf<CiliumConfig>;
}

/** What every text and every key of a document is. */
export const DOCUMENT_FIELDS: FieldsOf<Document> = {
  version: 'plain',
  title: 'listing',
  // The dice are thrown by it: it says nothing of the machines, and the shown outcome stays.
  seed: 'plain',
  subject: makeChoice('cluster', 'pasted'),
  cluster: CLUSTER_FIELDS,
  settings: SETTINGS,
  kubeProxy: PROXY_CONFIG_FIELDS,
  guessedCIDR: 'address',
  told: TEXT,
  mode: makeChoice(...PROXY_MODE_IDS),
  release: 'word',
  cilium: ciliumFields(),
  flows: FLOW,
  pasted: {
    texts: TEXT,
    facts: FACTS,
    nodes: { '{key}': 'listing', '{}': { facts: FACTS } },
    rebuilt: { node: 'name', machine: 'listing', detected: 'word' },
  },
  stopped: { '{key}': 'name', '{}': STOPPED },
  script: SCRIPT,
};
