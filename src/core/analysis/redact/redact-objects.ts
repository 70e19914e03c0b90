import type { Redactor } from './redact-text';

/** Fields whose values are words of the API, not names. */
const ENUMS = new Set([
  'apiVersion',
  'kind',
  'type',
  'protocol',
  'addressType',
  'ipFamilies',
  'ipFamilyPolicy',
  'externalTrafficPolicy',
  'internalTrafficPolicy',
  'sessionAffinity',
  'status',
  'phase',
  'mode',
  'detectLocalMode',
  'scheduler',
  'ipMode',
  'trafficDistribution',
  'restartPolicy',
  'effect',
  'subject',
  'via',
  'id',
  'syncPeriod',
  'minSyncPeriod',
  'release',
  'clusterDomain',
]);
/** Maps whose keys are names. */
const NAMED_KEYS = new Set(['labels', 'annotations', 'selector', 'matchLabels']);
const TEXTS = new Set(['text']);

/** Redacts plain data (API objects, a document) field by field; numbers, switches and API words stay. */
export function redactData<T>(value: T, redactor: Redactor): T {
  // Every branch gives back what it was given: lists as lists, objects with the same fields.
  return redactValue(value, '', redactor) as T;
}

function redactValue(value: unknown, key: string, redactor: Redactor): unknown {
  if (typeof value === 'string') return redactString(value, key, redactor);
  if (Array.isArray(value)) return value.map((item) => redactValue(item, key, redactor));
  if (typeof value !== 'object' || value === null) return value;
  const named = NAMED_KEYS.has(key);
  const entries = Object.entries(value).map(([name, item]) => {
    const field = named && !name.includes('kubernetes.io/') ? redactor.name(name) : name;
    return [field, redactValue(item, name, redactor)] as const;
  });
  return Object.fromEntries(entries);
}

function redactString(value: string, key: string, redactor: Redactor): string {
  if (value === '' || ENUMS.has(key) || /^-?\d+(?:\.\d+)?\w{0,2}$/.test(value)) return value;
  if (TEXTS.has(key)) return redactor.text(value);
  const address = redactor.address(value);
  if (address !== value) return address;
  if (/^[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?$/.test(value) && /[a-z]/.test(value)) return redactor.name(value);
  return redactor.text(value);
}
