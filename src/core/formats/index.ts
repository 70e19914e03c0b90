import { IPTABLES_LIST } from './iptables-list';
import { IPTABLES_SAVE } from './iptables-save';
import { KUBERNETES_YAML } from './kubernetes-yaml';
import { PROJECT_FILE } from './project-file';

/** Every text format that can be read, most specific first: one line each. */
export const FORMATS = [PROJECT_FILE, IPTABLES_SAVE, IPTABLES_LIST, KUBERNETES_YAML] as const;

export type FormatId = (typeof FORMATS)[number]['id'];

/** A format and how sure it is of a text, 0..1. */
export interface Detected {
  readonly id: FormatId;
  readonly score: number;
}

/** The formats that claim a text, the surest first; equals in the list's order. Empty: none does. */
export function detectFormats(text: string): readonly Detected[] {
  return FORMATS.map(({ id, detect }) => ({ id, score: detect(text) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
}

/** The format that is surest of a text; undefined if none claims it. */
export function detectFormat(text: string): FormatId | undefined {
  return detectFormats(text)[0]?.id;
}
