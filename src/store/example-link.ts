import type { Locale } from '../content/phrases';
import { encodeDocument, type Document } from '../core/document/document';
import { inMode } from '../core/document/edits/proxy';
import type { SharedView } from './view-state';

/** What a short link can say of a view; with anything else in it the link is the long one. */
const SAYS: ReadonlySet<string> = new Set<keyof SharedView>(['flowId', 'playhead', 'depth']);

/**
 * The short link of an example as it is shipped, in its own mode or another: `#example=ten-endpoints&mode=ipvs&flow=2`
 * (readAddress in link.ts). Undefined: the document was edited, or what is seen of it has no words in such a link.
 */
export async function exampleHash(present: Document, view: SharedView, locale: Locale): Promise<string | undefined> {
  const { flowId, playhead = 0, depth } = view;
  if (Object.keys(view).some((word) => !SAYS.has(word)) || !Number.isInteger(playhead)) return undefined;
  const { EXAMPLES } = await import('../content/examples');
  const text = encodeDocument(present);
  // Its title is a word of the language it was opened in.
  const isPresent = (made: Document): boolean =>
    encodeDocument({ ...inMode(made, present.mode), title: present.title }) === text;
  const found = EXAMPLES.find(
    ({ title, document }) => Object.values(title).includes(present.title) && isPresent(document(locale)),
  );
  if (!found) return undefined;
  const flow = present.flows.findIndex(({ id }) => id === flowId);
  const words = [
    `example=${found.id}`,
    ...(found.document(locale).mode === present.mode ? [] : [`mode=${present.mode}`]),
    ...(flow > 0 ? [`flow=${flow + 1}`] : []),
    ...(playhead > 0 ? [`step=${playhead + 1}`] : []),
    ...(depth === undefined ? [] : [`view=${depth}`]),
  ];
  return `#${words.join('&')}`;
}
