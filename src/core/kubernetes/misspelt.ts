import { findNearest } from '../lib/nearest';
import { isKnownKind, KIND_SCHEMAS } from './object-schemas';
import { isFields } from './policy/selector';

/** Kinds that walks depend on, each with the group of the API it is in. */
const GROUPS: Readonly<Record<string, string>> = {
  Node: '',
  Pod: '',
  Service: '',
  Endpoints: '',
  ReplicationController: '',
  Deployment: 'apps',
  StatefulSet: 'apps',
  DaemonSet: 'apps',
  ReplicaSet: 'apps',
  EndpointSlice: 'discovery.k8s.io',
  Ingress: 'networking.k8s.io',
  NetworkPolicy: 'networking.k8s.io',
};

const TEMPLATED = /^(?:StatefulSet|DaemonSet|ReplicaSet)$/;

/** Fields of the API that are near to one of the schemas and are none of it (core/v1 PodStatus; ServiceSpec before 1.20). */
const OTHERS = new Set(['hostIPs', 'ipFamily']);

/**
 * Finds the kind that was meant by one of the same group that the API does not have: `Servce` of `v1`. A group of somebody else's may
 * have any kinds; undefined as well where none is near.
 */
export function findKindMeant(kind: string, apiVersion = 'v1'): string | undefined {
  if (Object.hasOwn(GROUPS, kind)) return undefined;
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  return findNearest(
    kind,
    Object.keys(GROUPS).filter((each) => GROUPS[each] === group),
  );
}

/** A field that the API does not have, and the one beside it that is spelt nearly so. */
interface MisspeltField {
  readonly path: readonly (string | number)[];
  readonly meant: string;
}

/** Part of a valibot schema: an object's entries, an array's item, or what an optional one wraps. */
interface SchemaNode {
  readonly wrapped?: SchemaNode;
  readonly item?: SchemaNode;
  readonly entries?: Readonly<Record<string, SchemaNode>>;
}

/**
 * Lists the fields of a written object that are spelt nearly as one that the API has there: kube-apiserver drops them with a warning
 * (`unknown field "spec.ports[0].targetport"`). Of what the API server printed there are none, and of kinds without a schema.
 */
export function listMisspelt(kind: string, value: Readonly<Record<string, unknown>>): readonly MisspeltField[] {
  const { metadata } = value;
  if (isFields(metadata) && (metadata['uid'] ?? metadata['creationTimestamp']) !== undefined) return [];
  const known = TEMPLATED.test(kind) ? 'Deployment' : kind;
  return isKnownKind(known) ? misspeltIn(value, KIND_SCHEMAS[known].schema as unknown as SchemaNode, []) : [];
}

function misspeltIn(value: unknown, schema: SchemaNode, path: MisspeltField['path']): readonly MisspeltField[] {
  const { wrapped, item, entries } = schema;
  if (wrapped) return misspeltIn(value, wrapped, path);
  if (item && Array.isArray(value)) return value.flatMap((each, at) => misspeltIn(each, item, [...path, at]));
  if (!entries || !isFields(value)) return [];
  const names = Object.keys(entries);
  return Object.entries(value).flatMap(([key, inner]) => {
    const own = Object.hasOwn(entries, key) ? entries[key] : undefined;
    if (own) return misspeltIn(inner, own, [...path, key]);
    const meant = OTHERS.has(key) ? undefined : (nearestByCase(key, names) ?? findNearest(key, names));
    return meant === undefined ? [] : [{ path: [...path, key], meant }];
  });
}

const nearestByCase = (key: string, names: readonly string[]): string | undefined =>
  names.find((each) => each.toLowerCase() === key.toLowerCase());
