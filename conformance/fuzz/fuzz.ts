import { LEFT_ASIDE } from '../../src/core/formats/fence';
import type { Diagnostic } from '../../src/core/formats/format';
import { type FormatId, detectFormats, FORMATS, readAs } from '../../src/core/formats';
import { createRng, type Rng } from '../../src/core/lib/random';
import { TEXTS } from './texts';
import { networkOfPasted } from '../../src/core/paste/pasted';
import type { LineFormat } from '../../src/core/formats/lines/line-format';
import { lineBetween } from '../../src/core/formats/lines/text-lines';
import { lineStarts } from '../../src/core/lib/scan';

/** What a mutation may put in: what breaks parsers, and what pastes are full of. */
const PIECES = [
  '\0',
  '\r',
  '\r\n',
  '\t',
  '\u00a0',
  '\u3000',
  '\ufeff',
  '\ud800',
  '"',
  "'",
  '\\',
  '{',
  '[[[[',
  '-',
  ' -A ',
  '- -',
  '*nat\n',
  'COMMIT',
  '# ',
  '$ ip route\n',
  '...',
  '/33',
  '/0',
  ':::',
  '0x',
  '999999999999999999999',
  '-1',
  'NaN',
  '__proto__',
  'constructor',
  ' | |\n',
  'Nov 14 11:06:11 host kube-proxy[12085]: ',
  '2022-03-24T15:16:48.6Z info ',
  '  12. ',
  '\u202e',
  '한글',
] as const;

const EDITS: readonly ((text: string, rng: Rng, other: string) => string)[] = [
  (text, rng) => cut(text, rng, 1),
  (text, rng) => cut(text, rng, 40),
  (text, rng) => insert(text, rng, PIECES[rng.below(PIECES.length)] ?? ''),
  (text, rng) => insert(text, rng, (PIECES[rng.below(PIECES.length)] ?? '').repeat(1 + rng.below(60))),
  (text, rng) => insert(text, rng, String.fromCharCode(rng.below(65_536))),
  (text, rng) => text.slice(0, rng.below(text.length + 1)),
  (text, rng) => text.slice(rng.below(text.length + 1)),
  (text, rng) => lines(text, (all) => all.splice(rng.below(all.length), 1)),
  (text, rng) => lines(text, (all) => all.splice(rng.below(all.length), 0, all[rng.below(all.length)] ?? '')),
  (text, rng) => lines(text, (all) => all.reverse().splice(0, rng.below(all.length))),
  (text) => text.replaceAll('\n', '\r\n'),
  (text, rng) => text.replaceAll(' ', ' '.repeat(1 + rng.below(4))),
  (text) => text.replaceAll(/[ \t]+/g, ' '),
  (text, rng) => text.replaceAll(/^/gm, ' '.repeat(rng.below(9))),
  (text, rng) => text.replaceAll('\n', rng.below(2) === 0 ? '' : ' | |\n'),
  (text, rng, other) => splice(text, rng, other),
  (text, rng) => swapWords(text, rng),
];

function insert(text: string, rng: Rng, piece: string): string {
  const at = rng.below(text.length + 1);
  return text.slice(0, at) + piece + text.slice(at);
}

function cut(text: string, rng: Rng, most: number): string {
  const at = rng.below(text.length + 1);
  return text.slice(0, at) + text.slice(at + 1 + rng.below(most));
}

function lines(text: string, edit: (all: string[]) => void): string {
  const all = text.split('\n');
  edit(all);
  return all.join('\n');
}

function splice(text: string, rng: Rng, other: string): string {
  const at = rng.below(text.length + 1);
  const from = rng.below(other.length + 1);
  return text.slice(0, at) + other.slice(from, from + rng.below(400)) + text.slice(at);
}

function swapWords(text: string, rng: Rng): string {
  const words = text.split(' ');
  const [a, b] = [rng.below(words.length), rng.below(words.length)];
  [words[a], words[b]] = [words[b] ?? '', words[a] ?? ''];
  return words.join(' ');
}

/** A text with one to five edits; the same generator state gives the same text. */
function mutate(text: string, rng: Rng, other: string): string {
  let mutated = text;
  for (let left = 1 + rng.below(5); left > 0; left--) {
    mutated = EDITS[rng.below(EDITS.length)]?.(mutated, rng, other) ?? mutated;
  }
  return mutated;
}

/** Formats that print what they could not read as it stands: broken, it may be read otherwise. */
const VERBATIM: ReadonlySet<FormatId> = new Set(['nft-ruleset', 'kube-proxy-config']);

/** What went wrong with a text; undefined: nothing. */
type Complaint = string | undefined;

function isLineFormat(format: object): format is LineFormat<FormatId, unknown> {
  return 'reader' in format;
}

