import type { Remote } from 'comlink';
import type { CutAnswer, EngineInPieces } from './in-pieces';

/** Puts a held answer together again; every piece is a task of its own, so that the page stays in the hand. */
export async function wholeOf<T>(answer: CutAnswer<T>, { more }: Remote<EngineInPieces>): Promise<T> {
  for (const [at, list] of answer.lists.entries()) {
    for (let items = await more(answer.held, at, 0); items.length > 0;) {
      for (const item of items) list.push(item);
      items = await more(answer.held, at, list.length);
    }
  }
  return answer.pieces;
}
