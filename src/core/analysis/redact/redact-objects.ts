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
]);
/** Maps whose keys are names. */
const NAMED_KEYS = new Set(['labels', 'annotations', 'selector', 'matchLabels']);
/** Values that hold words of a listing: texts, and devices, whose names stay when they say only what they are. */
const TEXTS = new Set(['text', 'device', 'dev']);
/** What a person said of a node: devices, routes, sysctls, as the listings would write them. */
const FACTS = 'facts';

/** Redacts plain data (API objects, a document) field by field; numbers, switches and API words stay. */
export function redactData<T>(value: T, redactor: Redactor): T {
  // Every branch gives back what it was given: lists as lists, objects with the same fields.
  return redactValue(value, '', redactor) as T;
}

function redactValue(value: unknown, key: string, redactor: Redactor): unknown {
  if (typeof value === 'string') return redactString(value, key, redactor);
  if (Array.isArray(value)) return value.map((item) => redactValue(item, key, redactor));
  if (typeof value !== 'object' || value === null) return value;
  if (key === FACTS) return redactFacts(value, redactor);
  const named = NAMED_KEYS.has(key);
  const entries = Object.entries(value).map(([name, item]) => {
    const field = named && !name.includes('kubernetes.io/') ? redactor.name(name) : name;
    return [field, redactValue(item, name, redactor)] as const;
  });
  return Object.fromEntries(entries);
}

/** Strings as in listings; in keys the device of `net.ipv4.conf.eth0.rp_filter`. */
function redactFacts(value: unknown, redactor: Redactor): unknown {
  if (typeof value === 'string') return redactor.text(value);
  if (Array.isArray(value)) return value.map((item) => redactFacts(item, redactor));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, item]) => {
    const [, head, device, tail] = /^(net\.ipv[46]\.(?:conf|neigh)\.)(.+)(\.\w+)$/.exec(name) ?? [];
    const key = device === undefined || device === 'default' ? name : `${head}${redactor.text(device)}${tail}`;
    return [key, name === 'kind' ? item : redactFacts(item, redactor)] as const;
  });
  return Object.fromEntries(entries);
}

function redactString(value: string, key: string, redactor: Redactor): string {
  if (value === '' || value === 'cluster.local' || ENUMS.has(key) || /^-?\d+(?:\.\d+)?\w{0,2}$/.test(value))
    return value;
  if (TEXTS.has(key)) return redactor.text(value);
  const address = redactor.address(value);
  if (address !== value) return address;
  if (/^[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?$/.test(value) && /[a-z]/.test(value)) return redactor.name(value);
  return redactor.text(value);
}
