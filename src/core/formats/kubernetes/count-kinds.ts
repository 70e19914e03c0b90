const LISTS = { Node: 'nodes', Pod: 'pods', Service: 'services', EndpointSlice: 'endpointSlices' } as const;

/** A shorter text is read as soon as it is counted. */
const LONG = 1_000_000;
/** The kind of a document or of a List's item, as kubectl indents them; further in stand references to other objects. */
const KIND = /^(?:- |  |  - )?kind:[ \t]*(Node|Pod|Service|EndpointSlice)[ \t]*\r?$/gm;

/** How many objects of each kind a long YAML text has, without reading it; JSON is read as fast as it is counted. */
export function countKinds(text: string): Partial<Record<(typeof LISTS)[keyof typeof LISTS], number>> {
  const counts: Partial<Record<(typeof LISTS)[keyof typeof LISTS], number>> = {};
  if (text.length < LONG) return counts;
  for (const [, kind] of text.matchAll(KIND)) {
    const list = LISTS[kind as keyof typeof LISTS];
    counts[list] = (counts[list] ?? 0) + 1;
  }
  return counts;
}