/** Each line that is not empty is taken or left aside, and only one of both. */
function lostLine(format: LineFormat<FormatId, unknown>, text: string): Complaint {
  const parsed = format.parse(text);
  if (!parsed.ok) return undefined;
  const seen = new Map<number, number>();
  for (const { from, to } of [...parsed.value.taken, ...parsed.value.ignored]) {
    for (let line = from; line <= to; line++) seen.set(line, (seen.get(line) ?? 0) + 1);
  }
  const starts = lineStarts(text);
  for (let line = 1; line <= starts.length; line++) {
    const next = starts[line] ?? text.length;
    const { start, end } = lineBetween(text, starts[line - 1] ?? 0, text[next - 1] === '\n' ? next - 1 : next, line);
    const times = seen.get(line) ?? 0;
    if (times > 1 || (times === 0 && end > start)) return `line ${line} is in ${times} parts`;
  }
  return undefined;
}

/** A reader that threw in its fence: the person loses a part only, but it is a fault all the same. */
function leftAsideIn(diagnostics: readonly Diagnostic[]): Complaint {
  const found = diagnostics.find(({ code }) => code === LEFT_ASIDE);
  return found && `left aside ${JSON.stringify(found.message.values)}`;
}

/** What a format prints of a text it prints again from that print. */
function unstablePrint(id: FormatId, text: string): Complaint {
  const read = readAs(id, text);
  const failed = read.ok ? undefined : leftAsideIn(read.error);
  if (failed !== undefined) return failed;
  const once = read.ok ? read.value.print() : '';
  if (once.trim() === '') return undefined;
  const again = readAs(id, once);
  if (!again.ok) return `its own print is refused: ${JSON.stringify(once)}`;
  const twice = again.value.print();
  return twice === once ? undefined : `printed\n${once}and then\n${twice}`;
}

/** Reads a text as a format; says how a promise was broken. */
export function checkFormat(id: FormatId, text: string): Complaint {
  const format = FORMATS.find((each) => each.id === id);
  if (!format) return undefined;
  try {
    if (!isLineFormat(format)) {
      const read = readAs(id, text);
      return leftAsideIn(read.ok ? read.value.diagnostics : read.error);
    }
    return lostLine(format, text) ?? (VERBATIM.has(id) ? undefined : unstablePrint(id, text));
  } catch (error) {
    return `threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  }
}

/** Detects a text and makes a node of it: every line is in a part or left aside, and nothing throws. */
export function checkPaste(text: string): Complaint {
  try {
    detectFormats(text);
    const { texts, diagnostics } = networkOfPasted({ texts: [{ id: 'text', title: 'text', text }], facts: {} });
    const failed = leftAsideIn([...diagnostics, ...texts.flatMap((each) => each.diagnostics)]);
    if (failed !== undefined) return failed;
    const lines = lineStarts(text).length;
    if (texts[0]?.lines !== lines) return `${texts[0]?.lines} lines of ${lines}`;
    const counted = texts[0].account.reduce((sum, share) => sum + share.lines, 0);
    if (counted !== lines) return `${counted} lines accounted for of ${lines}`;
    const outside = texts[0].others.find(({ from, to }) => from < 1 || to > lines || from > to);
    return outside ? `left aside ${outside.from} to ${outside.to} of ${lines}` : undefined;
  } catch (error) {
    return `threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  }
}

/** What is mutated: the text of a format, or a paste of many. */
type Source = FormatId | 'mixed';

/** A mutated text that broke a promise. */
interface Found {
  readonly format: Source;
  /** Makes the text again: `textOf(format, seed)`. */
  readonly seed: number;
  readonly complaint: string;
  readonly text: string;
}

interface FuzzResult {
  /** How many were tried. */
  readonly texts: number;
  /** How many of them broke a promise. */
  readonly complaints: number;
  /** The first of these. */
  readonly found: readonly Found[];
  /** The longest a text took, milliseconds. */
  readonly slowest: number;
}

interface Options {
  /** The first text's seed; those that follow have the next ones. See {@link firstOf}. */
  readonly from: number;
  readonly count: number;
  /** Every so many a text is also made a node of; between two of these a mixed paste is. */
  readonly pasteEvery: number;
  readonly now: () => number;
  readonly progress?: (done: number) => void;
}

/** No text may take longer, milliseconds. */
const SLOW = 1000;
/** More are counted and not kept. */
const MOST_FOUND = 20;
const IDS = Object.keys(TEXTS) as FormatId[];
/** No run is longer: then none has texts of another. */
const LONGEST_RUN = 10_000_000;

/** The seed of the first text of a run: runs of two seeds have no text in common. */
export function firstOf(run: number): number {
  return run * LONGEST_RUN;
}

/** The text of a seed: the same on every machine. */
export function textOf(format: Source, seed: number): string {
  const rng = createRng(seed);
  const other = TEXTS[IDS[rng.below(IDS.length)] ?? 'ip-route'];
  return mutate(format === 'mixed' ? MIXED : TEXTS[format], rng, other);
}

