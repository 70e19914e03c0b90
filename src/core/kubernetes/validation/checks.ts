import type { Phrase, PhraseIdBelow } from '../../lib/phrase';
import { finding, INVALID, type Finding } from '../finding';
import type { KubernetesObject, Labels } from '../types';
import { isLabelKey, isLabelValue } from './names';

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
