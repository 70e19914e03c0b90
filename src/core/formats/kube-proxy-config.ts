import { stringify } from 'yaml';
import { phrase } from '../lib/phrase';
import { configOfObject, readField, setAt, valueAt } from '../kubernetes/config-fields';
import { KEPT_FIELDS } from '../kubernetes/config-table';
import type { KubeProxyConfig } from '../kubernetes/types';
import type { Diagnostic, SourceSpan } from './format';
import { readObjectText } from './kubernetes/read';
import { lineFormat, lineNote, spanOfLine, type LineReader } from './lines/line-format';
import { LineBlocks, type LineBlock } from './lines/line-blocks';
import { isObject } from './lines/json-blocks';
import type { TextLine } from './lines/text-lines';

/** Flags that only kube-proxy has: a line with one needs no program's name. */
const OWN_FLAG =
  /^--(?:proxy-mode|cluster-cidr|detect-local-mode|pod-bridge-interface|pod-interface-name-prefix|nodeport-addresses|iptables-[\w-]+|ipvs-[\w-]+|masquerade-all|conntrack-[\w-]+|hostname-override|proxy-port-range)\b/;

/** A file, a command line, or a line of its log. */
type WrittenForm = 'file' | 'flags' | 'log';

/** What a file, a command line or a log says of kube-proxy. */
export interface WrittenKubeProxy {
  readonly form: WrittenForm;
  readonly config: KubeProxyConfig;
  /** `--hostname-override`: the node's name. */
  readonly hostname?: string;
  /** All of it: the file's fields, or each flag with its text. */
  readonly written: Readonly<Record<string, unknown>>;
  readonly span: SourceSpan;
  /** The line a field or its flag stands in. */
  readonly lineOf: (path: string) => TextLine | undefined;
}

const BEGINS = /^(?:apiVersion:\s*"?kubeproxy\.config\.k8s\.io\/|kind:\s*"?KubeProxyConfiguration)/;
const YAML = /^(?:- |-$|"?[\w.$/-]+"?:(?:\s|$)|#)/;
const PROGRAM = /(?:^|[\s/"'[])kube-proxy(?=$|[\s"',\]])(.*)$/;
const FLAG = /--[a-z][\w-]*(?:[= ](?!--)(?:"[^"]*"|'[^']*'|[^\s"',\]]+(?:,[^\s"',\]]+)*))?/g;
/** `I0509 11:20:45.123456       1 server_others.go:140] Using iptables Proxier.` (cmd/kube-proxy/app/server_linux.go, server_others.go). */
const LOGGED =
  /(?:^|\] )"?(?:Using (iptables|ipvs|nftables|userspace|[Kk]ernelspace) [Pp]rox(?:ier|y)\.?"?|(?:Flag proxy-mode="[^"]*" unknown|Unknown proxy mode), assuming (iptables) proxy)/;
/** Further lines of the same log, by the file that wrote them. */
const LOG_LINE =
  /^(?:.{0,40}\s)?[IWEF]\d{4} \d{2}:\d{2}:\d{2}\.\d+\s+\d+ (?:server(?:_others|_linux|_windows)?|conntrack|config|proxier|shared_informer|node|topology|metrics|feature_gate|flags|iptables|ipset|graceful_termination|bounded_frequency_runner)\.go:\d+\] /;
/** A configuration is shorter. */
const MOST_LINES = 2000;

/** Lines of one configuration. */
interface Block {
  readonly form: WrittenForm;
  readonly lines: readonly TextLine[];
}

function begins({ text }: TextLine): WrittenForm | undefined {
  if (text === '') return undefined;
  if (LOGGED.test(text)) return 'log';
  if (BEGINS.test(text)) return 'file';
  return hasFlags(text) ? 'flags' : undefined;
}