/** Mutates the texts of all formats in turn and holds what is read of each to what is promised; all of them are tried, whatever is found. */
export function fuzz({ from, count, pasteEvery, now, progress }: Options): FuzzResult {
  const found: Found[] = [];
  let [texts, complaints, slowest] = [0, 0, 0];
  for (let seed = from; seed < from + count; seed++) {
    const { id, format, isPasted } = turnOf(seed, pasteEvery);
    const text = textOf(format, seed);
    const started = now();
    const broken: Complaint = checkFormat(id, text) ?? (isPasted ? checkPaste(text) : undefined);
    const took = now() - started;
    slowest = Math.max(slowest, took);
    const complaint = broken ?? (took > SLOW ? `took ${Math.round(took)} ms` : undefined);
    texts++;
    if (complaint !== undefined && ++complaints <= MOST_FOUND) found.push({ format, seed, complaint, text });
    if (texts % 10_000 === 0) progress?.(texts);
  }
  return { texts, complaints, found, slowest };
}

/** The format whose turn it is, what is mutated, and whether a node is made of it. */
function turnOf(seed: number, pasteEvery: number): { id: FormatId; format: Source; isPasted: boolean } {
  const id = IDS[seed % IDS.length] ?? 'ip-route';
  const isMixed = seed % pasteEvery === pasteEvery >> 1 && pasteEvery > 1;
  return { id, format: isMixed ? 'mixed' : id, isPasted: isMixed || seed % pasteEvery === 0 };
}

/** What people paste of one node: prompts, prose and half a dozen commands in one text, part of it with CRLF. */
export const MIXED = `Hi all, our Service web stopped answering after the upgrade, here is everything I could get:

root@node-1:~# ip addr
1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000
    inet 127.0.0.1/8 scope host lo
2: ens5: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9001 qdisc mq state UP group default qlen 1000
    inet 172.31.23.106/20 brd 172.31.31.255 scope global dynamic ens5
4: cni0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 8951 qdisc noqueue state UP group default
    inet 10.244.1.1/24 scope global cni0
root@node-1:~# ip route
default via 172.31.16.1 dev ens5 proto dhcp src 172.31.23.106 metric 100
10.244.1.0/24 dev cni0 proto kernel scope link src 10.244.1.1
root@node-1:~# iptables-save
# Generated by iptables-save v1.8.7 on Tue Nov 14 11:06:11 2023\r
*nat\r
:PREROUTING ACCEPT [12:3456]\r
:KUBE-SERVICES - [0:0]\r
:KUBE-SVC-LOLE4ISW44XBNF3G - [0:0]\r
:KUBE-SEP-AAAAAAAAAAAAAAAA - [0:0]\r
-A PREROUTING -m comment --comment "kubernetes service portals" -j KUBE-SERVICES\r
-A KUBE-SERVICES -d 10.96.7.7/32 -p tcp -m comment --comment "default/web:http cluster IP" -m tcp --dport 80 -j KUBE-SVC-LOLE4ISW44XBNF3G\r
-A KUBE-SVC-LOLE4ISW44XBNF3G ! -s 10.244.0.0/16 -d 10.96.7.7/32 -p tcp -m tcp --dport 80 -j KUBE-MARK-MASQ\r
-A KUBE-SVC-LOLE4ISW44XBNF3G -m comment --comment "default/web:http -> 10.244.1.5:8080" -j KUBE-SEP-AAAAAAAAAAAAAAAA\r
-A KUBE-SEP-AAAAAAAAAAAAAAAA -p tcp -m set --match-set KUBE-CLUSTER-IP dst,dst -m tcp -j DNAT --to-destination 10.244.1.5:8080\r
COMMIT\r
# Completed on Tue Nov 14 11:06:11 2023\r
root@node-1:~# ipset list
Name: KUBE-CLUSTER-IP
Type: hash:ip,port
Revision: 5
Header: family inet hashsize 1024 maxelem 65536
Size in memory: 600
References: 2
Number of entries: 1
Members:
10.96.7.7,tcp:80

I also looked at the Pods \u2013 they are fine:
$ kubectl get pods -o wide
NAME                   READY   STATUS    RESTARTS      AGE   IP           NODE     NOMINATED NODE   READINESS GATES
web-6d4cf56db6-8xk2v   1/1     Running   2 (3h ago)    4d    10.244.1.5   node-1   <none>           <none>
$ kubectl get svc web -o yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: default
spec:
  clusterIP: 10.96.7.7
  ports:
  - name: http
    port: 80
    targetPort: 8080
  selector:
    app: web
$ conntrack -L | head -1
tcp      6 431994 ESTABLISHED src=10.244.1.9 dst=10.96.7.7 sport=51234 dport=80 src=10.244.1.5 dst=10.244.1.9 sport=8080 dport=51234 [ASSURED] mark=0 use=1

Any idea? \uac10\uc0ac\ud569\ub2c8\ub2e4!
`;
