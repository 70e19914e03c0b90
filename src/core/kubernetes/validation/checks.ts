import { parseCidr, parseIp } from '../../net/ip';
import type { Phrase, PhraseIdBelow } from '../../lib/phrase';
import { finding, INVALID, type Finding } from '../finding';
import type { KubernetesObject, Labels } from '../types';

/** The API's name formats (k8s.io/apimachinery/pkg/util/validation). */
const LABEL_1123 = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const LABEL_1035 = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;
const LABEL_VALUE = /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/;

/** A label of a DNS name: at most 63 of a-z, 0-9 and `-`. */
export function isDns1123Label(text: string): boolean {
  return text.length <= 63 && LABEL_1123.test(text);
}

/** As a DNS-1123 label, but beginning with a letter: Service names. */
export function isDns1035Label(text: string): boolean {
  return text.length <= 63 && LABEL_1035.test(text);
}

/** Labels joined by dots, at most 253 characters: names of Nodes and Pods. */
export function isDns1123Subdomain(text: string): boolean {
  return text.length <= 253 && text.split('.').every((label) => LABEL_1123.test(label));
}

/** A name of a container port: at most 15 of a-z, 0-9 and single `-`, with a letter in it. */
export function isPortName(text: string): boolean {
  return text.length <= 15 && LABEL_1123.test(text) && /[a-z]/.test(text) && !text.includes('--');
}

/** A key of a label: an optional DNS prefix and `/`, then at most 63 characters. */
function isLabelKey(text: string): boolean {
  const parts = text.split('/');
  if (parts.length > 2) return false;
  const name = parts.at(-1) ?? '';
  const prefix = parts.length === 2 ? parts[0] : undefined;
  return name !== '' && isLabelValue(name) && (prefix === undefined || isDns1123Subdomain(prefix));
}

/** A value of a label: at most 63 characters, may be empty. */
function isLabelValue(text: string): boolean {
  return text.length <= 63 && LABEL_VALUE.test(text);
}

/** 1 to 65535. */
export function isPort(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= 65_535;
}

/** An IPv4 or IPv6 address. */
export function isIp(text: string): boolean {
  return parseIp(text).ok;
}

/** An address with a prefix length. */
export function isCidr(text: string): boolean {
  return text.includes('/') && parseCidr(text).ok;
}

/** A sentence below `kubernetes.validate`. */
export type CheckId = PhraseIdBelow<'kubernetes.validate'>;

/** Collects what is wrong with one object. */
export class Checks {
  readonly #object: KubernetesObject;
  readonly findings: Finding[] = [];

  constructor(object: KubernetesObject) {
    this.#object = object;
  }

  /** Says `id` of a path unless the condition holds. */
  require(condition: boolean, path: string, id: CheckId, values?: Phrase['values']): void {
    if (!condition) this.add(INVALID, path, id, values);
  }

  add(kind: Pick<Finding, 'severity' | 'code'>, path: string, id: CheckId, values?: Phrase['values']): void {
    this.findings.push(finding(this.#object, kind, path, `validate.${id}`, values));
  }

  /** One of a fixed set of words; absent or empty is fine. */
  oneOf(value: string | undefined, path: string, allowed: readonly string[]): void {
    if (value === undefined || value === '') return;
    this.require(allowed.includes(value), path, 'one-of', { value, allowed: allowed.join(', ') });
  }

  labels(labels: Labels | undefined, path: string): void {
    for (const [key, value] of Object.entries(labels ?? {})) {
      this.require(isLabelKey(key), path, 'label-key', { key });
      this.require(typeof value === 'string' && isLabelValue(value), `${path}.${key}`, 'label-value', {
        key,
        value,
      });
    }
  }
}
