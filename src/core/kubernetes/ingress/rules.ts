import type { Phrase } from '../../lib/phrase';
import { isFields } from '../policy/selector';
import type { ObjectMeta, OtherObject } from '../types';
import type { RouteKind } from './kinds';
import type { PathMatch } from './paths';

/** Whom a rule sends requests to. */
export interface BackendRef {
  readonly namespace: string;
  readonly name: string;
  /** Absent: an object that is no Service, which nobody here looks up. */
  readonly port?: number | string;
  readonly weight: number;
  /** The reference counts for nothing: it needs a ReferenceGrant, or names another kind. */
  readonly isInvalid?: true;
}

/** One thing that Ingress and HTTPRoute say of requests. */
export interface HttpRule {
  readonly kind: RouteKind;
  /** `default/shop`. */
  readonly object: string;
  /** Empty: any; `*.example`. */
  readonly host: string;
  /** Absent: whatever no path fits (a default backend). */
  readonly path?: PathMatch;
  readonly backends: readonly BackendRef[];
  /** Kinds of filters of an HTTPRoute. */
  readonly filters: readonly string[];
  /** It answers so itself. */
  readonly redirect?: number;
  /** It is chosen by the name of a TLS handshake: what is inside is passed on, with TLS or without. */
  readonly stream?: 'passthrough' | 'terminate';
  /** The Secret with the certificate for its host. */
  readonly tls?: string;
  /** The proxy asks the Service's address and leaves the choice to the node's rules. */
  readonly asksService?: true;
}

/** The rule that a request falls to. */
export type RuleChoice =
  | { readonly kind: 'rule'; readonly rule: HttpRule }
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown'; readonly reason: Phrase };

export type ObjectFields = Readonly<Record<string, unknown>>;

/** The fields at a place of an object; none where it is no map. */
export function asFields(value: unknown): ObjectFields {
  return isFields(value) ? value : {};
}

/** The text at a place of an object; empty where it is none. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** What an object wants. */
export function readSpec(object: OtherObject): ObjectFields {
  return asFields((object as unknown as ObjectFields)['spec']);
}

/** Where an object is; `default` where it does not say. */
export function placeOf({ metadata = {} }: OtherObject): { readonly namespace: string; readonly name: string } {
  return { namespace: asText(metadata.namespace) || 'default', name: asText(metadata.name) };
}

/** The older first; of those of one age the first of the alphabet by `namespace/name` (GEP-713, ingress-nginx alike). */
export function byAge(a: OtherObject, b: OtherObject): number {
  const key = (object: OtherObject): string => {
    const { namespace, name } = placeOf(object);
    const metadata: Partial<ObjectMeta> = object.metadata ?? {};
    return `${asText(metadata.creationTimestamp) || '~'} ${namespace}/${name}`;
  };
  const [left, right] = [key(a), key(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}
