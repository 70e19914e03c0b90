import type { Phrase } from '../../lib/phrase';

/** Something that texts prove and that is the cause of many reports, with what mends it. */
export interface EvidenceFinding {
  readonly id: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly says: Phrase;
  readonly next: Phrase;
  /** Sentences that go on from the first. */
  readonly also?: readonly Phrase[];
  /** True where it says only what follows if something is missing that the texts neither show nor deny: a question, and no fault. */
  readonly isOpen?: boolean;
  /** The object it is about: `Service default/web`. */
  readonly path?: string;
  /** The packet it is of, where it is of one: `10.244.2.14:41522 -> 10.96.0.10:53/udp`. */
  readonly flow?: string;
  /** A Service whose endpoint answers on a walk by nothing but what is told: it is as it should be. */
  readonly shows?: 'served';
  /** Words of the line that shows it, in their order. */
  readonly words?: readonly string[];
  /** Of further lines that show it, the same. */
  readonly others?: readonly (readonly string[])[];
}
