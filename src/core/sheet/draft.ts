import { isBlockName } from './read';

/** A block as it stands in the text of a Sheet: its kind with what is below it, what is to be said, minutes. */
export type DraftBlock = Readonly<Record<string, unknown>>;

/** The text of a Sheet as data, which may have faults: what is edited. */
export interface SheetDraft {
  readonly title: unknown;
  readonly blocks: readonly DraftBlock[];
  readonly minutes?: number;
  readonly [field: string]: unknown;
}

/** A part that is edited as one: a text, or a figure with its heading and its question. Places of blocks, the last is its own. */
export interface DraftPart {
  readonly from: number;
  readonly to: number;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads the JSON of a Sheet; undefined: it is none. What is wrong within it `readSheet` tells. */
export function readDraft(text: string): SheetDraft | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isSheet = isRecord(value) && value['sheet'] === 1 && Array.isArray(value['blocks']);
    return isSheet && (value['blocks'] as unknown[]).every(isRecord) ? (value as SheetDraft) : undefined;
  } catch {
    return undefined;
  }
}

/** The kind of a block; empty: none that is known. */
export function kindOfBlock(block: DraftBlock): string {
  return Object.keys(block).find(isBlockName) ?? '';
}

/** The fields below the kind of a block. */
export function readFields(block: DraftBlock | undefined): Readonly<Record<string, unknown>> {
  const value = block && block[kindOfBlock(block)];
  return isRecord(value) ? value : {};
}

const TEXTS: ReadonlySet<string> = new Set(['lede', 'h', 'p']);

/** Is a block a text? */
export const isText = (block: DraftBlock): boolean => TEXTS.has(kindOfBlock(block));

/** The parts of a Sheet in their order: a heading and a question right before a figure are its own. */
export function listParts({ blocks }: Pick<SheetDraft, 'blocks'>): readonly DraftPart[] {
  const parts: DraftPart[] = [];
  let from = 0;
  blocks.forEach((block, at) => {
    const kind = kindOfBlock(block);
    const next = blocks[at + 1];
    const isAsked = kind === 'ask' && next !== undefined && readFields(block)['before'] === readFields(next)['id'];
    const isHead = kind === 'h' && next !== undefined && !isText(next);
    if (isAsked || isHead) return;
    parts.push({ from, to: at });
    from = at + 1;
  });
  return parts;
}

/** Blocks with a run of them replaced. */
function splice(
  blocks: readonly DraftBlock[],
  { from, to }: DraftPart,
  by: readonly DraftBlock[],
): readonly DraftBlock[] {
  return [...blocks.slice(0, from), ...by, ...blocks.slice(to + 1)];
}

/** A text that nobody has written yet. */
export const UNWRITTEN = '…';

/** The Sheet with blocks put behind a part, by its number; -1: before the first. */
export function insertBlocks(draft: SheetDraft, after: number, added: readonly DraftBlock[]): SheetDraft {
  const at = (listParts(draft)[after]?.to ?? -1) + 1;
  return { ...draft, blocks: splice(draft.blocks, { from: at, to: at - 1 }, added) };
}

/** The Sheet without a part; one that would be empty has a text that waits to be written. */
export function removePart(draft: SheetDraft, number: number): SheetDraft {
  const part = listParts(draft)[number];
  const blocks = part ? splice(draft.blocks, part, []) : draft.blocks;
  return { ...draft, blocks: blocks.length > 0 ? blocks : [{ p: { en: UNWRITTEN } }] };
}

/** The Sheet with a part moved so that it is the part of that number. */
export function movePart(draft: SheetDraft, number: number, to: number): SheetDraft {
  const parts = listParts(draft);
  const part = parts[number];
  if (!part || to < 0 || to >= parts.length || to === number) return draft;
  const moved = draft.blocks.slice(part.from, part.to + 1);
  const rest = parts.filter((_, at) => at !== number).map(({ from, to: end }) => draft.blocks.slice(from, end + 1));
  return { ...draft, blocks: rest.toSpliced(to, 0, moved).flat() };
}

