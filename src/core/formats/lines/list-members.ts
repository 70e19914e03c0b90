/** An object of a list: its text, or nothing where it nests too deep to be one anybody means. */
export interface Member {
  readonly text: string | undefined;
  /** The 1-based line it begins on. */
  readonly line: number;
}

/** Where the objects of the list stand: in `{"name": [`. */
const IN_LIST = 2;
/** No object of a listing nests deeper; what does would only wear out whoever reads it. */
const DEEPEST = 100;

const SIGNS = /["{}[\]]/g;
const STRING_END = /[^"\\]*(?:\\.[^"\\]*)*"/y;

/** Cuts `{"name": [ {…}, {…} ]}` into its objects while its lines come in; nothing nests that counts. */
export class MembersOfList {
  closed = false;
  private depth = 0;
  private deepest = 0;
  private parts: string[] = [];
  private begun = 0;

  /** The objects that end on a line. */
  feed(text: string, line: number): Member[] {
    const found: Member[] = [];
    let from = this.depth > IN_LIST ? 0 : -1;
    for (let at = next(text, 0); at >= 0 && !this.closed; at = next(text, at)) {
      const char = text[at++];
      if (char === '"') {
        STRING_END.lastIndex = at;
        at = STRING_END.test(text) ? STRING_END.lastIndex : text.length;
      } else if (char === '{' || char === '[') {
        if (this.depth === IN_LIST && char === '{') {
          from = at - 1;
          this.begun = line;
          this.deepest = 0;
        }
        this.depth++;
        this.deepest = Math.max(this.deepest, this.depth);
      } else {
        this.depth--;
        if (this.depth === IN_LIST && from >= 0) {
          this.parts.push(text.slice(from, at));
          found.push(this.member());
          from = -1;
        }
        this.closed = this.depth <= 0;
      }
    }
    if (from >= 0) this.parts.push(text.slice(from));
    return found;
  }

  private member(): Member {
    const text = this.deepest > DEEPEST ? undefined : this.parts.join('\n');
    this.parts = [];
    return { text, line: this.begun };
  }
}

/** The next sign that counts; -1: there is none. */
function next(text: string, from: number): number {
  SIGNS.lastIndex = from;
  return SIGNS.test(text) ? SIGNS.lastIndex - 1 : -1;
}
