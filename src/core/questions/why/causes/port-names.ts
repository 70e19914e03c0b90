import { findOwnerService } from '../../../kubernetes/defaults';
import { getNamespace, namespacedName, type ServicePort } from '../../../kubernetes/types';
import { phrase } from '../../../lib/phrase';
import { findDocumentService, makeName, SIZE, type Candidate, type WalkedFlow } from '../candidate';
import type { FindCauses } from './endpoints';

/** A port of a Service that none of its slices has by that name, though they have endpoints. */
interface UnnamedPort {
  readonly port: ServicePort;
  readonly names: readonly string[];
}

/** kube-proxy joins ports of a Service and of its slices by their names (pkg/proxy/endpointslicecache.go). */
function findUnnamedPort(walked: WalkedFlow): UnnamedPort | undefined {
  const service = findDocumentService(walked);
  const port = service?.spec.ports?.find((each) => each.port === walked.flow.port);
  if (walked.through || !service || !port) return undefined;
  const own = walked.document.cluster.endpointSlices.filter(
    (slice) =>
      findOwnerService(slice) === service.metadata.name &&
      getNamespace(slice) === getNamespace(service) &&
      (slice.endpoints ?? []).some(({ addresses = [] }) => addresses.length > 0),
  );
  const names = own.flatMap(({ ports }) => (ports ?? []).map(({ name }) => name ?? ''));
  return names.length === 0 || names.includes(port.name ?? '') ? undefined : { port, names: [...new Set(names)] };
}

const quoted = (name: string): string => (name === '' ? '""' : name);

/** A Service asked at a port that its slices have under another name. */
export const portNames: FindCauses = (walked) => {
  const service = findDocumentService(walked);
  const found = findUnnamedPort(walked);
  if (!service || !found) return [];
  const values = {
    service: namespacedName(service),
    port: String(found.port.port),
    name: quoted(found.port.name ?? ''),
    has: found.names.map(quoted).join(', '),
  };
  return [{ says: phrase('document.why.cause.port-names', values), about: 'port-names' }];
};

/** The Service with the name that its slices have for the port that was asked, where they have one alone. */
export function portNameCandidates(walked: WalkedFlow): readonly Candidate[] {
  const service = findDocumentService(walked);
  const found = findUnnamedPort(walked);
  const [name, ...others] = found?.names ?? [];
  if (!service || !found || name === undefined || others.length > 0) return [];
  const { ports = [] } = service.spec;
  // Of several ports each has a name.
  if (name === '' && ports.length > 1) return [];
  const { name: _before, ...asked } = found.port;
  const renamed = ports.map((each) => (each === found.port ? { ...asked, ...(name === '' ? {} : { name }) } : each));
  const field = `ports[${ports.indexOf(found.port)}].name`;
  const says = phrase('document.why.service', { name: namespacedName(service), field, value: quoted(name) });
  const change = { kind: 'service-spec', which: makeName(service), spec: { ports: renamed } } as const;
  return [{ change, says, size: SIZE.service, about: 'port-names' }];
}
