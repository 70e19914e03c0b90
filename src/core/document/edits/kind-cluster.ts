import { withNodeSettings } from '../../kubernetes/network/node-settings';
import { objectOfConfig } from '../../kubernetes/config-fields';
import { isProxyModeId } from '../../kubernetes/mode-ids';
import type { ClusterObjects, ClusterSettings, NodeObject, OtherObject } from '../../kubernetes/types';

/** The file that `kind create cluster --config` takes (pkg/apis/config/v1alpha4/types.go), as far as it is read. */
interface KindConfig {
  readonly name?: string;
  readonly nodes?: readonly { readonly role?: string; readonly image?: string }[];
  readonly networking?: {
    readonly podSubnet?: string;
    readonly serviceSubnet?: string;
    readonly kubeProxyMode?: string;
    readonly disableDefaultCNI?: boolean;
  };
}

/** The configuration of kind among the objects of a text; undefined: there is none. */
export function findKindConfig({ others = [] }: ClusterObjects): (OtherObject & KindConfig) | undefined {
  return others.find(({ kind, apiVersion }) => kind === 'Cluster' && apiVersion?.startsWith('kind.x-k8s.io/'));
}

const CONTROL_PLANE = 'node-role.kubernetes.io/control-plane';
/** More are the machines of no kind. */
const MOST_NODES = 40;

/**
 * The objects with the Nodes and the kube-proxy mode that a configuration of kind tells. Nodes that are told by themselves stay
 * alone. Names are kind's (`kind-worker2`), and beside workers the control plane takes no Pods (kubeadm's taint).
 */
export function withKindNodes(objects: ClusterObjects): ClusterObjects {
  const config = findKindConfig(objects);
  if (!config || objects.nodes.length > 0) return objects;
  const planned = Array.isArray(config.nodes) && config.nodes.length > 0 ? config.nodes : [{}];
  const hasWorkers = planned.some(({ role }) => role === 'worker');
  const counts = new Map<string, number>();
  const nodes = planned.slice(0, MOST_NODES).map(({ role = 'control-plane', image = '' }) => {
    const count = (counts.get(role) ?? 0) + 1;
    counts.set(role, count);
    const name = `${config.name ?? 'kind'}-${role}${count > 1 ? count : ''}`;
    return makeNode({ name, image, isTainted: hasWorkers && role !== 'worker' });
  });
  const { kubeProxyMode: mode = '', disableDefaultCNI } = config.networking ?? {};
  const told = isProxyModeId(mode) ? [objectOfConfig({ mode })] : [];
  // kindnet gives each Pod a link of its own (its CNI configuration is of ptp).
  const housed = disableDefaultCNI ? nodes : nodes.map((node) => withNodeSettings(node, { layout: 'ptp' }));
  return { ...objects, nodes: housed, others: [...(objects.others ?? []), ...told] };
}

function makeNode(plan: { readonly name: string; readonly image: string; readonly isTainted: boolean }): NodeObject {
  const version = /:(v1\.\d+(?:\.\d+)?)/.exec(plan.image)?.[1];
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: plan.name },
    spec: plan.isTainted ? { taints: [{ key: CONTROL_PLANE, effect: 'NoSchedule' }] } : {},
    status: {
      conditions: [{ type: 'Ready', status: 'True' }],
      ...(version === undefined ? {} : { nodeInfo: { kubeletVersion: version } }),
    },
  };
}

/** The ranges that a configuration of kind tells. */
export function withKindRanges(settings: ClusterSettings, objects: ClusterObjects): ClusterSettings {
  const { podSubnet, serviceSubnet } = findKindConfig(objects)?.networking ?? {};
  return {
    ...settings,
    ...(typeof podSubnet === 'string' ? { clusterCIDR: podSubnet.split(',') } : {}),
    ...(typeof serviceSubnet === 'string' ? { serviceClusterIPRange: serviceSubnet.split(',') } : {}),
  };
}
