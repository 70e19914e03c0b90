import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';
import { quoteWords } from './quoted-words';

const LONGEST = 600;
const MOST_LINES = 4000;

const OF_ANNOUNCEMENT = /\bL2Advertisement\b|\bL2AnnouncementPolicy\b|\bl2 announc/i;
/** Names that Linux and udev give to cards, and to bonds and bridges of them. */
const DEVICE = /\b(?:eth\d{1,2}|en[opsx][a-z0-9]{1,14}|bond\d{1,2}|br\d{1,2}|vmbr\d{1,2}|wlan\d|wlp[a-z0-9]{1,8})\b/g;
/** `**eno*** or **eth***`: kinds of cards. */
const KIND = /(?:^|[\s(`*"'])(eno|enp|ens|eth|bond)\*/g;
/** `interfaces: [eth0, eth1]`. */
const IN_LINE = /\binterfaces: \[([^\]]{1,200})\]/;
const ENTRY = /^\s*-\s+["']?([^\s"'#]{1,60})["']?\s*(?:#.*)?$/;

interface Announced {
  readonly patterns: readonly string[];
  /** The line that names them first. */
  readonly line: string;
  /** Lines that do, by their place. */
  readonly places: ReadonlySet<number>;
}

/** The entries of the list below a line `interfaces:`. */
function listBelow(lines: readonly string[], at: number): readonly string[] {
  const below = lines.slice(at + 1, at + 12);
  const end = below.findIndex((line) => !ENTRY.test(line));
  return below.slice(0, end < 0 ? below.length : end).flatMap((line) => ENTRY.exec(line)?.[1] ?? []);
}

/** Devices that an announcement names, as a list of YAML. */
function readAnnounced(lines: readonly string[]): Announced | undefined {
  for (const [at, line] of lines.entries()) {
    const inLine = IN_LINE.exec(line)?.[1]
      ?.split(',')
      .map((each) => each.trim().replaceAll(/["']/g, ''));
    if (inLine) return { patterns: inLine, line, places: new Set([at]) };
    const below = /^\s*interfaces:\s*$/.test(line) ? listBelow(lines, at) : [];
    if (below.length > 0) {
      return { patterns: below, line: lines[at + 1] ?? line, places: new Set(below.map((_, index) => at + 1 + index)) };
    }
  }
  return undefined;
}

/** Beginning and end of an expression that takes names: `^enp.*` is `enp` and anything; undefined: it is none that is read here. */
function takesDevice(pattern: string, device: string): boolean | undefined {
  const plain = /^\^?([a-z]{1,12}\d{0,3})(\.\*|\.\+|\[0-9\]\+|\[0-9\]\*|\\d\+)?\$?$/.exec(pattern);
  if (!plain) return undefined;
  const [, start = '', rest] = plain;
  // An expression without an end takes what begins so; Cilium's has to fit somewhere, a name of MetalLB is whole.
  return rest === undefined && !pattern.startsWith('^') ? device === start : device.startsWith(start);
}

/** Devices that other lines name, each as a card of some machine. */
function listDevices(lines: readonly string[], but: ReadonlySet<number>): readonly string[] {
  const others = lines.filter((_, at) => !but.has(at));
  const named = others.flatMap((line) => [...line.matchAll(DEVICE)].map(([device]) => device));
  const kinds = others.flatMap((line) => [...line.matchAll(KIND)].map(([, kind = '']) => `${kind}0`));
  return [...new Set([...named, ...kinds])];
}

function findInText(text: string): readonly EvidenceFinding[] {
  if (!OF_ANNOUNCEMENT.test(text)) return [];
  const lines = text.split('\n', MOST_LINES).map((line) => (line.length > LONGEST ? '' : line));
  const announced = readAnnounced(lines);
  if (!announced) return [];
  const missed = listDevices(lines, announced.places).filter((device) =>
    announced.patterns.every((pattern) => takesDevice(pattern, device) === false),
  );
  if (missed.length === 0) return [];
  const values = { patterns: quoteWords(announced.patterns), devices: quoteWords(missed) };
  return [
    {
      id: 'announced-devices',
      severity: 'warning',
      says: phrase('evidence.announced-devices', values),
      next: phrase('evidence.next.announced-devices', { ...values, first: missed[0] ?? '' }),
      words: [announced.line.trim()],
    },
  ];
}

/**
 * Finds devices that texts name and that the list of an announcement in layer 2 (L2Advertisement, CiliumL2AnnouncementPolicy) does not take: from
 * a node whose card is such a one nobody answers ARP.
 */
export function findAnnouncedDevices(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  return texts.flatMap(({ text }) => findInText(text)).slice(0, 1);
}
