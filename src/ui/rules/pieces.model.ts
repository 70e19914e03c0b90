export interface Piece {
  readonly text: string;
  readonly found: boolean;
}

/** A text cut where the query is found, for <mark>. */
export function piecesOf(text: string, query: string): readonly Piece[] {
  if (query === '') return [{ text, found: false }];
  const pieces: Piece[] = [];
  const [lower, wanted] = [text.toLowerCase(), query.toLowerCase()];
  let done = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, done)) {
    if (at > done) pieces.push({ text: text.slice(done, at), found: false });
    pieces.push({ text: text.slice(at, at + query.length), found: true });
    done = at + query.length;
  }
  if (done < text.length) pieces.push({ text: text.slice(done), found: false });
  return pieces;
}
