import { getNamespace, type Labels, type ServiceObject } from '../../kubernetes/types';
import type { ToldPod } from '../../kubernetes/told-pods';
import { listDeclared } from './told-pods';

type JsonStep = Readonly<Record<string, unknown>>;

/** `kubectl patch` of a Service by a JSON patch (RFC 6902), as it is typed. */
function writeJsonPatch(service: ServiceObject, step: JsonStep): string {
  const { name } = service.metadata;
  return `kubectl -n ${getNamespace(service)} patch service ${name} --type=json -p '${JSON.stringify([step])}'`;
}

/** The command that lets every node answer for a Service, whichever Pods it has. */
export function writePolicyPatch(service: ServiceObject): string {
  return writeJsonPatch(service, { op: 'replace', path: '/spec/externalTrafficPolicy', value: 'Cluster' });
}

/**
 * The command that makes a selector fit the Pods of its namespace: values of theirs for the labels that it asks for, where all of them that have
 * those labels have the same ones; `none`: which Pods are meant is not told.
 */
export function writeSelectorPatch(service: ServiceObject, pods: readonly ToldPod[]): string {
  const keys = Object.keys(service.spec.selector ?? {});
  const own = pods.filter(({ namespace }) => namespace === getNamespace(service));
  const fitting = own.filter(({ labels }) => keys.every((key) => labels[key] !== undefined));
  const values = new Set(fitting.map(({ labels }) => JSON.stringify(keys.map((key) => [key, labels[key]]))));
  const [only] = values;
  if (only === undefined || values.size !== 1) return 'none';
  const value = Object.fromEntries(JSON.parse(only) as readonly (readonly [string, string])[]);
  return writeJsonPatch(service, { op: 'replace', path: '/spec/selector', value });
}

/** The command that sends a port of a Service to the one port that its Pods declare; `none`: they declare none, or several. */
export function writeTargetPatch(service: ServiceObject, at: number, pods: readonly ToldPod[]): string {
  const ports = new Set(pods.flatMap(listDeclared).map(({ containerPort }) => containerPort));
  const [value] = ports;
  if (value === undefined || ports.size !== 1) return 'none';
  return writeJsonPatch(service, { op: 'add', path: `/spec/ports/${at}/targetPort`, value });
}

/** The command that gives a Service without a selector these labels to select by. */
export function writeLabelPatch(service: ServiceObject, labels: Labels): string {
  return writeJsonPatch(service, { op: 'add', path: '/spec/selector', value: labels });
}

/** An EndpointSlice for a Service whose endpoints somebody writes, on one line; ADDRESS is to be filled in, and a port that is only named. */
export function writeOwnSlice(service: ServiceObject): string {
  const { name } = service.metadata;
  const ports = (service.spec.ports ?? []).map(({ name: port, protocol = 'TCP', ...numbers }) => ({
    ...(port === undefined ? {} : { name: port }),
    port: typeof numbers.targetPort === 'string' ? 'PORT' : (numbers.targetPort ?? numbers.port),
    protocol,
  }));
  return JSON.stringify({
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { name: `${name}-1`, namespace: getNamespace(service), labels: { 'kubernetes.io/service-name': name } },
    addressType: (service.spec.ipFamilies ?? ['IPv4'])[0],
    ports,
    endpoints: [{ addresses: ['ADDRESS'] }],
  });
}
