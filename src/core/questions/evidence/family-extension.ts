import { phrase } from '../../lib/phrase';
import { shortenLine } from '../../lib/shorten';
import type { EvidenceFinding } from './evidence-finding';

/** `Warning: Extension MARK revision 0 not supported, missing kernel module?` (iptables nft.c, libxtables: compatible_revision). */
const REFUSED = /\bExtension (\w{1,30}) revision \d{1,3} not supported/;
/** The tool that says so: `ip6tables-restore v1.8.9 (legacy):`. */
const TOOL = /\b(ip6?tables)(?:-restore|-save|-nft|-legacy)*\b/;
/** `Linux 6.11.4-201.fc40.x86_64`, `Linux version 6.11.4`, `kernel 6.6.58`. */
const KERNEL = /\b(?:linux(?: \S{1,63})?|kernel(?:[- ]version)?:?) {1,4}v?(\d\.\d{1,3}\.\d{1,3})\b/i;
/** Somebody says that IPv4 is taken: `only ip6tables fails`, `iptables works`. */
const ONLY_SIX =
  /\bonly (?:for |with |in )?(?:ip6tables|ipv6)\b|\b(?:ip6tables|ipv6) only\b|\b(?:iptables|ipv4) (?:\w+ )?(?:works?|is fine|succeeds?)\b/i;
/** So many lines around a warning are of the same message. */
const AROUND = 4;
const LONGEST = 1000;
const MOST_LINES = 20_000;
const LONGEST_QUOTED = 200;

/** Kernels of which a slip in the tables of xtables keeps targets of IPv6 out (tailscale#13863, siderolabs/pkgs#1065). */
const SLIPPED: ReadonlySet<string> = new Set(['6.6.57', '6.6.58', '6.11.4', '6.11.5']);
/** The target that both threads name. */
const SLIPPED_TARGETS: ReadonlySet<string> = new Set(['MARK']);

/** Families whose tool refused an extension of the kernel, each with the extension and its line. */
function listRefused(lines: readonly string[]) {
  return lines.flatMap((line, at) => {
    const extension = REFUSED.exec(line)?.[1];
    if (extension === undefined) return [];
    const near = [0, ...Array.from({ length: AROUND }, (_, step) => [step + 1, -step - 1]).flat()];
    const tool = near.map((step) => TOOL.exec(lines[at + step] ?? '')?.[1]).find((each) => each !== undefined);
    return tool === undefined ? [] : [{ extension, tool, line }];
  });
}

/**
 * Finds an extension of rules that the kernel refuses to the IPv6 tool alone: by its release, of which a source says so, or where the texts
 * say that the IPv4 tool is taken. Both share a module, so it is the kernel’s registration of that family that is missing.
 */
export function findFamilyExtension(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  const lines = texts.flatMap(({ text }) => text.split('\n', MOST_LINES)).filter(({ length }) => length <= LONGEST);
  const refused = listRefused(lines);
  const [first] = refused;
  if (!first || refused.some(({ tool }) => tool !== 'ip6tables')) return [];
  const kernel = lines.map((line) => KERNEL.exec(line)?.[1]).find((each) => each !== undefined) ?? 'none';
  const isKnown = SLIPPED.has(kernel) && SLIPPED_TARGETS.has(first.extension);
  if (!isKnown && !lines.some((each) => ONLY_SIX.test(each))) return [];
  const values = {
    line: shortenLine(first.line.trim(), LONGEST_QUOTED),
    extension: first.extension,
    kernel,
    known: isKnown ? 'yes' : 'no',
  };
  const says = phrase('evidence.family-extension', values);
  const next = phrase('evidence.next.family-extension', values);
  return [{ id: 'family-extension', severity: 'error', says, next, words: [first.line.trim()] }];
}
