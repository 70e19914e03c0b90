import { stringify } from 'yaml';
import { phrase } from '../lib/phrase';
import type { KubeProxyConfig } from '../kubernetes/types';
import { isProxyModeId } from '../kubernetes/mode-ids';
import type { Diagnostic, SourceSpan } from './format';
import { readObjectText } from './kubernetes/read';
import { isObject, lineFormat, lineNote, spanOfLine, type LineReader } from './lines/line-format';
import type { TextLine } from './lines/text-lines';

/** What a field of KubeProxyConfiguration holds. */
type FieldType = 'string' | 'number' | 'boolean' | 'strings';

/** A field that changes rules, its path in the file, and the flag that says the same. */
interface Field {
  readonly path: string;
  readonly type: FieldType;
  /** Without its dashes; undefined: there is none. */
  readonly flag?: string;
}

/** kubeproxy.config.k8s.io/v1alpha1 (pkg/proxy/apis/config/types.go, cmd/kube-proxy/app/options.go). */
const FIELDS: readonly Field[] = [
  { path: 'mode', type: 'string', flag: 'proxy-mode' },
  { path: 'clusterCIDR', type: 'string', flag: 'cluster-cidr' },
  { path: 'hostnameOverride', type: 'string', flag: 'hostname-override' },
  { path: 'bindAddress', type: 'string', flag: 'bind-address' },
  { path: 'detectLocalMode', type: 'string', flag: 'detect-local-mode' },
  { path: 'detectLocal.bridgeInterface', type: 'string', flag: 'pod-bridge-interface' },
  { path: 'detectLocal.interfaceNamePrefix', type: 'string', flag: 'pod-interface-name-prefix' },
  { path: 'nodePortAddresses', type: 'strings', flag: 'nodeport-addresses' },
  { path: 'iptables.masqueradeBit', type: 'number', flag: 'iptables-masquerade-bit' },
  { path: 'iptables.masqueradeAll', type: 'boolean', flag: 'masquerade-all' },
  { path: 'iptables.localhostNodePorts', type: 'boolean', flag: 'iptables-localhost-nodeports' },
  { path: 'iptables.syncPeriod', type: 'string', flag: 'iptables-sync-period' },
  { path: 'iptables.minSyncPeriod', type: 'string', flag: 'iptables-min-sync-period' },
  { path: 'nftables.masqueradeBit', type: 'number' },
  { path: 'nftables.masqueradeAll', type: 'boolean' },
  { path: 'ipvs.scheduler', type: 'string', flag: 'ipvs-scheduler' },
  { path: 'ipvs.strictARP', type: 'boolean', flag: 'ipvs-strict-arp' },
  { path: 'ipvs.excludeCIDRs', type: 'strings', flag: 'ipvs-exclude-cidrs' },
  { path: 'ipvs.tcpTimeout', type: 'string', flag: 'ipvs-tcp-timeout' },
  { path: 'ipvs.tcpFinTimeout', type: 'string', flag: 'ipvs-tcpfin-timeout' },
  { path: 'ipvs.udpTimeout', type: 'string', flag: 'ipvs-udp-timeout' },
  { path: 'conntrack.tcpBeLiberal', type: 'boolean', flag: 'conntrack-tcp-be-liberal' },
];

/** Flags that only kube-proxy has: a line with one needs no program's name. */
const OWN_FLAG =
  /^--(?:proxy-mode|cluster-cidr|detect-local-mode|pod-bridge-interface|pod-interface-name-prefix|nodeport-addresses|iptables-[\w-]+|ipvs-[\w-]+|masquerade-all|conntrack-[\w-]+|hostname-override|proxy-port-range)\b/;

/** A value of a file, if it has the field's type. */
function fileValue(type: FieldType, value: unknown): string | number | boolean | readonly string[] | undefined {
  if (type !== 'strings') return typeof value === type ? (value as string | number | boolean) : undefined;
  const isTexts = Array.isArray(value) && value.every((each) => typeof each === 'string');
  return isTexts ? value : undefined;
}

/** A flag's text, as the field has it; undefined: it is not of that type. */
function flagValue(type: FieldType, text: string): ReturnType<typeof fileValue> {
  switch (type) {
    case 'string':
      return text;
    case 'strings':
      return text.split(',').filter((part) => part !== '');
    case 'number':
      return /^-?\d+$/.test(text) ? Number(text) : undefined;
    case 'boolean':
      return text === '' || text === 'true' ? true : text === 'false' ? false : undefined;
    default:
      return type satisfies never;
  }
}

