import { bareHost } from '../../net/http';

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

/**
 * A pattern that every dialect reads alike and that is over soon: no group is repeated, nothing is looked back or ahead
 * to, and at most two parts repeat without end.
 */
function isPlain(pattern: string): boolean {
  if (pattern.length > LONGEST_PATTERN || /\)[*+?{]|\(\?(?!:)|\\[^.\-/dwsDWS?+*()[\]{}|^$]|[*+?}][+*]/.test(pattern))
    return false;
  return (pattern.match(/[*+]|\{\d+,\}/g) ?? []).length <= 2;
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