function goesOn({ head: form, lines }: LineBlock<WrittenForm>, line: TextLine): boolean {
  if (line.text === '' || lines.length >= MOST_LINES) return false;
  if (form === 'log') return LOG_LINE.test(line.text) && !LOGGED.test(line.text);
  if (form === 'flags') return /^(?:- )?["']?--[a-z]/.test(line.text);
  const indent = lines[0]?.indent ?? 0;
  return line.indent > indent || (line.indent === indent && YAML.test(line.text));
}

class KubeProxyReader implements LineReader<readonly WrittenKubeProxy[]> {
  readonly diagnostics: Diagnostic[] = [];
  readonly givenBack: number[] = [];
  private readonly blocks = new LineBlocks(begins, goesOn);

  take(line: TextLine): boolean {
    return this.blocks.take(line);
  }

  finish(): readonly WrittenKubeProxy[] {
    return this.blocks.blocks.flatMap(({ head, lines }) => this.read({ form: head, lines }) ?? []);
  }

  private read(block: Block): WrittenKubeProxy | undefined {
    const written = this.written(block);
    const [first] = block.lines;
    if (!written || !first) return undefined;
    const config = block.form === 'flags' ? this.flagConfig(block, written) : this.fileConfig(block, written);
    const { hostnameOverride, bindAddress: _, ...known } = config;
    const lineOf = (path: string): TextLine | undefined => lineFor(block, path);
    const hostname = typeof hostnameOverride === 'string' && hostnameOverride !== '' ? hostnameOverride : undefined;
    return {
      form: block.form,
      config: known,
      ...(hostname === undefined ? {} : { hostname }),
      written,
      span: spanOfLine(first),
      lineOf,
    };
  }

  private written(block: Block): Readonly<Record<string, unknown>> | undefined {
    if (block.form === 'file') return this.file(block);
    if (block.form === 'flags') return this.flags(block);
    const [, used, assumed] = LOGGED.exec(block.lines[0]?.text ?? '') ?? [];
    return { mode: (used ?? assumed)?.toLowerCase() };
  }

  private fileConfig(block: Block, written: Readonly<Record<string, unknown>>): KubeProxyConfig {
    const { config, bad } = configOfObject(written);
    for (const { path } of bad) this.refuse(block, path, formatText(valueAt(written, path)));
    return config;
  }

  private flagConfig(block: Block, written: Readonly<Record<string, unknown>>): KubeProxyConfig {
    const config: Record<string, unknown> = {};
    for (const field of KEPT_FIELDS) {
      const value = written[field.flag ?? ''];
      if (typeof value !== 'string' || (value === '' && field.type !== 'boolean')) continue;
      const read = readField(field, value);
      if (read === undefined) this.refuse(block, field.flag ?? '', value);
      else setAt(config, field.path, read);
    }
    return config;
  }

  private refuse(block: Block, key: string, value: string): void {
    const [first] = block.lines;
    const line = lineFor(block, key) ?? first;
    if (!line) return;
    const message = phrase('formats.kube-proxy-config.bad-value', { field: key, value: value.slice(0, 60) });
    this.diagnostics.push(lineNote('warning', 'invalid', message, line));
  }

  private file({ lines }: Block): Readonly<Record<string, unknown>> | undefined {
    const indent = lines[0]?.indent ?? 0;
    const text = lines.map((line) => `${' '.repeat(Math.max(0, line.indent - indent))}${line.text}`).join('\n');
    const { documents, diagnostics } = readObjectText(text);
    const value = documents[0]?.value;
    if (isObject(value)) return value;
    const [first] = lines;
    const [problem] = diagnostics;
    const message = problem?.message ?? phrase('formats.lines.nothing-read', { command: 'kube-proxy' });
    if (first) this.diagnostics.push(lineNote('warning', 'syntax', message, first));
    for (const { line } of lines) this.givenBack.push(line);
    return undefined;
  }

  private flags({ lines }: Block): Readonly<Record<string, unknown>> {
    const found = lines.flatMap(({ text }) => [...(PROGRAM.exec(text)?.[1] ?? text).matchAll(FLAG)]);
    return Object.fromEntries(found.map(([flag]) => flagPair(flag)));
  }
}

/** A value as somebody wrote it. */
function formatText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** `--proxy-mode=ipvs` -> proxy-mode, ipvs. */
function flagPair(flag: string): readonly [name: string, value: string] {
  const [, name = '', value = ''] = /^--([a-z][\w-]*)(?:[= ](.*))?$/.exec(flag) ?? [];
  return [name, value.replaceAll(/^["']|["']$/g, '')];
}

/** A command line of kube-proxy, or a flag that only it has. */
function hasFlags(text: string): boolean {
  const behind = PROGRAM.exec(text)?.[1];
  if (behind !== undefined && /\s--[a-z]|"--[a-z]/.test(behind)) return true;
  return OWN_FLAG.test(text.replace(/^(?:- )?["']?/, ''));
}

/** The line of a field: its last name in a file, its flag on a command line. */
function lineFor({ form, lines }: Block, path: string): TextLine | undefined {
  const field = KEPT_FIELDS.find((each) => each.path === path || each.flag === path);
  if (form === 'log') return lines[0];
  const word = form === 'flags' ? `--${field?.flag ?? path}` : `${path.split('.').at(-1) ?? path}:`;
  return lines.find(({ text }) => text.includes(word));
}

/** What tells the file's kind stands first; its version does only if it is kube-proxy's. */
function rank(key: string, value: unknown): number {
  if (key === 'apiVersion') return String(value).startsWith('kubeproxy.config.k8s.io/') ? 0 : 2;
  return key === 'kind' ? 1 : 3;
}

/** A flag's value as a shell takes it in one piece. */
function quoted(value: string): string {
  if (!/[\s"'\],]/.test(value) || /^[^\s"'\]]+$/.test(value)) return value;
  return value.includes('"') ? `'${value}'` : `"${value}"`;
}

function printOne({ form, written }: WrittenKubeProxy): string {
  if (form === 'log') return `Using ${String(written['mode'])} Proxier.\n`;
  if (form === 'file')
    return stringify(new Map(Object.entries(written).toSorted((a, b) => rank(...a) - rank(...b))), { lineWidth: 0 });
  const flags = Object.entries(written).map(([name, value]) =>
    value === '' ? `--${name}` : `--${name}=${quoted(String(value))}`,
  );
  return `${['kube-proxy', ...flags].join(' ')}\n`;
}

/** KubeProxyConfiguration as a file (also inside its ConfigMap), kube-proxy's flags in `ps` or a Pod's command, and the line of its log that names the mode. */
export const KUBE_PROXY_CONFIG = lineFormat({
  id: 'kube-proxy-config',
  title: 'kube-proxy configuration',
  titleOf: (all) => (all.every(({ form }) => form === 'log') ? 'kube-proxy log' : 'kube-proxy configuration'),
  command: 'kubectl -n kube-system get configmap kube-proxy -o yaml',
  hint: /Using \w+ [Pp]rox(?:ier|y)|assuming iptables proxy|kubeproxy\.config\.k8s\.io|KubeProxyConfiguration|kube-proxy["']?,?\s+["']?--[a-z]|--(?:proxy-mode|cluster-cidr|detect-local-mode|nodeport-addresses|hostname-override|masquerade-all|ipvs-|iptables-)/,
  reader: (): LineReader<readonly WrittenKubeProxy[]> => new KubeProxyReader(),
  print: (all) => all.map(printOne).join('---\n'),
  summary: (all) => ({ configs: all.map(({ form, config }) => `${form} ${config.mode ?? 'default'}`) }),
});
