import { phrase } from '../lib/phrase';
import { formatIp, parseIp } from '../net/ip';
import type { Diagnostic, SourceSpan } from './format';
import { lineFormat, lineNote, spanOfLine, type LineReader } from './lines/line-format';
import type { TextLine } from './lines/text-lines';

/** What a name server was asked, or how a resolver asks. */
export interface NameAnswer {
  /** Without the final dot; of a resolver's own configuration none. */
  readonly name?: string;
  /** Absent: there is no such name. */
  readonly address?: string;
  readonly span: SourceSpan;
  readonly text: string;
}

const NAME = '([a-z\\d_](?:[\\w.-]{0,251}[\\w])?)\\.?';
/** nslookup and Busybox's: `Name:  web.default.svc.cluster.local`, below it addresses; before it the server's own. */
const SERVER = /^Server:\s+(\S+)$/;
const NAMED = new RegExp(`^Name:\\s+${NAME}$`, 'i');
const ADDRESS = /^Address(?: \d+)?:\s+([\da-f.:]+?)(?:#\d+)?(?:\s+\S+)?$/i;
/** dig: `web.default.svc.cluster.local. 30 IN A 10.96.7.7`; host: `web.default… has address 10.96.7.7`. */
const RECORD = new RegExp(`^${NAME}\\s+(?:\\d+\\s+IN\\s+A{1,4}\\s+|has (?:IPv6 )?address )([\\da-f.:]+)$`, 'i');
/** `** server can't find web: NXDOMAIN`, `Host web not found: 3(NXDOMAIN)`. */
const MISSING = new RegExp(`^(?:\\*\\* server can't find |Host )${NAME}(?:: | not found: \\d\\()NXDOMAIN\\)?$`, 'i');
/** What dig says around its answers: in it what was asked, and whether there is such a name. */
const OF_DIG = /^;(?:; | <<>> DiG )/;
const STATUS = /^;; ->>HEADER<<- .*\bstatus: (\w+)/;
const QUESTION = new RegExp(`^;${NAME}\\s+IN\\s+A{1,4}$`, 'i');
/** /etc/resolv.conf. */
const CONFIGURED = /^(nameserver|search|options)\s+(\S.*)$/;
const MOST_NAMED = 6;
/** So many lines behind its server nslookup's next one stands, a blank one between. */
const MOST_BETWEEN = 2;

class DnsReader implements LineReader<readonly NameAnswer[]> {
  readonly diagnostics: Diagnostic[] = [];
  readonly givenBack: number[] = [];
  private readonly found: NameAnswer[] = [];
  /** What nslookup is answering now; `server`: it tells who answers. */
  private asked: string | undefined;
  private isOpen = false;
  /** The line of a server behind which nothing of nslookup stands yet. */
  private server: TextLine | undefined;
  private first: TextLine | undefined;
  private status: string | undefined;
  private readonly configured: { readonly key: string; readonly value: string; readonly line: TextLine }[] = [];

  take(line: TextLine): boolean {
    const { text } = line;
    if (text === '') return false;
    const configured = CONFIGURED.exec(text);
    if (configured) {
      this.configured.push({ key: configured[1]!, value: configured[2]!, line });
      return true;
    }
    if (SERVER.test(text)) {
      this.closeServer();
      [this.isOpen, this.asked, this.server] = [true, undefined, line];
      return true;
    }
    return this.takeAnswer(line) || this.takeRecord(line) || this.takeOfDig(line);
  }

  finish(): readonly NameAnswer[] {
    this.closeServer();
    this.sayAnswers();
    this.sayConfigured();
    return this.found;
  }

  /** A header of HTTP begins so too: without an address or a name right behind it, no name server is meant. */
  private closeServer(): void {
    if (!this.server) return;
    this.givenBack.push(this.server.line);
    [this.isOpen, this.server] = [false, undefined];
  }

  private takeAnswer(line: TextLine): boolean {
    if (this.server && line.line > this.server.line + MOST_BETWEEN) this.closeServer();
    if (!this.isOpen) return false;
    const name = NAMED.exec(line.text)?.[1];
    if (name !== undefined) this.asked = name;
    const address = ADDRESS.exec(line.text)?.[1];
    if (address !== undefined && this.asked !== undefined) this.add(line, this.asked, address);
    const isAnswer = name !== undefined || address !== undefined;
    if (isAnswer) this.server = undefined;
    return isAnswer;
  }

  private takeRecord(line: TextLine): boolean {
    const [, name, address] = RECORD.exec(line.text) ?? [];
    const missing = MISSING.exec(line.text)?.[1];
    if (name !== undefined && address !== undefined) return this.add(line, name, address);
    return missing !== undefined && this.add(line, missing);
  }

  private takeOfDig(line: TextLine): boolean {
    this.status = STATUS.exec(line.text)?.[1] ?? this.status;
    const asked = QUESTION.exec(line.text)?.[1];
    if (asked !== undefined && this.status === 'NXDOMAIN') this.add(line, asked);
    return asked !== undefined || OF_DIG.test(line.text);
  }

  private add(line: TextLine, name: string, written?: string): boolean {
    const parsed = parseIp(written ?? '');
    if (written !== undefined && !parsed.ok) return false;
    const address = parsed.ok ? { address: formatIp(parsed.value) } : {};
    this.first ??= line;
    this.found.push({ name, ...address, span: spanOfLine(line), text: line.text });
    return true;
  }

  private sayAnswers(): void {
    if (!this.first) return;
    const names = new Map<string, string[]>();
    for (const { name = '', address } of this.found) {
      const known = names.get(name);
      if (known) known.push(address ?? 'NXDOMAIN');
      else names.set(name, [address ?? 'NXDOMAIN']);
    }
    const told = [...names].slice(0, MOST_NAMED).map(([name, all]) => `${name}: ${all.join(', ')}`);
    const message = phrase('formats.dns-answers.read', { count: names.size, names: told.join('; ') });
    this.diagnostics.push(lineNote('info', 'partly-simulated', message, this.first));
  }

  /** A search path or options alone may be anything's. */
  private sayConfigured(): void {
    const [values, lines] = [
      (key: string) => this.configured.flatMap((each) => (each.key === key ? each.value.split(/\s+/) : [])),
      this.configured.map(({ line }) => line),
    ];
    const [first] = lines;
    if (!first) return;
    const servers = values('nameserver').filter((value) => parseIp(value).ok);
    if (servers.length === 0) {
      this.givenBack.push(...lines.map(({ line }) => line));
      return;
    }
    const ndots =
      values('options')
        .find((value) => /^ndots:\d+$/.test(value))
        ?.slice('ndots:'.length) ?? 1;
    const search = values('search').join(' ') || 'none';
    const message = phrase('formats.dns-answers.resolv-conf', {
      servers: servers.join(', '),
      search,
      ndots: Number(ndots),
    });
    this.diagnostics.push(lineNote('info', 'partly-simulated', message, first));
    this.found.push({ span: spanOfLine(first), text: first.text });
  }
}

/** What `nslookup`, `dig` and `host` were answered, and `/etc/resolv.conf`. */
export const DNS_ANSWERS = lineFormat({
  id: 'dns-answers',
  title: 'nslookup / dig / resolv.conf',
  command: 'nslookup web.default.svc.cluster.local',
  hint: /^[ \t]*(?:Server:[ \t]|nameserver[ \t]|Host )|[ \t]IN[ \t]+A|has (?:IPv6 )?address |NXDOMAIN/m,
  reader: (): LineReader<readonly NameAnswer[]> => new DnsReader(),
  print: (all) =>
    all
      .filter(({ name }) => name !== undefined)
      .map(({ name, address }) =>
        address === undefined ? `Host ${name} not found: 3(NXDOMAIN)\n` : `${name} has address ${address}\n`,
      )
      .join(''),
  summary: (all) => ({ answers: all.length }),
});
