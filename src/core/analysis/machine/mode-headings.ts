import { lineBetween } from '../../formats/lines/text-lines';
import { isProxyModeId, type ProxyModeId } from '../../kubernetes/mode-ids';
import { lineStarts } from '../../lib/scan';
import type { Section } from './sections';

/** kube-proxy's modes, as notes head their parts. */
const MODE = /\b(userspace|iptables|ipvs|nftables|kernelspace)\b/i;
/** A heading of Markdown, `## ipvs Mode`; one of words alone, `IPVS mode:` or `3. iptables 모드`. */
const MARKDOWN = /^(#{1,6})\s+(\S.{0,80})$/;
const PLAIN =
  /^(?:\d{1,2}[.)]\s+)?(?:kube-?proxy\s+)?\W{0,2}(?:userspace|iptables|ipvs|nftables|kernelspace)\W{0,2}\s*(?:proxy\s*)?(?:mode|모드)\W{0,3}$/i;
/** A hash before these is a comment of a dump or a prompt of root. */
const NO_HEADING = /^#\s+(?:Generated|Completed|Warning|sudo|ip6?tables\S*\s+-|ipvsadm|ipset|nft|kubectl|cat)\b/i;
const FENCE = /^(?:```|~~~)/;

/** A mode that is simulated, and the part of a note under its headings. */
export interface ModeText {
  readonly mode: ProxyModeId;
  /** Lines of other parts are empty, so that a line has the number it has in the note. */
  readonly text: string;
}

/** The parts of a note by mode, in its order; none: it has no headings of several modes. */
export function textsOfModes(text: string): ModeText[] {
  const starts = lineStarts(text);
  return modeSections(text, starts).flatMap(({ name, runs }) => {
    const mode = name;
    if (!isProxyModeId(mode)) return [];
    const lines = Array.from({ length: starts.length }, () => '');
    for (const { from, to } of runs) {
      for (let line = from; line <= to; line++) lines[line - 1] = lineAt(text, starts, line);
    }
    return [{ mode, text: lines.join('\n') }];
  });
}

function lineAt(text: string, starts: Uint32Array, line: number): string {
  return text.slice(starts[line - 1] ?? text.length, starts[line] ?? text.length).replace(/\r?\n$/, '');
}

interface Heading {
  readonly level: number;
  readonly mode: string | undefined;
}

/** Cheap, and false for most texts: may it have headings of two modes? */
export function mayHeadModes(text: string): boolean {
  return (
    /mode|모드/i.test(text) && new Set(text.toLowerCase().match(/\b(?:userspace|iptables|ipvs|nftables)\b/g)).size > 1
  );
}

function headingOf(text: string): Heading | undefined {
  if (PLAIN.test(text)) return { level: 6, mode: MODE.exec(text)?.[1]?.toLowerCase() };
  const [, marks = '', words = ''] = NO_HEADING.test(text) ? [] : (MARKDOWN.exec(text) ?? []);
  if (marks === '') return undefined;
  const mode = MODE.exec(words)?.[1]?.toLowerCase();
  const isMode = mode !== undefined && (/mode|모드/i.test(words) || words.trim().toLowerCase() === mode);
  return { level: marks.length, mode: isMode ? mode : undefined };
}

/**
 * The parts of a note that stand under headings of kube-proxy's modes, each told by its mode: such listings are of one mode each,
 * whatever machine they are of. Lines under no such heading stand apart, without a name.
 */
export function modeSections(text: string, starts: Uint32Array): Section[] {
  const found = new Map<string | undefined, { sign?: Section['sign']; runs: { from: number; to: number }[] }>();
  let open: Heading | undefined;
  let fenced = false;
  for (let line = 1; line <= starts.length; line++) {
    const end = line < starts.length ? (starts[line] ?? 0) - 1 : text.length;
    const { text: words } = lineBetween(text, starts[line - 1] ?? 0, end, line);
    if (FENCE.test(words)) fenced = !fenced;
    const heading = fenced ? undefined : headingOf(words);
    if (heading?.mode !== undefined) open = heading;
    else if (heading && open && heading.level <= open.level) open = undefined;
    const known = found.get(open?.mode);
    const last = known?.runs.at(-1);
    if (known && last?.to === line - 1) last.to = line;
    else if (known) known.runs.push({ from: line, to: line });
    else if (!open) found.set(undefined, { runs: [{ from: line, to: line }] });
    else found.set(open.mode, { sign: { how: 'heading', line, text: words }, runs: [{ from: line, to: line }] });
  }
  return [...found].map(([name, section]) => ({ name, ...section }));
}
