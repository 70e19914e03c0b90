import { phrase, type Phrase, type PhraseIdBelow } from '../lib/phrase';
import type { KubernetesObject } from './types';

/** Names one object: `Service default/web`. */
export interface ObjectRef {
  readonly kind: KubernetesObject['kind'];
  readonly namespace?: string;
  readonly name: string;
}

/**
 * Something to say of an object: what is wrong or was assumed, and the next step. `code` is
 * `invalid` (the API server would refuse it), `conflict`, `exhausted`, `assumed` or `pending`.
 */
export interface Finding {
  readonly severity: 'error' | 'warning' | 'info';
  readonly code: 'invalid' | 'conflict' | 'exhausted' | 'assumed' | 'pending';
  readonly message: Phrase;
  /** The path inside the object: `spec.ports[0].nodePort`. */
  readonly path: string;
  readonly object?: ObjectRef;
}

const CLUSTER_SCOPED = new Set<string>(['Node']);

/** The reference to an object. */
export function refOf(object: KubernetesObject): ObjectRef {
  const { kind, metadata } = object;
  if (CLUSTER_SCOPED.has(kind)) return { kind, name: metadata.name };
  return { kind, namespace: metadata.namespace ?? 'default', name: metadata.name };
}

/** A finding about an object; `id` is the phrase below `kubernetes.`. */
export function finding(
  object: KubernetesObject | undefined,
  kind: Pick<Finding, 'severity' | 'code'>,
  path: string,
  id: PhraseIdBelow<'kubernetes'>,
  values?: Phrase['values'],
): Finding {
  const message = phrase(`kubernetes.${id}`, values);
  return object ? { ...kind, message, path, object: refOf(object) } : { ...kind, message, path };
}

export const INVALID = { severity: 'error', code: 'invalid' } as const;
export const CONFLICT = { severity: 'error', code: 'conflict' } as const;
export const EXHAUSTED = { severity: 'error', code: 'exhausted' } as const;
export const PENDING = { severity: 'warning', code: 'pending' } as const;
