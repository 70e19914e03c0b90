import { objectsOfTables } from '../formats/kubectl-table/objects';
import { readObjectText } from '../formats/kubernetes/read';
import { isFields } from '../kubernetes/policy/selector';
import { Memo } from '../lib/memo';
import type { Steps } from '../lib/scan';
import { readTextInSteps } from '../paste/read-text';

/** An object as one place of a text shows it. Lines count from 0. */
export interface ShownObject {
  readonly kind: string;
  /** `shop/front`. */
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly how: 'row' | 'written';
  readonly from: number;
  /** The line behind its last. */
  readonly to: number;
}

/** Longer texts are dumps. */
const LONGEST = 100_000;
const BEGINS = /^(\s*)(?:apiVersion|kind):\s*\S/;
/** Fields an object has beside each other, and items of a list that is not indented. */
const GOES_ON =
  /^(?:(apiVersion|kind|metadata|spec|status|data|addressType|ports|endpoints|subsets)\s*:|- ["'\w.-]{1,80}\s*:)/;
const isBlank = (line: string): boolean => /^\s*(?:#.*)?$/.test(line);

interface Block {
  readonly from: number;
  readonly to: number;
}

/** The end of an object that begins on a line: where a line stands that none of its fields is, or a field of it comes again. */
function endBlock(lines: readonly string[], from: number, indent: string): number {
  const seen = new Set<string>();
  let end = from;
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (isBlank(line)) continue;
    const own = line.startsWith(indent) ? line.slice(indent.length) : '';
    const field = GOES_ON.exec(own);
    if (!/^\s/.test(own) && !field) break;
    if (field?.[1] !== undefined && seen.has(field[1])) break;
    if (field?.[1] !== undefined) seen.add(field[1]);
    end = at + 1;
  }
  return end;
}

function listBlocks(lines: readonly string[]): readonly Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; at++) {
    const indent = BEGINS.exec(lines[at] ?? '')?.[1];
    if (indent === undefined) continue;
    const to = endBlock(lines, at, indent);
    blocks.push({ from: at, to });
    at = to - 1;
  }
  return blocks;
}

function nameFields(value: unknown): Pick<ShownObject, 'kind' | 'name' | 'fields'> | undefined {
  if (!isFields(value) || !isFields(value['metadata'])) return undefined;
  const { kind } = value;
  const { name, namespace = 'default' } = value['metadata'];
  if (typeof kind !== 'string' || typeof name !== 'string' || typeof namespace !== 'string') return undefined;
  return { kind, name: `${namespace}/${name}`, fields: value };
}

function* listWritten(lines: readonly string[]): Generator<ShownObject> {
  for (const { from, to } of listBlocks(lines)) {
    const { documents, diagnostics } = readObjectText(lines.slice(from, to).join('\n'));
    const named = documents.length === 1 ? nameFields(documents[0]?.value) : undefined;
    const isSound = diagnostics.every(({ severity }) => severity !== 'error');
    if (named && isSound) yield { ...named, how: 'written', from, to };
  }
}

function* listRows(text: string): Steps<readonly ShownObject[]> {
  const { machine } = yield* readTextInSteps({ id: '0', title: '', text }, new Memo());
  return machine.tables.flatMap(({ value: table }) =>
    objectsOfTables([{ table, namespace: table.namespace }]).flatMap(({ value, span }): readonly ShownObject[] => {
      const named = value['kind'] === 'Service' ? nameFields(value) : undefined;
      return named ? [{ ...named, how: 'row', from: span.line - 1, to: span.line }] : [];
    }),
  );
}

/** The header of a table of Services. */
const TABLE = /\bNAME +TYPE +CLUSTER-IP\b/;

/**
 * Reads the objects that a text shows, as often as it shows them, in their order: those that are written out as YAML with their names, and
 * Services that tables list. Of a longer text than a report none.
 */
export function* listShownObjects(text: string): Steps<readonly ShownObject[]> {
  if (text.length > LONGEST) return [];
  const written = [...listWritten(text.split('\n'))];
  const rows = TABLE.test(text) ? yield* listRows(text) : [];
  return [...written, ...rows].toSorted((a, b) => a.from - b.from);
}
