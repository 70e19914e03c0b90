import { type TextLine } from './text-lines';

/** Lines that belong together, with what the first of them said. */
export interface LineBlock<Head> {
  readonly head: Head;
  readonly lines: TextLine[];
}

/** Collects runs of lines: one begins a block (undefined: it does not), others go on with it. */
export class LineBlocks<Head> {
  readonly blocks: LineBlock<Head>[] = [];
  private open: LineBlock<Head> | undefined;
  private readonly begins: (line: TextLine) => Head | undefined;
  private readonly goesOn: (block: LineBlock<Head>, line: TextLine) => boolean;

  constructor(
    begins: (line: TextLine) => Head | undefined,
    goesOn: (block: LineBlock<Head>, line: TextLine) => boolean,
  ) {
    this.begins = begins;
    this.goesOn = goesOn;
  }

  /** Does the line begin a block, or go on with the open one? */
  take(line: TextLine): boolean {
    if (this.open && this.goesOn(this.open, line)) {
      this.open.lines.push(line);
      return true;
    }
    const head = this.begins(line);
    this.open = head === undefined ? undefined : { head, lines: [line] };
    if (this.open) this.blocks.push(this.open);
    return this.open !== undefined;
  }
}
