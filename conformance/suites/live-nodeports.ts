import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeCluster, pod } from '../../src/core/kubernetes/build';
import type { ProxyModeId } from '../../src/core/kubernetes/mode-ids';
import type { ClusterObjects, KubeProxyConfig, KubernetesObject, PodObject } from '../../src/core/kubernetes/types';
import type { Netns, Network } from '../../src/core/linux/netns';
import { hostCidr, ip } from '../../src/core/net/ip';
import type { SimState } from '../../src/core/sim/world';
import { recordedText } from './compiler/recordings';
import { networkOf, type FlowCase } from './flows/case';
import { compileCase, replayFlow } from './flows/replay';
import { newTally, projectFolder, type Suite, type SuiteResult, type Tally } from './suite';

/** A line of live-nodeports.jsonl: what a process on the node asked, and who answered. */
interface Request extends Pick<KubeProxyConfig, 'nodePortAddresses' | 'featureGates'> {
  readonly release: string;
  readonly mode: ProxyModeId;
  readonly from: string;
  readonly protocol: 'tcp' | 'udp';
  readonly to: string;
  readonly port: number;
  /** `none`: no answer came. */
  readonly answer: 'answered' | 'refused' | 'none';
  readonly endpoint?: string;
  readonly sourceSeen?: string;
}

/** The node of the recording had this address besides that of its Node object. */
const OTHER_ADDRESS = '172.18.0.77';
const POD_RANGE = '10.244.0.0/16,fd00:10:244::/48';

function withOtherAddress(node: Netns): Netns {
  const address = ip(OTHER_ADDRESS);
  const devices = node.devices.map((device) =>
    device.name === 'eth0'
      ? { ...device, addresses: [...device.addresses, { address, prefix: hostCidr(address).prefix }] }
      : device,
  );
  return { ...node, devices };
}

/** The two Pods that were there: of each slice of the node's the endpoints, by their last number. */
function podsOf(cluster: ClusterObjects): PodObject[] {
  const ports = [
    { containerPort: 8080, protocol: 'TCP' as const },
    { containerPort: 5353, protocol: 'UDP' as const },
  ];
  const addresses = cluster.endpointSlices.flatMap(({ endpoints = [] }) =>
    endpoints.flatMap(({ nodeName = '', addresses: [address = ''] = [] }) => (nodeName === 'node1' ? [address] : [])),
  );
  const ipv4 = [...new Set(addresses)].filter((address) => !address.includes(':'));
  const ipv6 = [...new Set(addresses)].filter((address) => address.includes(':'));
  return ipv4.map((address, index) =>
    pod(`pod${index}`, {
      node: 'node1',
      ips: [address, ipv6[index] ?? ''].filter((each) => each !== ''),
      containers: [{ name: 'server', ports }],
    }),
  );
}

function configOf({ nodePortAddresses, featureGates }: Request): KubeProxyConfig {
  return {
    clusterCIDR: POD_RANGE,
    ...(nodePortAddresses ? { nodePortAddresses } : {}),
    ...(featureGates ? { featureGates } : {}),
  };
}

function buildNetworkOf(cluster: ClusterObjects, request: Request): Network {
  const recorded: FlowCase = { folder: '', cluster, config: configOf(request), layout: {} };
  const load = compileCase(recorded, request.mode, request.release);
  if (!load) throw new Error(`no mode ${request.mode}`);
  return networkOf(recorded, { load: (node) => load(withOtherAddress(node)) });
}

/** `answered 10.244.1.10 10.244.1.1`. */
function formatAnswer(outcome: Readonly<Record<string, unknown>>): string {
  const delivered = outcome['delivered'] as { backendIP: string; sourceSeen: string } | undefined;
  if (delivered) return `answered ${delivered.backendIP} ${delivered.sourceSeen}`;
  return 'rejected' in outcome ? 'refused' : 'dropped' in outcome ? 'none' : JSON.stringify(outcome);
}

const recordedAnswer = ({ answer, endpoint, sourceSeen }: Request): string =>
  answer === 'answered' ? `answered ${endpoint} ${sourceSeen}` : answer;

/** One kube-proxy: what it remembers from one request to the next decides later ones. */
function compareRequests(cluster: ClusterObjects, requests: readonly Request[], tally: Tally): void {
  const [first] = requests;
  if (!first) return;
  const network = buildNetworkOf(cluster, first);
  let state: SimState | undefined;
  for (const [index, request] of requests.entries()) {
    const { from, to, port, protocol: proto } = request;
    const id = `${request.mode} ${JSON.stringify(configOf(request))} ${proto} ${to}:${port}`;
    const found = replayFlow(network, { id: `${index}`, from: { node: from }, to, port, proto }, state) ?? [];
    const match = found.find(({ outcome }) => formatAnswer(outcome) === recordedAnswer(request));
    tally.total++;
    if (match) {
      tally.passed++;
      state = match.listsAfter();
    } else {
      const here = found.map(({ outcome }) => formatAnswer(outcome)).join(', ');
      tally.failures.push({ id, diff: `    kernel: ${recordedAnswer(request)}\n    here:   ${here}` });
    }
  }
}

function replay(folder: string): SuiteResult[] {
  const file = join(folder, 'live-nodeports.jsonl');
  if (!existsSync(file)) return [];
  const input = JSON.parse(recordedText(join(folder, 'live-nodeports.input.json')) ?? '{"items":[]}') as {
    readonly items: readonly KubernetesObject[];
  };
  const objects = makeCluster(input.items);
  const cluster = { ...objects, pods: podsOf(objects) };
  const lines = readFileSync(file, 'utf8').split('\n');
  const requests = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Request);
  const proxies = new Map<string, Request[]>();
  for (const request of requests) {
    const key = JSON.stringify([request.release, request.mode, configOf(request)]);
    const known = proxies.get(key);
    if (known) known.push(request);
    else proxies.set(key, [request]);
  }
  const tallies = new Map<string, Tally>();
  for (const group of proxies.values()) {
    const name = `${group[0]?.mode} ${group[0]?.release}`;
    const tally = tallies.get(name) ?? newTally();
    tallies.set(name, tally);
    compareRequests(cluster, group, tally);
  }
  return [...tallies].map(([name, tally]) => ({ name, ...tally, skipped: 0 }));
}

/** Where the recordings are below a folder. */
function placeOf(folder: string): string {
  const below = [join(folder, 'golden', 'releases'), join(folder, 'releases')];
  return below.find((each) => existsSync(join(each, 'live-nodeports.jsonl'))) ?? folder;
}

/** nodePorts asked from their own node, on loopback and on each of its addresses: who answers, and which source it sees. */
export const LIVE_NODEPORTS_SUITE: Suite = {
  name: 'live-nodeports',
  run: (folder) => replay(placeOf(folder ?? projectFolder('conformance/recordings/releases'))),
};