/** The Sheet with one block changed. */
export function changeBlock(draft: SheetDraft, at: number, change: (block: DraftBlock) => DraftBlock): SheetDraft {
  return { ...draft, blocks: draft.blocks.map((block, index) => (index === at ? change(block) : block)) };
}

/** The Sheet with what is asked before a figure; `kind` undefined: nothing is. */
export function askBefore(draft: SheetDraft, number: number, kind: string | undefined): SheetDraft {
  const part = listParts(draft)[number];
  const id = readFields(part && draft.blocks[part.to])['id'];
  if (!part || typeof id !== 'string') return draft;
  const own = draft.blocks.slice(part.from, part.to + 1).filter((block) => kindOfBlock(block) !== 'ask');
  const asks = kind === undefined ? [] : [{ ask: { id: `q-${id}`, before: id, kind } }];
  return { ...draft, blocks: splice(draft.blocks, part, [...own.slice(0, -1), ...asks, ...own.slice(-1)]) };
}

/** A text of a draft in a language, and the tag it stands under: English, where that language has none. */
export function pickText(texts: unknown, locale: string): { readonly tag: string; readonly text: string } {
  const all = isRecord(texts) ? texts : {};
  const tag = typeof all[locale] === 'string' ? locale : 'en';
  const text = all[tag];
  return { tag, text: typeof text === 'string' && text !== UNWRITTEN ? text : '' };
}

/** Texts with one of them written; an empty one waits to be written. */
export function putText(texts: unknown, tag: string, text: string): object {
  return { ...(isRecord(texts) ? texts : {}), [tag]: text === '' ? UNWRITTEN : text };
}

/** The Sheet whose `minutes` are the sum over its blocks, at least 1; unchanged where no block has any. */
export function withMinutes(draft: SheetDraft): SheetDraft {
  const sum = draft.blocks.reduce((all, { minutes }) => all + (typeof minutes === 'number' ? minutes : 0), 0);
  return sum > 0 ? { ...draft, minutes: Math.max(1, Math.round(sum)) } : draft;
}

/** The Sheet without what only its author says: as it is handed out. */
export function withoutSpeech(draft: SheetDraft): SheetDraft {
  return { ...draft, blocks: draft.blocks.map(({ say: _say, ...block }) => block) };
}

/** Fields that hold texts by language. */
const WORDED: ReadonlySet<string> = new Set([...TEXTS, 'title', 'say']);
const TAG = /^[a-z]{2,3}$/;

/** The Sheet with every sentence of its author changed: titles, texts, notes, steps and what is to be said. */
export async function changeSentences(
  draft: SheetDraft,
  change: (text: string) => Promise<string>,
): Promise<SheetDraft> {
  const inTexts = async (value: unknown): Promise<unknown> =>
    isRecord(value)
      ? Object.fromEntries(
          await Promise.all(
            Object.entries(value).map(async ([tag, text]) => [
              tag,
              TAG.test(tag) && typeof text === 'string' ? await change(text) : text,
            ]),
          ),
        )
      : value;
  const walk = async (value: unknown): Promise<unknown> => {
    if (Array.isArray(value)) return Promise.all(value.map(inStep));
    if (!isRecord(value)) return value;
    const all = Object.entries(value).map(async ([name, each]) => [
      name,
      WORDED.has(name) ? await inTexts(each) : name === 'notes' ? await inNotes(each) : await walk(each),
    ]);
    return Object.fromEntries(await Promise.all(all));
  };
  const inStep = async (value: unknown): Promise<unknown> => walk(await inTexts(value));
  const inNotes = async (value: unknown): Promise<unknown> =>
    isRecord(value)
      ? Object.fromEntries(
          await Promise.all(Object.entries(value).map(async ([name, texts]) => [name, await inTexts(texts)])),
        )
      : value;
  return (await walk(draft)) as SheetDraft;
}
