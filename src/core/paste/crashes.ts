/** A program that ended by a signal, as a shell, a debugger, the kernel or Go says it. */
const CRASHED = /segfault at|segmentation fault|SIGSEGV/i;

/** Commands and messages of what was only listing. */
const READS =
  /\b(?:nft (?:-{1,2}\w{1,12} ){0,4}list\b|ip6?tables(?:-nft|-legacy)?-save\b|ip6?tables(?:-nft|-legacy)? (?:-\S{1,12} |\w{1,12} ){0,4}(?:-[LS]|--list)|ipset (?:list|save)\b|ipvsadm (?:-\w{0,3}[lL]|-S)|conntrack -L|[Ff]ailed to list )/;
/** The same of commands that were to change something. */
const WRITES =
  /\b(?:nft (?:-{1,2}\w{1,12} ){0,4}(?:-f|add|create|insert|replace|flush|delete|destroy)\b|ip6?tables(?:-nft|-legacy)?-restore\b|ip6?tables(?:-nft|-legacy)? (?:-t \w{1,12} )?-[AIDRNFPX]\b|ipset (?:add|create|restore)\b|sync failed|[Ff]ailed to sync )/;

/** A crash of a text: the line that says so, what ran, and whether it was listing or changing what is there. */
export interface Crash {
  readonly line: string;
  readonly does: 'reads' | 'writes' | 'untold';
  /** The line that tells what ran; empty: none does. */
  readonly ran: string;
}

/** So many lines above and below are looked at for what ran, and so much of each. */
const MOST_ABOVE = 6;
const MOST_BELOW = 4;
const LONGEST = 1000;

function tellDoing(line: string): Crash['does'] {
  if (READS.test(line)) return 'reads';
  return WRITES.test(line) ? 'writes' : 'untold';
}

/** The first crash that lines tell of, with the nearest line that tells what ran; undefined: there is none. */
export function readCrash(lines: readonly string[]): Crash | undefined {
  const at = lines.findIndex((line) => line.length <= LONGEST && CRASHED.test(line));
  if (at < 0) return undefined;
  const above = lines.slice(Math.max(0, at - MOST_ABOVE), at).toReversed();
  const near = [lines[at] ?? '', ...above, ...lines.slice(at + 1, at + 1 + MOST_BELOW)];
  const ran = near.find((line) => line.length <= LONGEST && tellDoing(line) !== 'untold') ?? '';
  return { line: (lines[at] ?? '').trim(), does: tellDoing(ran), ran: ran.trim() };
}
