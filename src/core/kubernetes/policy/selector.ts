import type { Labels } from '../types';

type Fields = Readonly<Record<string, unknown>>;

/** Is it a map of fields? */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The maps of a list; nothing where it is none. */
export function listFields(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? (value as unknown[]).filter(isFields) : [];
}

/** The strings of a list. */
export function listExpressions(value: unknown): readonly string[] {
  return Array.isArray(value) ? (value as unknown[]).filter((each) => typeof each === 'string') : [];
}

function fits({ key, operator, values }: Fields, labels: Labels): boolean {
  const own = typeof key === 'string' ? labels[key] : undefined;
  const listed = own !== undefined && listExpressions(values).includes(own);
  switch (operator) {
    case 'In':
      return listed;
    case 'NotIn':
      return !listed;
    case 'Exists':
      return own !== undefined;
    case 'DoesNotExist':
      return own === undefined;
    default:
      return false;
  }
}

/**
 * A LabelSelector of the API (k8s.io/apimachinery/pkg/apis/meta/v1): all of `matchLabels` and `matchExpressions` must fit,
 * an empty one takes everything. An operator that the API does not know fits nothing.
 */
export function selectsLabels(selector: Fields, labels: Labels = {}): boolean {
  const pairs = isFields(selector['matchLabels']) ? Object.entries(selector['matchLabels']) : [];
  return (
    pairs.every(([key, value]) => labels[key] === value) &&
    listFields(selector['matchExpressions']).every((expression) => fits(expression, labels))
  );
}

/**
 * Does the API server refuse a workload for its selector: an empty one, or one that does not find the Pods of its template
 * (pkg/apis/apps/validation, ValidateReplicationControllerSpec)? A text without one is not judged. No Pods are made of it.
 */
export function isSelectorRefused({ kind, spec }: { readonly kind: string; readonly spec?: unknown }): boolean {
  const { selector, template } = isFields(spec) ? spec : {};
  if (!isFields(selector)) return false;
  const isPlain = kind === 'ReplicationController';
  const whole = isPlain ? { matchLabels: selector } : selector;
  const pairs = isFields(whole['matchLabels']) ? Object.keys(whole['matchLabels']) : [];
  if (pairs.length + listFields(whole['matchExpressions']).length === 0) return !isPlain;
  const { metadata } = isFields(template) ? template : {};
  const { labels } = isFields(metadata) ? metadata : {};
  return !selectsLabels(whole, isFields(labels) ? (labels as Labels) : {});
}
