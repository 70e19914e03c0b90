import { formatIp, parseIp, type IpAddress } from '../net/ip';
import { phrase } from '../lib/phrase';
import type { Diagnostic, SourceSpan } from './format';
import { lineFormat, lineNote, spanOfLine, type LineReader } from './lines/line-format';
import type { TextLine } from './lines/text-lines';

/** A client in a list of xt_recent. */
export interface RecentClient {
  readonly address: IpAddress;
  /** The list, as a command above names it: `KUBE-SEP-…`. */
  readonly list?: string;
  /** As it was last seen with. */
  readonly ttl: number;
  /** How many packets it keeps stamps of: jiffies since that machine started, so when they came is not told. */
  readonly stamps: number;
  readonly span: SourceSpan;
}

/** `src=10.0.0.1 ttl: 64 last_seen: 4295 oldest_pkt: 1 4295` (net/netfilter/xt_recent.c, recent_seq_show). */
const CLIENT = /^(?:[\w./-]{1,260}: ?)?src=(\S+) ttl: (\d{1,3}) last_seen: \d+ oldest_pkt: \d+ ([\d, ]+)/;
/** The list as a path, or as `grep` and people write it before a line. */
const FILE = /\/proc\/net\/(?:xt|ipt)_recent\/([\w.-]{1,200})|^([\w.-]{1,200}): ?src=/;

class RecentReader implements LineReader<readonly RecentClient[]> {
  readonly diagnostics: Diagnostic[] = [];
  private readonly found: RecentClient[] = [];
  private list: string | undefined;
  private first: TextLine | undefined;

  take(line: TextLine): boolean {
    const [, path, name] = FILE.exec(line.text) ?? [];
    this.list = path ?? name ?? this.list;
    const [, src = '', ttl, stamps = ''] = CLIENT.exec(line.text) ?? [];
    const read = parseIp(src);
    if (!read.ok) return false;
    this.first ??= line;
    const list = this.list === undefined ? {} : { list: this.list };
    const seen = { ttl: Number(ttl), stamps: stamps.split(',').length };
    this.found.push({ address: read.value, ...list, ...seen, span: spanOfLine(line) });
    return true;
  }

  finish(): readonly RecentClient[] {
    if (this.first) {
      const lists = [...new Set(this.found.map(({ list = '?' }) => list))].slice(0, 4).join(', ');
      const values = { count: this.found.length, lists };
      this.diagnostics.push(lineNote('info', 'partly-simulated', phrase('formats.xt-recent.read', values), this.first));
    }
    return this.found;
  }
}

/** `/proc/net/xt_recent/LIST`: the clients that a rule of `recent` remembers, as kube-proxy's session affinity does. */
export const XT_RECENT = lineFormat({
  id: 'xt-recent',
  title: '/proc/net/xt_recent',
  command: 'cat /proc/net/xt_recent/*',
  hint: /\bsrc=\S{1,64} ttl: \d{1,3} last_seen: /,
  reader: (): LineReader<readonly RecentClient[]> => new RecentReader(),
  print: (all) => all.map(({ address }) => `src=${formatIp(address)} ttl: 64 last_seen: 0 oldest_pkt: 1 0\n`).join(''),
  summary: (all) => ({ clients: all.length }),
});
