import type { Document } from '../../core/document/document';
import type { Locale } from '../languages';

/** A Sheet that can be read: its text, and the benches its figures stand on. */
export interface ShelfSheet {
  readonly id: string;
  readonly text: string;
  /** The id of the lesson it is made of, whose figures are scenes by their ids; absent: of none. */
  readonly lesson?: string;
  readonly benches: (locale: Locale) => Readonly<Record<string, Document>>;
}
