import { isLoopback, type IpAddress } from '../../../net/ip';
import { phrase } from '../../../lib/phrase';
import { makeRef, type ObjectFinding } from '../../finding';
import { namespacedName, getNamespace, type Container, type ContainerPort, type PodObject } from '../../types';
import { addressOfText, compareKeys, wildcardOf } from './addresses';
import { PLAIN_SERVICE } from './agent-service';
import type { FrontendBackend } from './backends';
import { nodePortRange } from './cilium-config';
import type { CiliumContext } from './context';
import { whyFrontend, type Frontend } from './frontends';

/** A port of a container that asks for a port of the node. */
interface HostPort {
  readonly port: ContainerPort;
  readonly hostPort: number;
  readonly path: string;
}

function hostPortsOf({ spec }: PodObject): HostPort[] {
  const containers: readonly Container[] = spec.containers ?? [];
  return containers.flatMap(({ ports = [] }, at) =>
    ports.flatMap((port, index) => {
      const { hostPort = 0 } = port;
      return hostPort === 0 ? [] : [{ port, hostPort, path: `spec.containers[${at}].ports[${index}].hostPort` }];
    }),
  );
}

/** Does the agent write hostPorts of the Pod: it runs here, and has a network of its own? */
function isOwn({ spec, status }: PodObject, { node, settings }: CiliumContext): boolean {
  const runs = status?.phase === undefined || status.phase === 'Running';
  return settings['kube-proxy-replacement'] && spec.nodeName === node && spec.hostNetwork !== true && runs;
}

function podAddresses({ status }: PodObject): IpAddress[] {
  const listed = status?.podIPs?.map(({ ip }) => ip) ?? [status?.podIP ?? ''];
  return listed.flatMap((text) => addressOfText(text) ?? []);
}

/** Where a hostPort answers: at its hostIP, else at any address of the Pod's families. */
function listPlaces({ hostIP = '' }: ContainerPort, pod: IpAddress): { address: IpAddress; loopback: boolean }[] {
  const asked = addressOfText(hostIP);
  if (!asked) return [{ address: wildcardOf(pod.family), loopback: false }];
  if (asked.family !== pod.family) return [];
  return isLoopback(asked)
    ? [{ address: wildcardOf(pod.family), loopback: true }]
    : [{ address: asked, loopback: false }];
}

function listFrontends(pod: PodObject, { port, hostPort, path }: HostPort): Frontend[] {
  const name = namespacedName(pod);
  const protocol = port.protocol ?? 'TCP';
  return podAddresses(pod).flatMap((address) =>
    listPlaces(port, address).map(({ address: frontend, loopback }): Frontend => {
      const state = { state: 'active', unhealthy: false, nodeName: pod.spec.nodeName ?? '', zoneHints: [] } as const;
      const backend: FrontendBackend = {
        address,
        port: port.containerPort,
        protocol,
        portNames: [],
        index: 0,
        ...state,
      };
      return {
        address: frontend,
        port: hostPort,
        protocol,
        scope: 0,
        type: 'HostPort',
        serviceName: `${name}:host-port:${hostPort}:${pod.metadata.uid ?? ''}`,
        portName: '',
        service: { ...PLAIN_SERVICE, loopback },
        backends: [backend],
        origin: {
          kind: 'Pod',
          namespace: getNamespace(pod),
          name: pod.metadata.name,
          field: path,
          why: whyFrontend('HostPort', name),
        },
      };
    }),
  );
}

/** Frontends of the hostPorts of a node's Pods, with findings. */
export interface HostPortFrontends {
  readonly frontends: readonly Frontend[];
  readonly findings: readonly ObjectFinding[];
}

/**
 * The hostPorts of the Pods that run on this node (pkg/loadbalancer/reflectors/k8s.go upsertHostPort). One within
 * `node-port-range` is left out and said.
 */
export function hostPortFrontends(pods: readonly PodObject[], context: CiliumContext): HostPortFrontends {
  const [from, to] = nodePortRange(context.settings);
  const findings: ObjectFinding[] = [];
  const frontends: Frontend[] = [];
  for (const pod of pods) {
    if (!isOwn(pod, context)) continue;
    for (const asked of hostPortsOf(pod)) {
      if (asked.hostPort < from || asked.hostPort > to)
        frontends.push(...listFrontends(pod, asked).toSorted(compareKeys));
      else {
        const message = phrase('kubernetes.ebpf.host-port-in-range', { port: asked.hostPort, from, to });
        findings.push({ severity: 'warning', code: 'conflict', message, path: asked.path, object: makeRef(pod) });
      }
    }
  }
  return { frontends, findings };
}
