/** No more of a text is looked through for the name of an object. */
const MOST_LOOKED = 2_000_000;
const KIND = /^(?:- )?kind:[ \t]*["']?([A-Z]\w{1,80})/;
const NAME = /^name:[ \t]*["']?([\w.:-]{1,253})/;
/** `metadata: {name: web, namespace: shop}` */
const FLOW_NAME = /^metadata:[ \t]*\{(?:.{0,200}[ ,{])?name:[ \t]*["']?([\w.:-]{1,253})/;

/**
 * Names an object in YAML that is too long to be read, by its lines alone: `CustomResourceDefinition longs.example.org`.
 * @param margin how far in its fields stand: 2 for an item of a List, as kubectl prints it
 */
export function nameOversized(text: string, margin: number): string {
  const [kind, name] = [find(text, margin, KIND), find(text, margin, FLOW_NAME) ?? nameBelowMetadata(text, margin)];
  return [kind, name].filter((part) => part !== undefined).join(' ');
}

function* eachField(text: string, margin: number): Generator<{ readonly line: string; readonly depth: number }> {
  const end = Math.min(text.length, MOST_LOOKED);
  for (let at = 0; at < end;) {
    const newline = text.indexOf('\n', at);
    const next = newline < 0 ? text.length : newline + 1;
    let first = at;
    while (first < next && (text[first] === ' ' || (text[first] === '-' && first - at < margin))) first++;
    const depth = first - at - margin;
    if (depth === 0 || depth === 2) yield { line: text.slice(first, Math.min(next, first + 500)), depth };
    at = next;
  }
}

function find(text: string, margin: number, pattern: RegExp): string | undefined {
  for (const { line, depth } of eachField(text, margin)) {
    const found = depth === 0 ? pattern.exec(line)?.[1] : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function nameBelowMetadata(text: string, margin: number): string | undefined {
  let isInside = false;
  for (const { line, depth } of eachField(text, margin)) {
    if (depth === 0) isInside = line.startsWith('metadata:');
    else if (isInside) {
      const found = NAME.exec(line)?.[1];
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
