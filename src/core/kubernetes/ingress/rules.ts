import type { Phrase } from '../../lib/phrase';
import { isFields } from '../policy/selector';
import type { ObjectMeta, OtherObject } from '../types';
import type { RouteKind } from './kinds';
import { bareHost } from '../../net/http';

/** Service and port a rule sends requests to, with its weight. */
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
  /** Status of the redirect with which the rule answers itself. */
  readonly redirect?: number;
  /** Chosen by the name of a TLS handshake: what is inside is passed on, with TLS or without. */
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

/** Spec of an object; empty where it has none. */
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

/**
 * How a path is compared. `Exact` and `Prefix` as both APIs have them; `Characters`: whatever begins with it, as nginx's
 * own locations do; `Pattern`: a regular expression for the beginning, upper and lower case alike (ingress-nginx with
 * `use-regex`); `RegularExpression`: HTTPRoute's, whose dialect is the implementation's.
 */
export interface PathMatch {
  readonly type: 'Exact' | 'Prefix' | 'Characters' | 'Pattern' | 'RegularExpression';
  readonly value: string;
}

/** Does it fit? `unknown`: that depends on who reads it. */
export type Fit = 'yes' | 'no' | 'unknown';

const fit = (is: boolean): Fit => (is ? 'yes' : 'no');

/** A path without the slash at its end: `/foo/` and `/foo` are the same elements. */
export function splitPath(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

/** Is a path (without query) the one that is meant? k8s.io/api networking/v1 `PathType`, HTTPPathMatch of the Gateway API. */
export function fitsPath({ type, value }: PathMatch, path: string): Fit {
  switch (type) {
    case 'Exact':
      return fit(path === value);
    case 'Prefix':
      return fit(path === splitPath(value) || path.startsWith(`${splitPath(value)}/`));
    case 'Characters':
      return fit(path.startsWith(value));
    case 'Pattern':
      return fitsPattern(`^${value}`, path, 'i');
    case 'RegularExpression':
      return fitsExpression(value, path);
  }
}

/** A longer one could take long with what somebody pasted. */
const LONGEST_TEXT = 1024;
const LONGEST_PATTERN = 200;

/** Parts of a pattern that may take more or less of a text, parts that may be left out, and choices: each multiplies the ways to read it. */
const STRETCHES = /[*+]|\{\d+,\d*\}/g;
const MOST = { stretches: 2, left: 4, choices: 4 };

/**
 * A pattern that every dialect reads alike and that is over soon: no group is repeated, nothing is looked back or ahead
 * to, and what can be read in several ways is so at most a few times.
 */
function isPlain(pattern: string): boolean {
  if (pattern.length > LONGEST_PATTERN || /\)[*+?{]|\(\?(?!:)|\\[^.\-/dwsDWS?+*()[\]{}|^$]|[*+?}][+*]/.test(pattern))
    return false;
  const count = (of: RegExp): number => pattern.match(of)?.length ?? 0;
  return count(STRETCHES) <= MOST.stretches && count(/(?<!\()\?/g) <= MOST.left && count(/\|/g) <= MOST.choices;
}

function fitsPattern(pattern: string, text: string, flags: string): Fit {
  if (!isPlain(pattern) || text.length > LONGEST_TEXT) return 'unknown';
  try {
    return fit(new RegExp(pattern, flags).test(text));
  } catch {
    return 'unknown';
  }
}

/** Some implementations want the whole text to fit, others a part of it: known is where both say the same. */
export function fitsExpression(pattern: string, text: string): Fit {
  const whole = fitsPattern(`^(?:${pattern})$`, text, '');
  if (whole !== 'no') return whole;
  return fitsPattern(pattern, text, '') === 'no' ? 'no' : 'unknown';
}

/**
 * Is a host (`Shop.example:80`) the one that is meant? An empty pattern is any. Of `*.example` an Ingress means exactly
 * one label in front (`label`), the Gateway API one or more (`suffix`).
 */
export function fitsHost(pattern: string, host: string, wildcard: 'label' | 'suffix'): boolean {
  const [meant, bare] = [bareHost(pattern), bareHost(host)];
  if (meant === '') return true;
  if (!meant.startsWith('*.')) return meant === bare;
  const own = bare.slice(0, Math.max(0, bare.length - meant.length + 1));
  return bare.endsWith(meant.slice(1)) && own !== '' && (wildcard === 'suffix' || !own.includes('.'));
}

/** 2: by name, 1: by a wildcard, 0: any host. */
export function hostRank(pattern: string): number {
  return pattern === '' ? 0 : pattern.startsWith('*.') ? 1 : 2;
}
