import type { Document } from '../core/document/document';
import type { SharedView } from './view-state';

/** Where the document on the bench comes from. */
export interface DocumentOrigin {
  /** Tells documents apart in what is kept. */
  readonly id: string;
  /** `shipped`: an example, a scene, an empty one. `link`: a link somebody sent. `here`: made, pasted or opened from a file. */
  readonly from: 'shipped' | 'link' | 'here';
  /** The document as it was opened. */
  readonly opened: Document;
}

export interface DocumentState {
  readonly present: Document;
  /** Edits keep it, undo brings it back with its document. */
  readonly origin: DocumentOrigin;
  /** Which opening of a document it comes from: edits keep the number, opening another document takes the next one. */
  readonly opening: number;
}

/**
 * `record`: one undo step. `coalesce`: edits in a row with the same key are one undo step. `skip`: none. `replace`: one undo
 * step, and what comes is another document made here: the one before is kept as when one is opened.
 */
export type EditIntent = 'record' | 'skip' | 'replace' | { readonly coalesce: string };

/** Changes of the document: what undo knows of. */
export interface DocumentActions {
  /** Applies a pure edit of core/document/edits; an edit that returns the same document does nothing. */
  readonly edit: (fn: (document: Document) => Document, intent?: EditIntent) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Replaces the document (undoable) and sends its first flow, or the view's. `origin`: another than one that is shipped. */
  readonly openDocument: (
    document: Document,
    view?: SharedView,
    origin?: Partial<Pick<DocumentOrigin, 'id' | 'from'>>,
  ) => void;
  /** Takes a new seed (one undo step for rolls in a row) and plays what it picks. */
  readonly dice: () => void;
}
