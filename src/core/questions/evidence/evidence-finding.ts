import type { Phrase } from '../../lib/phrase';

/** Something that texts prove and that is the cause of many reports, with what mends it. */
export interface EvidenceFinding {
  readonly id: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly says: Phrase;
  readonly next: Phrase;
  /** The object it is about: `Service default/web`. */
  readonly path?: string;
  /** Words of the line that shows it, in their order. */
  readonly words?: readonly string[];
}
