import type { Document } from '../../../core/document/document';
import { encodeDocument } from '../../../core/document/document';
import {
  insertBlocks,
  kindOfBlock,
  listParts,
  readDraft,
  readFields,
  type SheetDraft,
} from '../../../core/sheet/draft';
import type { Diagnostic } from '../../../core/formats/format';
import { sceneBlocks } from '../../../content/sheets/lessons';
import type { Locale } from '../../../content/languages';
import type { OwnSheet } from '../../../store/scene-state';

/** A Sheet that is edited: its text as data, and the documents of its figures. */
export interface Edited {
  readonly draft: SheetDraft;
  readonly benches: OwnSheet['benches'];
}

/** What is edited, and what it was before each change. */
export interface EditHistory {
  readonly past: readonly Edited[];
  readonly now: Edited;
  readonly undone: readonly Edited[];
  /** The field that was written last: what is written there next is one change with it. */
  readonly field: string | undefined;
}

/** So many changes can be undone. */
const MOST_UNDONE = 200;

/** A history with one change more; `field`: where it was written. */
export function changed({ past, now, field: last }: EditHistory, next: Edited, field?: string): EditHistory {
  const isSame = field !== undefined && field === last;
  return { past: isSame ? past : [...past, now].slice(-MOST_UNDONE), now: next, undone: [], field };
}

/** The history one change back; as it is, where there is none. */
export function undo({ past, now, undone, field }: EditHistory): EditHistory {
  const before = past.at(-1);
  return before
    ? { past: past.slice(0, -1), now: before, undone: [...undone, now], field: undefined }
    : { past, now, undone, field };
}

/** The history with the last undone change made again. */
export function redo({ past, now, undone, field }: EditHistory): EditHistory {
  const next = undone.at(-1);
  return next
    ? { past: [...past, now], now: next, undone: undone.slice(0, -1), field: undefined }
    : { past, now, undone, field };
}

/** The Sheet that is edited, as it is kept: documents no figure calls for are left out. */
export function keepEdited(id: string, { draft, benches }: Edited): OwnSheet {
  const called = new Set([draft['bench'], ...draft.blocks.map((block) => readFields(block)['bench'])]);
  return {
    id,
    text: JSON.stringify({ ...draft, id }),
    benches: Object.fromEntries(Object.entries(benches).filter(([name]) => called.has(name))),
  };
}

/** A Sheet that was kept, to be edited; undefined: it cannot be read. */
export function openEdited({ text, benches }: OwnSheet): Edited | undefined {
  const draft = readDraft(text);
  return draft && { draft, benches };
}

/** A name that no figure and no document has: the one that is wanted, or with a number. */
function freeName({ draft, benches }: Edited, wanted: string): string {
  const taken = new Set([...Object.keys(benches), ...draft.blocks.map((block) => readFields(block)['id'])]);
  if (!taken.has(wanted)) return wanted;
  let number = 2;
  while (taken.has(`${wanted}-${number}`)) number++;
  return `${wanted}-${number}`;
}

/** What can be put into a Sheet: a scene of the lessons, or what is on the bench. */
export type PickedScene = Parameters<typeof sceneBlocks>[0];

/** A Sheet with a scene put behind a part: its heading, question and figure, notes and document. */
export function addScene(
  edited: Edited,
  after: number,
  { scene, locale }: { readonly scene: PickedScene; readonly locale: Locale },
): Edited {
  const id = freeName(edited, scene.id);
  const document: Document = scene.document(locale);
  return {
    draft: insertBlocks(edited.draft, after, sceneBlocks({ ...scene, id }) as SheetDraft['blocks']),
    benches: { ...edited.benches, [id]: encodeDocument(document) },
  };
}

/** True where a text has the blocks of a draft in their order: what was found in it is then placed in the draft. */
export function isBuiltAlike({ blocks }: SheetDraft, text: string): boolean {
  const spell = (all: SheetDraft['blocks']): string =>
    JSON.stringify(all.map((block) => [kindOfBlock(block), readFields(block)['id']]));
  return spell(blocks) === spell(readDraft(text)?.blocks ?? []);
}

/** Faults by the number of the part they stand in; -1: in what is above all parts. */
export function placeFaults(
  draft: SheetDraft,
  faults: readonly Diagnostic[],
): ReadonlyMap<number, readonly Diagnostic[]> {
  const parts = listParts(draft);
  const placed = new Map<number, Diagnostic[]>();
  for (const fault of faults) {
    const block = Number(/^blocks\.(\d+)/.exec(fault.path ?? '')?.[1] ?? -1);
    const part = parts.findIndex(({ from, to }) => block >= from && block <= to);
    placed.set(part, [...(placed.get(part) ?? []), fault]);
  }
  return placed;
}
