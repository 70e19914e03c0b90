/** One value of a stream of JSON values, and where it stands. */
export interface StreamedValue {
  readonly value: unknown;
  readonly start: number;
  readonly end: number;
}

const BLANK = /[\s,]/;

/**
 * The values of a text that holds several JSON objects or arrays one behind the other, as `jq`, `kubectl get -w -o json` and a
 * `cat` of several files print them. Undefined: the text is no such stream, or one of its values is no JSON.
 */
export function readJsonStream(text: string): readonly StreamedValue[] | undefined {
  const values: StreamedValue[] = [];
  for (let at = skipBlank(text, 0); at < text.length; at = skipBlank(text, at)) {
    const end = findEnd(text, at);
    if (end === undefined) return undefined;
    try {
      values.push({ value: JSON.parse(text.slice(at, end)), start: at, end });
    } catch {
      return undefined;
    }
    at = end;
  }
  return values.length > 1 ? values : undefined;
}

function skipBlank(text: string, from: number): number {
  let at = from;
  while (at < text.length && BLANK.test(text.charAt(at))) at++;
  // kubectl prints no separator, people put the one of YAML between.
  return text.startsWith('---', at) ? skipBlank(text, at + 3) : at;
}

/** Behind the bracket that closes the one at `start`; undefined: none does, or there is none. */
function findEnd(text: string, start: number): number | undefined {
  if (!'{['.includes(text.charAt(start))) return undefined;
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '"') {
      const close = findQuote(text, at + 1);
      if (close === undefined) return undefined;
      at = close;
    } else if (char === '{' || char === '[') depth++;
    else if ((char === '}' || char === ']') && --depth === 0) return at + 1;
  }
  return undefined;
}

/** The quote that closes a text of JSON. */
function findQuote(text: string, from: number): number | undefined {
  for (let at = from; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '\\') at++;
    else if (char === '"') return at;
  }
  return undefined;
}
