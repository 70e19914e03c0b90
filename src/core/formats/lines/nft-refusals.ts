import type { TextLine } from './text-lines';

/** `nft -f - <<EOF`, `cat my.nft`: what stands below was given to nft, or is the file that was. */
const GIVEN =
  /\b(?:nft\s(?:[^<\n]{0,80}\s)?-f\s{0,4}-?\s{0,4}<<-?\s{0,4}['"]?(\w{1,40})|cat\s{1,4}([\w./-]{1,120})\s{0,4}$)/;
/** `my.nft:4:18-22: Error: syntax error`, `Error: Could not process rule: …` (nft src/erec.c). */
const REFUSED = /^(?:(?:[^:]{1,80}: )?([\w./<>-]{1,120}):\d{1,7}:\d{1,7}(?:-\d{1,7})?: {0,2})?Error: \S/;

/** `nft add rule …`, typed without a prompt. */
const COMMAND = /^nft\s+(?:add|create|insert|replace|delete|destroy|flush)\s/;

const fileName = (path: string): string => path.replace(/^.*\//, '');

/** True of nft's error that names a place in what it was given. */
export const isRefusedInput = (line: string): boolean => REFUSED.exec(line)?.[1] !== undefined;

/** Lines of a text that were given to nft, and what it said of them: a transaction that is refused is refused whole. */
export class NftRefusals {
  /** The first line and the name by which errors call what was given; `until`: the word that ends it. */
  private given: { readonly name: string; readonly first: number; readonly until?: string } | undefined;
  private command: number | undefined;
  private quotes = false;

  /** Sees a line; the first line of what nft refused with it, or true where it only repeats what was refused. */
  see({ text, line }: TextLine): number | true | undefined {
    const isQuoted = this.quotes && text !== '';
    this.quotes = false;
    if (isQuoted) return true;
    const [all, name] = REFUSED.exec(text) ?? [];
    if (all !== undefined) {
      this.quotes = true;
      return name === undefined ? this.command : this.findGiven(name);
    }
    const [, until, file] = GIVEN.exec(text) ?? [];
    const isOpen = this.given?.until !== undefined && text !== this.given.until;
    if (until !== undefined) this.given = { name: 'stdin', first: line, until };
    else if (file !== undefined && !isOpen) this.given = { name: fileName(file), first: line };
    this.command = COMMAND.test(text) ? line : undefined;
    return undefined;
  }

  private findGiven(name: string): number | undefined {
    const { given } = this;
    this.given = undefined;
    return given?.name === fileName(name) ? given.first : undefined;
  }
}
