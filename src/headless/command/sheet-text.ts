import type { RenderedSheet } from '../../core/sheet/render';
import { sheetMarkdown } from '../../core/sheet/markdown';
import { plainName } from '../../core/story/cast';
import type { CommandCall } from './command';

/** A Sheet as Markdown in the language of a call: what `--markdown` prints. */
export function writeSheet(sheet: RenderedSheet, { locale, say }: Pick<CommandCall, 'locale' | 'say'>): string {
  const named = (walk: string, id: string): string => {
    const netns = sheet.walks.get(walk)?.derived.network.netns.get(id);
    return netns ? plainName(netns.title) : id;
  };
  return sheetMarkdown(sheet, { locale, say, named });
}
