import { findKindConfig } from '../../document/edits/kind-cluster';
import { nameKey } from '../../document/edits/offered-flows';
import type { ClusterObjects } from '../../kubernetes/types';
import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';
import { quoteWords } from './quoted-words';

interface PortMapping {
  readonly containerPort?: number;
  readonly hostPort?: number;
}

function listMappings(told: ClusterObjects): readonly PortMapping[] {
  const { nodes = [] } = (findKindConfig(told) ?? {}) as {
    readonly nodes?: readonly { readonly extraPortMappings?: readonly PortMapping[] }[];
  };
  return nodes.flatMap(({ extraPortMappings = [] }) => extraPortMappings);
}

/**
 * Findings on the host's ports in a configuration of kind, beside the node ports of the Services: the container runtime maps a
 * port of the host to one of a node, and nobody listens there unless it is a nodePort or a hostPort.
 */
export function findOfKind(told: ClusterObjects): readonly EvidenceFinding[] {
  if (!findKindConfig(told)) return [];
  const mappings = listMappings(told);
  const mapped = new Set(mappings.map(({ containerPort }) => containerPort));
  const open = new Set([
    ...told.services.flatMap(({ spec }) => (spec.ports ?? []).flatMap(({ nodePort }) => nodePort ?? [])),
    ...told.pods.flatMap(({ spec }) =>
      (spec.containers ?? []).flatMap(({ ports = [] }) => ports.flatMap(({ hostPort }) => hostPort ?? [])),
    ),
  ]);
  const dead = mappings.filter(({ containerPort }) => containerPort !== undefined && !open.has(containerPort));
  const shut = told.services.filter(({ spec }) =>
    (spec.ports ?? []).some(({ nodePort }) => nodePort !== undefined && !mapped.has(nodePort)),
  );
  const isMapping = told.services.length > 0 && dead.length > 0 && mappings.length > 0;
  const said: EvidenceFinding[] = isMapping
    ? [
        {
          id: 'kind-mapping',
          severity: 'warning',
          says: phrase('evidence.kind-mapping', {
            ports: quoteWords(dead.map(({ hostPort, containerPort }) => `${hostPort ?? '?'}:${containerPort ?? '?'}`)),
            open: quoteWords([...open].map(String)) || 'none',
          }),
          next: phrase('evidence.next.kind-mapping'),
        },
      ]
    : [];
  const unmapped = shut.map((service): EvidenceFinding => ({
    id: 'kind-unmapped',
    severity: 'info',
    says: phrase('evidence.kind-unmapped', { name: nameKey(service) }),
    next: phrase('evidence.next.kind-mapping'),
    path: `Service ${nameKey(service)}`,
  }));
  const led = mappings.filter(({ containerPort }) => containerPort !== undefined && open.has(containerPort));
  const walked = led.map(({ hostPort, containerPort }): EvidenceFinding => ({
    id: 'kind-host',
    severity: 'info',
    says: phrase('evidence.kind-host', { host: String(hostPort ?? '?'), port: String(containerPort) }),
    next: phrase('evidence.next.kind-host', { host: String(hostPort ?? '?') }),
  }));
  return [...said, ...unmapped, ...walked];
}
