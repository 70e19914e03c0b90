import { once } from '../../../lib/memo';
import { phrase } from '../../../lib/phrase';
import { parseIp, type IpAddress, type IpFamily } from '../../../net/ip';
import { ANY_ADDRESS, vfpFrontendKey, type VfpBalancer, type VSwitchNode } from '../../../windows/vswitch';
import { featuresSince } from '../../changes';
import type { ObjectFinding } from '../../finding';
import { nodeSettings } from '../../network/node-settings';
import { ownNode, type ClusterObjects, type KubeProxyConfig } from '../../types';
import type { GeneratedHns, KernelState, SyncInput } from '../mode';
import { KERNELSPACE_CHANGES } from './changes';
import { listAddresses, type WinkernelSettings } from './context';
import {
  DISTRIBUTION,
  LOAD_BALANCER_FLAGS,
  policyName,
  PORT_MAPPING,
  PROTOCOL_NAMES,
  type HostComputeLoadBalancer,
} from './hns';
import type { HnsPolicies } from '../mode';
import { syncHnsPolicies } from './sync-policies';

const FAMILIES: readonly IpFamily[] = ['ipv4', 'ipv6'];

/** Settings of a node's kube-proxy, and the network it finds there: an overlay where its Pods' packets are wrapped. */
function settingsOf({ cluster, node, config }: Pick<SyncInput, 'cluster' | 'node' | 'config'>): WinkernelSettings {
  const own = ownNode(cluster, node);
  const { winkernel = {} } = config;
  const isOverlay = own !== undefined && nodeSettings(own).overlay === 'vxlan';
  return {
    networkType: isOverlay ? 'overlay' : 'l2bridge',
    enableDsr: winkernel.enableDSR ?? false,
    ...(winkernel.sourceVip ? { sourceVip: winkernel.sourceVip } : {}),
    ...(winkernel.forwardHealthCheckVip && winkernel.rootHnsEndpointName
      ? { healthCheckEndpoint: winkernel.rootHnsEndpointName }
      : {}),
  };
}

/** Why kube-proxy does not start on a node; undefined: it does (pkg/proxy/winkernel/proxier.go NewProxier). */
function refusal(
  input: SyncInput,
  { networkType, sourceVip, enableDsr }: WinkernelSettings,
): ObjectFinding | undefined {
  const { node, release } = input;
  const { directReturn } = featuresSince(KERNELSPACE_CHANGES, input);
  const error = { severity: 'error', code: 'invalid', path: '' } as const;
  if (networkType === 'overlay' && sourceVip === undefined)
    return { ...error, path: 'winkernel.sourceVip', message: phrase('kubernetes.kernelspace.no-source-vip', { node }) };
  if (enableDsr && !directReturn)
    return {
      ...error,
      path: 'winkernel.enableDSR',
      message: phrase('kubernetes.kernelspace.no-dsr-gate', { release }),
    };
  return undefined;
}

/** A list of rules that somebody wrote for Linux is nothing here. */
const NO_RULES: KernelState = { xtables: { tables: new Map() }, sysctls: {} };

const NOTHING_ASKED: HnsPolicies = { endpoints: [], loadBalancers: [], names: [], origins: [], findings: [] };

/** Policies of one family; the same objects and settings give the same. */
const policiesOf = once(
  (
    cluster: ClusterObjects,
    memo,
    ...[node, family, config]: [node: string, family: IpFamily, config: KubeProxyConfig]
  ): HnsPolicies => syncHnsPolicies({ cluster, node, family, settings: settingsOf({ cluster, node, config }), memo }),
);

function policiesFor(input: SyncInput, family: IpFamily): HnsPolicies {
  const { cluster, node, config, memo } = input;
  if (refusal(input, settingsOf(input))) return NOTHING_ASKED;
  const settings = settingsOf(input);
  if (!memo) return syncHnsPolicies({ cluster, node, family, settings });
  return policiesOf(cluster, memo.of('kernelspace').of(`${node} ${family}`), node, family, config);
}

function parsed(text: string | undefined): IpAddress | undefined {
  const found = parseIp(text ?? '');
  return found.ok ? found.value : undefined;
}

/** A policy as the virtual switch has it, and where it is found. */
function makeBalancer(policy: HostComputeLoadBalancer): readonly [string, VfpBalancer] {
  const [mapping] = policy.PortMappings;
  const flags = policy.Flags ?? 0;
  const family = (flags & LOAD_BALANCER_FLAGS.ipv6) === 0 ? 'ipv4' : 'ipv6';
  const sourceVip = parsed(policy.SourceVIP);
  const key = vfpFrontendKey(
    (PROTOCOL_NAMES[mapping.Protocol] ?? '').toLowerCase(),
    policy.FrontendVIPs?.[0] ?? ANY_ADDRESS[family],
    mapping.ExternalPort,
  );
  return [
    key,
    {
      frontend: policyName(policy),
      policy: JSON.stringify(policy),
      dsr: (flags & LOAD_BALANCER_FLAGS.dsr) !== 0,
      preservesDestination: ((mapping.Flags ?? 0) & PORT_MAPPING.preserveDip) !== 0,
      byClient: mapping.DistributionType === DISTRIBUTION.client,
      endpoints: policy.HostComputeEndpoints.flatMap((text) => parsed(text) ?? []),
      port: mapping.InternalPort,
      ...(sourceVip ? { sourceVip } : {}),
    },
  ];
}

/** The first policy of a frontend is the one that counts: HNS refuses a second one. */
function makeSwitch(input: SyncInput, policies: readonly HnsPolicies[]): VSwitchNode {
  const own = ownNode(input.cluster, input.node);
  const balancers = new Map<string, VfpBalancer>();
  for (const policy of policies.flatMap(({ loadBalancers }) => loadBalancers)) {
    const [key, balancer] = makeBalancer(policy);
    if (!balancers.has(key)) balancers.set(key, balancer);
  }
  return {
    network: settingsOf(input).networkType,
    balancers,
    addresses: FAMILIES.flatMap((family) => parsed(own && listAddresses(own, family)[0]) ?? []),
  };
}

/** State of a Windows node after a sync: policies of a family, and the switch that has those of both. */
export function syncWindows(input: SyncInput): KernelState {
  const all = FAMILIES.map((family) => policiesFor(input, family));
  const own = all[FAMILIES.indexOf(input.family)] ?? NOTHING_ASKED;
  const hns: GeneratedHns = { policies: own, node: makeSwitch(input, all) };
  return { ...NO_RULES, hns };
}

/** Findings that kube-proxy logs, of what it leaves out. */
export function windowsFindings(input: SyncInput): readonly ObjectFinding[] {
  const refused = refusal(input, settingsOf(input));
  return refused ? [refused] : policiesFor(input, input.family).findings;
}
