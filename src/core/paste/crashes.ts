/** A program that ended by a signal, as a shell, a debugger, the kernel or Go says it. */
const CRASHED = /segfault at|segmentation fault|SIGSEGV/i;

/** Commands and messages of what was only listing. */
const READS =
  /\bnft [-\w ]{0,20}\blist\b|\b(?:ip6?tables|ipset)\S{0,7}(?:-save| list| save)\b|\bip6?tables\S{0,7} [-\w ]{0,20}-[LS]\b|\b(?:ipvsadm|conntrack) -\w{0,2}[Ll]|[Ff]ailed to list /;
/** The same of commands that were to change something. */
const WRITES =
  /\bnft [-\w ]{0,20}(?:-f|\badd|create|insert|replace|flush|delete)\b|\b(?:ip6?tables|ipset)\S{0,7}[- ]restore\b|\bip6?tables\S{0,7} [-\w ]{0,20}-[AIDRNFPX]\b|sync failed|[Ff]ailed to sync /;

/** What kube-proxy logs of a sync that failed (pkg/proxy/nftables/proxier.go, pkg/proxy/iptables/proxier.go). */
const OF_PROXY = /\bnftables sync failed\b|\bFailed to sync nftables\b|\bFailed to execute iptables-restore\b/;

/** A crash of a text: the line that says so, what ran, and whether it was listing or changing what is there. */
export interface Crash {
  readonly line: string;
  readonly does: 'reads' | 'writes' | 'untold';
  /** The line that tells what ran; empty: none does. */
  readonly ran: string;
  /** kube-proxy itself ran it, by its log: its sync ends with the crash. */
  readonly isProxy: boolean;
}

/** So many lines above and below are looked at for what ran, and so much of each. */
const MOST_ABOVE = 6;
const MOST_BELOW = 4;
const LONGEST = 1000;

function tellDoing(line: string): Crash['does'] {
  if (READS.test(line)) return 'reads';
  return WRITES.test(line) ? 'writes' : 'untold';
}

/** Says a line that a program ended by a signal? */
export const isCrash = (line: string): boolean => line.length <= LONGEST && CRASHED.test(line);

/** The first crash that lines tell of, with the nearest line that tells what ran; undefined: there is none. */
export function readCrash(lines: readonly string[]): Crash | undefined {
  const at = lines.findIndex(isCrash);
  if (at < 0) return undefined;
  const above = lines.slice(Math.max(0, at - MOST_ABOVE), at).toReversed();
  const near = [lines[at] ?? '', ...above, ...lines.slice(at + 1, at + 1 + MOST_BELOW)];
  const ran = near.find((line) => line.length <= LONGEST && tellDoing(line) !== 'untold') ?? '';
  const isProxy = lines.some((line) => isCrash(line) && OF_PROXY.test(line));
  return { line: (lines[at] ?? '').trim(), does: tellDoing(ran), ran: ran.trim(), isProxy };
}
