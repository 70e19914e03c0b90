/** A text cut where what decided begins and ends. */
function litParts(
  text: string,
  lit: readonly (readonly [number, number])[],
): readonly { text: string; lit: boolean }[] {
  const parts: { text: string; lit: boolean }[] = [];
  let at = 0;
  for (const [from, to] of lit.toSorted((a, b) => a[0] - b[0])) {
    if (from > at) parts.push({ text: text.slice(at, from), lit: false });
    if (to > Math.max(from, at)) parts.push({ text: text.slice(Math.max(from, at), to), lit: true });
    at = Math.max(at, to);
  }
  if (at < text.length) parts.push({ text: text.slice(at), lit: false });
  return parts;
}

/** A rule's options, each kept on one line: `-m statistic --mode random --probability 0.5`, with what decided in it. */
export function ruleOptions(
  text: string,
  lit: readonly (readonly [number, number])[],
): readonly { readonly key: number; readonly parts: ReturnType<typeof litParts> }[] {
  let at = 0;
  return text.split(/(?= -[mjg] )/).map((option) => {
    const from = at;
    at += option.length;
    const inside = lit.map(([a, b]) => [clampTo(a - from, option), clampTo(b - from, option)] as const);
    return {
      key: from,
      parts: litParts(
        option,
        inside.filter(([a, b]) => b > a),
      ),
    };
  });
}

const clampTo = (value: number, { length }: string): number => Math.max(0, Math.min(value, length));
