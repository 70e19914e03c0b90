import type { WordChoice, ClassTable } from './field-table';
import { LABELS } from './object-fields';
import { NAME_FIELDS } from './redact-line';
import type { Redactor } from './redact-text';

type Plain = Readonly<Record<string, unknown>>;

/**
 * Redacts plain data by the table of its fields. What the table does not know is hidden as a field of an object of
 * which nothing is known: numbers and switches stay where the table has them, words where they are the API's.
 */
export function redactFields<T>(value: T, fields: ClassTable, redactor: Redactor): T {
  // Every branch gives back what it was given: lists, objects with the same fields.
  return redactKnown(value, fields, redactor) as T;
}

function redactKnown(value: unknown, fields: ClassTable, redactor: Redactor): unknown {
  if (Array.isArray(value)) return value.map((item) => redactKnown(item, fields, redactor));
  if (typeof value === 'string') return redactString(value, fields, redactor);
  if (typeof value !== 'object' || value === null) return value;
  if (typeof fields !== 'object' || isChoice(fields)) return redactUnknown(value, '', redactor);
  return mapEntries(value as Plain, (key, item) => redactEntry({ key, item, of: value as Plain }, fields, redactor));
}

interface Entry {
  readonly key: string;
  readonly item: unknown;
  readonly of: Plain;
}

function redactEntry(
  { key, item, of }: Entry,
  fields: Readonly<Record<string, ClassTable>>,
  redactor: Redactor,
): [string, unknown] {
  const keys = fields['{key}'];
  const known = Object.hasOwn(fields, key) ? fields[key] : undefined;
  if (typeof keys === 'string' && keys !== 'plain')
    return [redactor.field(key, keys), redactKnown(item, known ?? fields['{}'] ?? 'plain', redactor)];
  if (known === undefined) return [redactor.key(key), redactUnknown(item, key, redactor)];
  return [key, redactKnown(item, typeof known === 'function' ? known(of) : known, redactor)];
}

function isChoice(fields: ClassTable): fields is WordChoice {
  return typeof fields === 'object' && typeof fields['words'] === 'object';
}

function redactString(text: string, fields: ClassTable, redactor: Redactor): string {
  if (isChoice(fields) && Object.hasOwn(fields.words, text)) return text;
  return redactor.field(text, typeof fields === 'string' && fields !== 'plain' ? fields : 'annotation');
}

/** Maps of labels, by the field that holds them, in objects that only this says something of. */
const LABEL_MAPS = new Set(['labels', 'matchLabels', 'selector', 'nodeSelector', 'annotations']);
const HOSTS = new Set(['host', 'hosts', 'hostname', 'hostnames', 'externalName']);
/** Of `matchExpressions`. */
const LABEL_VALUES = 'values';

/** A field nobody here knows, by the way YAML of such an object is hidden: `key` says at most that a name stands there. */
function redactUnknown(value: unknown, key: string, redactor: Redactor): unknown {
  if (Array.isArray(value)) return value.map((item) => redactUnknown(item, key, redactor));
  if (typeof value === 'string') return redactor.field(value, classOfUnknown(key));
  if (typeof value === 'number') return redactNumber(value, redactor);
  if (typeof value !== 'object' || value === null) return value;
  const isMap = LABEL_MAPS.has(key) && Object.values(value).every((item) => typeof item === 'string');
  if (isMap) return redactKnown(value, LABELS, redactor);
  return mapEntries(value as Plain, (name, item) => [redactor.key(name), redactUnknown(item, name, redactor)]);
}

function classOfUnknown(key: string): 'host' | 'key' | 'label' | 'name' | 'annotation' {
  if (HOSTS.has(key)) return 'host';
  if (key === 'key') return 'key';
  if (key === LABEL_VALUES || key === 'path') return 'label';
  return NAME_FIELDS.has(key) || key.endsWith('Name') ? 'name' : 'annotation';
}

/** As long as it would be as a text; a number that tells one of all others does not stay. */
function redactNumber(value: number, redactor: Redactor): number {
  const after = Number(redactor.field(String(value), 'label'));
  return Number.isFinite(after) ? after : 0;
}

function mapEntries(value: Plain, map: (key: string, item: unknown) => readonly [string, unknown]): Plain {
  return Object.fromEntries(Object.entries(value).map(([key, item]) => map(key, item)));
}
