import type { Document } from '../../core/document/document';
import type { Locale } from '../phrases';

/** A bench somebody can open with one click. One file each, one line below. */
export interface Example {
  readonly id: string;
  readonly title: Readonly<Record<Locale, string>>;
  /** One sentence: what will be seen. */
  readonly about: Readonly<Record<Locale, string>>;
  readonly document: () => Document;
}

/** The first one is the page's default. */
export const EXAMPLES: readonly Example[] = [];

/** The example of that id, if there is one. */
export function exampleById(id: string): Example | undefined {
  return EXAMPLES.find((example) => example.id === id);
}
