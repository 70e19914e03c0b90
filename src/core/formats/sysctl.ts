import type { SourceSpan } from './format';
import { lineFormat, spanOfLine, type LineReader } from './lines/line-format';
import type { TextLine } from './lines/text-lines';

/** A sysctl as `sysctl` or a file below /proc/sys shows it. */
export interface ListedSysctl {
  /** As sysctl(8) prints it: `net.ipv4.conf.eth0/100.rp_filter`, a device's own dots written as slashes. */
  readonly name: string;
  /** As it is printed: `1`, `4096 131072 6291456`; empty: this kernel has no such sysctl. */
  readonly value: string;
  /** `cannot stat`: the module that has it is not loaded. */
  readonly missing?: true;
  readonly span: SourceSpan;
}

const ROOTS = 'net|kernel|vm|fs|user|dev|abi|debug|crypto|sunrpc';
/** Characters of a value, wherever it stands. */
const LONGEST_VALUE = 400;
/** A name or a path, as long as one may be. */
const NAME = `(?:${ROOTS})[./][\\w./:@+*-]{1,200}?`;
/** `net.ipv4.ip_forward = 1`, `net/ipv4/ip_forward=1`; what sysctl.conf(5) may put before a name. */
const PAIR = new RegExp(`^-?(${NAME})[ \\t]*=[ \\t]*(.{0,${LONGEST_VALUE}})$`);
/** `grep . /proc/sys/net/ipv4/conf/eth0/rp_filter` names each file. */
const OF_FILE = new RegExp(`^/proc/sys/(${NAME}):(.{0,${LONGEST_VALUE}})$`);
/** procps says so, busybox names the file. */
const MISSING = new RegExp(
  `^(?:sysctl|cat|error)[^\\n]{0,40}?/proc/sys/(${NAME})['’"]?: No such file or directory|^sysctl: "?(${NAME})"? is an unknown key|^error: '?"?(${NAME})'?"? is an unknown key`,
);
const WHOLE_NAME = new RegExp(`^${NAME}$`);
/** Commands that print values alone, in the order of their words. */
const BARE = /(?:^|[\s$#>])(?:cat|head|tail|more|less|sysctl\s+(?:-\S+\s+)*-[a-z]*n[a-z]*)\s+(.*)$/;
const VALUE = /^-?\d+(?:[ \t]+-?\d+)*$/;

class SysctlReader implements LineReader<readonly ListedSysctl[]> {
  readonly diagnostics = [];
  private readonly found: ListedSysctl[] = [];
  /** Names whose values stand alone on the next lines. */
  private asked: string[] = [];

  take(line: TextLine): boolean {
    const { text } = line;
    if (text === '') return false;
    const [, pair = '', value = ''] = PAIR.exec(text) ?? OF_FILE.exec(text) ?? [];
    if (pair !== '') return this.add(line, pair, { value: value.trim() });
    const [, file, key, unknown] = MISSING.exec(text) ?? [];
    const missing = file ?? key ?? unknown;
    if (missing !== undefined) return this.add(line, missing, { value: '', missing: true });
    if (this.asked.length > 0 && text.length <= LONGEST_VALUE && VALUE.test(text))
      return this.add(line, this.asked[0] ?? '', { value: text });
    this.asked = namesInCommand(text);
    return false;
  }

  finish(): readonly ListedSysctl[] {
    return this.found;
  }

  private add(line: TextLine, path: string, said: Pick<ListedSysctl, 'value' | 'missing'>): boolean {
    const name = getName(path);
    this.asked = this.asked.filter((each, at) => (said.missing ? getName(each) !== name : at > 0));
    this.found.push({ name, ...said, span: spanOfLine(line) });
    return true;
  }
}

/** The names of `cat /proc/sys/net/ipv4/ip_forward …` and `sysctl -n net.ipv4.ip_forward …`. */
function namesInCommand(text: string): string[] {
  const [, words = ''] = BARE.exec(text.slice(0, 400)) ?? [];
  return words
    .split(/\s+/)
    .map((word) => word.replace(/^\/proc\/sys\//, ''))
    .filter((word) => WHOLE_NAME.test(word));
}

/** A path or a name, as sysctl(8) prints it: the separator is the first of both that stands in it. */
function getName(path: string): string {
  return /^[^./]*\//.test(path) ? makePath(path) : path;
}

/** The file below /proc/sys. */
function makePath(name: string): string {
  return name.replaceAll(/[./]/g, (sign) => (sign === '/' ? '.' : '/'));
}

/** The name with a device's own dots: `net.ipv4.conf.eth0.100.rp_filter`, as a namespace keeps it. */
export function keyOfSysctl({ name }: ListedSysctl): string {
  return name.replaceAll('/', '.');
}

/** `sysctl -a`, `sysctl NAME`, `cat /proc/sys/…`: how a kernel is set. */
export const SYSCTL = lineFormat({
  id: 'sysctl',
  title: 'sysctl',
  command: 'sysctl -a',
  hint: new RegExp(
    `(?:${ROOTS})[./][\\w./:@+-]{1,200}[ \\t]*=|/proc/sys/|sysctl\\s+(?:-\\S{1,60}\\s+){0,10}-[a-z]*n|is an unknown key`,
  ),
  reader: (): LineReader<readonly ListedSysctl[]> => new SysctlReader(),
  print: (all) =>
    all
      .map(({ name, value, missing }) =>
        missing
          ? `sysctl: cannot stat /proc/sys/${makePath(name)}: No such file or directory\n`
          : `${name} = ${value}\n`,
      )
      .join(''),
  summary: (all) => ({ sysctls: all.length }),
});
