import { withoutKeys } from '../core/formats/kubernetes/keys';
import type { Access } from './access';
import type { UnpackedFile } from './archive';

/** A text that came in and is not on the bench yet. */
export interface PendingText {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** The machine it is of, if a person said so. */
  readonly node?: string;
  /** What a person says of the machines its prompts name. */
  readonly machines?: Readonly<Record<string, string>>;
}

/** Texts that came in and are not on the bench; kept while the window that shows them is closed. */
export interface InboxState {
  readonly texts: readonly PendingText[];
  /** Names of files that could not be read. */
  readonly unreadable: readonly string[];
  /** The text the pasted node is compared with. */
  readonly second: Pick<PendingText, 'title' | 'text'> | undefined;
}

export interface InboxActions {
  /** Puts texts into the inbox; they stay until they are opened or removed. */
  readonly receiveTexts: (texts: readonly Omit<PendingText, 'id'>[]) => void;
  /** Reads dropped or chosen files as text, archives as what is in them; one that cannot be read is named and the others stand. */
  readonly receiveFiles: (files: readonly File[]) => Promise<void>;
  /** Gives a text another title, or says which machine it is of. */
  readonly changeText: (id: string, change: (text: PendingText) => PendingText) => void;
  readonly discardText: (id: string) => void;
  readonly clearInbox: () => void;
  /** Puts a text in the place of the one before; undefined: none. */
  readonly setSecondDump: (second: InboxState['second']) => void;
}

/** Before anything came in. */
export const EMPTY_INBOX: InboxState = { texts: [], unreadable: [], second: undefined };

/** Names of archives; what unpacks them is loaded with the first of them. */
const ARCHIVE = /\.(?:gz|tgz|tar|zip)$/i;

async function readFile(file: File): Promise<UnpackedFile> {
  if (!ARCHIVE.test(file.name)) return { texts: [{ title: file.name, text: await file.text() }], unreadable: [] };
  const { unpackFile } = await import('./archive');
  return unpackFile(file.name, new Uint8Array(await file.arrayBuffer()));
}

/** Texts that came in, until they are on the bench. */
export function inboxActions(access: Access): InboxActions {
  let count = 0;
  const patch = (change: (inbox: InboxState) => Partial<InboxState>): void =>
    access.set(({ inbox }) => ({ inbox: { ...inbox, ...change(inbox) } }));
  const receiveTexts: InboxActions['receiveTexts'] = (texts) => {
    const kept = texts.filter(({ text }) => text !== '').map((each) => ({ ...each, text: withoutKeys(each.text) }));
    const added = kept.map((each) => ({ id: `pending-${++count}`, ...each }));
    if (added.length > 0) patch((inbox) => ({ texts: [...inbox.texts, ...added] }));
  };
  return {
    receiveTexts,
    receiveFiles: async (files) => {
      for (const file of files) {
        try {
          const { texts, unreadable } = await readFile(file);
          receiveTexts(texts);
          if (unreadable.length > 0) patch((inbox) => ({ unreadable: [...inbox.unreadable, ...unreadable] }));
        } catch {
          patch(({ unreadable }) => ({ unreadable: [...unreadable, file.name] }));
        }
      }
    },
    changeText: (id, change) =>
      patch(({ texts }) => ({ texts: texts.map((text) => (text.id === id ? change(text) : text)) })),
    discardText: (id) => patch(({ texts }) => ({ texts: texts.filter((text) => text.id !== id) })),
    clearInbox: () => patch(({ second }) => ({ ...EMPTY_INBOX, second })),
    setSecondDump: (second) => patch(() => ({ second })),
  };
}
