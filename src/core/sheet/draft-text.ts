import { stringify } from 'yaml';
import type { Diagnostic } from '../formats/format';
import { readObjectText } from '../formats/kubernetes/read';
import { asDraft, type SheetDraft } from './draft';
import { readSheet } from './read';

/** A text of a Sheet while it is typed. */
interface TypedDraft {
  /** Absent: it cannot be read as a Sheet's parts at all. */
  readonly draft?: SheetDraft;
  /** All that is wrong with it, each with its place in the text. */
  readonly faults: readonly Diagnostic[];
}

/** A draft as the text of its file: YAML, each sentence on a line of its own. */
export function printDraft(draft: SheetDraft): string {
  return stringify(draft, { lineWidth: 0 });
}

/** Reads a text that is typed, YAML or JSON. Never throws: what is wrong is told with its place, and a draft may have faults. */
export function readDraftText(text: string): TypedDraft {
  const sheet = readSheet(text);
  const faults = sheet.ok ? [] : sheet.error;
  const { documents, diagnostics } = readObjectText(text);
  const isBroken = diagnostics.some(({ severity }) => severity === 'error');
  const draft = isBroken || documents.length !== 1 ? undefined : asDraft(documents[0]?.value);
  return { faults, ...(draft ? { draft } : {}) };
}