/** Sets a value at a dotted path of nested objects. */
function setAt(target: Record<string, unknown>, path: string, value: unknown): void {
  const [first = '', second] = path.split('.');
  if (second === undefined) target[first] = value;
  else target[first] = { ...(target[first] as Record<string, unknown> | undefined), [second]: value };
}

/** The value at a dotted path. */
function valueAt(source: Readonly<Record<string, unknown>>, path: string): unknown {
  let value: unknown = source;
  for (const part of path.split('.')) {
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[part] : undefined;
  }
  return value;
}

/** What a file or a command line says of kube-proxy. */
export interface WrittenKubeProxy {
  readonly form: 'file' | 'flags';
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
/** A configuration is shorter. */
const MOST_LINES = 2000;

/** Lines of one configuration while they are collected. */
interface Block {
  readonly form: 'file' | 'flags';
  readonly indent: number;
  readonly lines: TextLine[];
}

class KubeProxyReader implements LineReader<readonly WrittenKubeProxy[]> {
  readonly diagnostics: Diagnostic[] = [];
  readonly givenBack: number[] = [];
  private readonly blocks: Block[] = [];
  private open: Block | undefined;

  take(line: TextLine): boolean {
    if (this.open && this.goesOn(this.open, line)) {
      this.open.lines.push(line);
      return true;
    }
    this.open = undefined;
    if (line.text === '') return false;
    const form = BEGINS.test(line.text) ? 'file' : hasFlags(line.text) ? 'flags' : undefined;
    if (!form) return false;
    this.open = { form, indent: line.indent, lines: [line] };
    this.blocks.push(this.open);
    return true;
  }

  finish(): readonly WrittenKubeProxy[] {
    return this.blocks.flatMap((block) => this.read(block) ?? []);
  }

  private goesOn({ form, indent, lines }: Block, line: TextLine): boolean {
    if (line.text === '' || lines.length >= MOST_LINES) return false;
    if (form === 'flags') return /^(?:- )?["']?--[a-z]/.test(line.text);
    return line.indent > indent || (line.indent === indent && YAML.test(line.text));
  }

  private read(block: Block): WrittenKubeProxy | undefined {
    const written = block.form === 'file' ? this.file(block) : this.flags(block);
    const [first] = block.lines;
    if (!written || !first) return undefined;
    const config: Record<string, unknown> = {};
    for (const { path, type, flag } of FIELDS) {
      const key = block.form === 'file' ? path : (flag ?? '');
      const value = block.form === 'file' ? valueAt(written, path) : written[key];
      if (value === undefined || value === null || value === '') continue;
      const read = block.form === 'file' ? fileValue(type, value) : flagValue(type, formatText(value));
      if (read === undefined || (path === 'mode' && !isProxyModeId(read))) this.refuse(block, key, formatText(value));
      else setAt(config, path, read);
    }
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

  private refuse(block: Block, key: string, value: string): void {
    const [first] = block.lines;
    const line = lineFor(block, key) ?? first;
    if (!line) return;
    const message = phrase('formats.kube-proxy-config.bad-value', { field: key, value: value.slice(0, 60) });
    this.diagnostics.push(lineNote('warning', 'invalid', message, line));
  }

  private file({ lines, indent }: Block): Readonly<Record<string, unknown>> | undefined {
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
  const field = FIELDS.find((each) => each.path === path || each.flag === path);
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
  if (form === 'file')
    return stringify(new Map(Object.entries(written).toSorted((a, b) => rank(...a) - rank(...b))), { lineWidth: 0 });
  const flags = Object.entries(written).map(([name, value]) =>
    value === '' ? `--${name}` : `--${name}=${quoted(String(value))}`,
  );
  return `${['kube-proxy', ...flags].join(' ')}\n`;
}

/** KubeProxyConfiguration as a file (also inside its ConfigMap), and kube-proxy's flags in `ps` or a Pod's command. */
export const KUBE_PROXY_CONFIG = lineFormat({
  id: 'kube-proxy-config',
  title: 'kube-proxy configuration',
  command: 'kubectl -n kube-system get configmap kube-proxy -o yaml',
  hint: /kubeproxy\.config\.k8s\.io|KubeProxyConfiguration|kube-proxy["']?,?\s+["']?--[a-z]|--(?:proxy-mode|cluster-cidr|detect-local-mode|nodeport-addresses|hostname-override|masquerade-all|ipvs-|iptables-)/,
  reader: (): LineReader<readonly WrittenKubeProxy[]> => new KubeProxyReader(),
  print: (all) => all.map(printOne).join('---\n'),
  summary: (all) => ({ configs: all.map(({ form, config }) => `${form} ${config.mode ?? 'default'}`) }),
});
