/** A text by its title. */
export interface LinedText {
  readonly title: string;
  readonly text: string;
}

/** Where a line stands; from 1. */
export interface EvidenceLine {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** The first line that has all of the words, in their order. */
export function lineOfWords(words: readonly string[], texts: readonly LinedText[]): EvidenceLine | undefined {
  const isIt = (line: string): boolean => {
    let at = 0;
    return words.every((word) => {
      const found = line.indexOf(word, at);
      at = found + word.length;
      return found >= 0;
    });
  };
  for (const { title, text } of texts) {
    const lines = text.split('\n');
    const at = lines.findIndex(isIt);
    if (at >= 0) return { file: title, line: at + 1, text: lines[at] ?? '' };
  }
  return undefined;
}

/** The lines of a text by the documents they are of, each with the number of its first. */
function* splitDocuments(text: string): Generator<{ readonly from: number; readonly lines: readonly string[] }> {
  const lines = text.split('\n');
  let from = 0;
  for (const [at, line] of [...lines, '---'].entries()) {
    if (!/^\s*---\s*$/.test(line)) continue;
    yield { from, lines: lines.slice(from, at) };
    from = at;
  }
}

/** Does a line name an object: by `name: web`, else as a table (`web`, `service/web`, `shop web`) or description has it? */
function namesObject(
  line: string,
  { namespace, name }: { readonly namespace: string; readonly name: string },
): boolean {
  const words = line.split(/[\s"',{}]+/).filter((word) => word !== '');
  const [first = '', second = ''] = words;
  const isRow = (word: string): boolean => word === name || word.endsWith(`/${name}`);
  if (isRow(first) || (first === namespace && isRow(second))) return true;
  return words.includes(name) && /\b[Nn]ame"?:/.test(line);
}

/** The line that an object is named in, as `Service shop/web`. */
export function lineOfPath(path: string, texts: readonly LinedText[]): EvidenceLine | undefined {
  const [kind = '', of = ''] = path.split(' ');
  const name = path.slice(path.lastIndexOf('/') + 1);
  const namespace = of.slice(0, of.lastIndexOf('/'));
  const found = texts.flatMap(({ title, text }) =>
    [...splitDocuments(text)].flatMap(({ from, lines }) => {
      const at = lines.findIndex((each) => namesObject(each, { namespace, name }));
      const line = { file: title, line: from + at + 1, text: lines[at] ?? '' };
      return at < 0 ? [] : [{ line, isOfKind: lines.some((each) => each.includes(kind)) }];
    }),
  );
  return (found.find(({ isOfKind }) => isOfKind) ?? found[0])?.line;
}
