import { isFields } from '../kubernetes/policy/selector';

/** A field that two states of an object have differently; undefined: it is not there. */
export interface FieldChange {
  /** `spec.ports[53/UDP].nodePort`. */
  readonly field: string;
  readonly before?: string;
  readonly after?: string;
}

/** The API server's own bookkeeping, and what tools write beside an object. */
const NOISE =
  /^(?:apiVersion|metadata\.(?:managedFields|resourceVersion|generation|selfLink|uid|creationTimestamp|annotations\[(?:kubectl\.kubernetes\.io\/|deployment\.kubernetes\.io\/)|annotations\.kubectl)|status\.(?!loadBalancer))/;

const writeValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Names an item of a list: a port with its protocol, else by its name, else its number. */
function nameItem(item: unknown, at: number): string {
  if (!isFields(item)) return String(at);
  const { name, port, containerPort = port, protocol = 'TCP' } = item;
  if (containerPort !== undefined) return `${writeValue(containerPort)}/${writeValue(protocol)}`;
  return typeof name === 'string' ? name : String(at);
}

function* listLeaves(value: unknown, path: string): Generator<readonly [field: string, value: string]> {
  if (NOISE.test(path)) return;
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) yield* listLeaves(item, `${path}[${nameItem(item, at)}]`);
  } else if (isFields(value)) {
    for (const [key, item] of Object.entries(value)) {
      const own = /[./]/.test(key) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
      yield* listLeaves(item, own);
    }
  } else if (value !== null && value !== undefined) yield [path, writeValue(value)];
}

/** Fields by which two states of an object differ, in the order in which the states have them: what both leave out, and bookkeeping, is none. */
export function listChanges(before: unknown, after: unknown): readonly FieldChange[] {
  const one = new Map(listLeaves(before, ''));
  const other = new Map(listLeaves(after, ''));
  return [...new Set([...one.keys(), ...other.keys()])]
    .filter((field) => one.get(field) !== other.get(field))
    .map((field) => {
      const [was, is] = [one.get(field), other.get(field)];
      return { field, ...(was === undefined ? {} : { before: was }), ...(is === undefined ? {} : { after: is }) };
    });
}
