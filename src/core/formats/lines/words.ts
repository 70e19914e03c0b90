/** Words of a line behind each other, read by name: `dev eth0 scope link`. */
export class Words {
  private at = 0;
  private readonly words: readonly string[];

  constructor(text: string) {
    this.words = text.split(/\s+/).filter((word) => word !== '');
  }

  /** The next word, which stays. */
  peek(): string | undefined {
    return this.words[this.at];
  }

  /** The next word. */
  next(): string | undefined {
    return this.words[this.at++];
  }

  /** Everything left, one blank between. */
  rest(): string {
    const rest = this.words.slice(this.at).join(' ');
    this.at = this.words.length;
    return rest;
  }
}

/** Parts with one blank between, empty and absent ones left out. */
export function joinWords(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(' ');
}
