import { readCiliumConfig, type CiliumConfig } from '../kubernetes/proxy/ebpf/cilium-config';
import type { Diagnostic, SourceSpan } from './format';
import { lineFormat, spanOfLine, type LineReader } from './lines/line-format';
import type { TextLine } from './lines/text-lines';

/** A line `Name:  value` of the block; names of the list of Services begin with `- `. */
export interface StatusField {
  readonly name: string;
  readonly value: string;
  readonly indent: number;
}

/** What `cilium-dbg status --verbose` says of the load balancer and of how packets travel. */
export interface CiliumStatus {
  readonly fields: readonly StatusField[];
  readonly span: SourceSpan;
}

/** Lines at the margin that tell how packets travel; each begins or goes on with the same status. */
const HEAD = /^(KubeProxyReplacement(?: Details)?|Masquerading|Host Routing|Routing):(?:\s+(.*))?$/;
const FIELD = /^((?:- )?[A-Za-z][A-Za-z\d/ -]{1,30}):(?:\s+(.*))?$/;

class StatusReader implements LineReader<readonly CiliumStatus[]> {
  readonly diagnostics: Diagnostic[] = [];
  private readonly statuses: { readonly fields: StatusField[]; readonly span: SourceSpan }[] = [];
  /** Within the details: indented lines belong to them. */
  private isInside = false;

  take(line: TextLine): boolean {
    const head = line.indent === 0 ? HEAD.exec(line.text) : null;
    if (head) return this.head(line, head[1] ?? '', head[2] ?? '');
    const field = this.isInside && (line.indent > 0 || line.text.startsWith('- ')) ? FIELD.exec(line.text) : null;
    const open = this.statuses.at(-1);
    if (!field || !open) {
      this.isInside = false;
      return false;
    }
    open.fields.push({ name: field[1] ?? '', value: field[2] ?? '', indent: line.indent });
    return true;
  }

  finish(): readonly CiliumStatus[] {
    return this.statuses;
  }

  /** A name that was said already begins the status of another node. */
  private head(line: TextLine, name: string, value: string): boolean {
    const known = this.statuses.at(-1);
    if (!known || known.fields.some((field) => field.indent === 0 && field.name === name)) {
      this.statuses.push({ fields: [], span: spanOfLine(line) });
    }
    this.statuses.at(-1)?.fields.push({ name, value, indent: 0 });
    this.isInside = name.endsWith('Details');
    return true;
  }
}

/** The first value of a name; empty if it is not there. */
export function statusValue({ fields }: CiliumStatus, name: string): string {
  return fields.find((field) => field.name === name)?.value.trim() ?? '';
}

/** The flags of cilium-agent a status tells (daemon/cmd/status.go): what it does not tell stays as the agent has it. */
export function toCiliumConfig(status: CiliumStatus): CiliumConfig {
  const of = (name: string): string => statusValue(status, name);
  const [, size] = /Table Size: (\d+)/.exec(of('Backend Selection')) ?? [];
  const [, range] = /Range: (\d+-\d+)/.exec(of('- NodePort')) ?? [];
  const said: Record<string, string | undefined> = {
    'kube-proxy-replacement': /^(true|false|strict|disabled)/i.exec(of('KubeProxyReplacement'))?.[0],
    'bpf-lb-sock-hostns-only':
      of('Socket LB Coverage') === '' ? undefined : String(/hostns/i.test(of('Socket LB Coverage'))),
    'bpf-lb-mode': /^(?:snat|dsr|hybrid)/i.exec(of('Mode'))?.[0],
    'bpf-lb-dsr-dispatch': readDispatch(of('DSR Dispatch Mode')),
    'bpf-lb-algorithm': /^(?:random|maglev)/i.exec(of('Backend Selection'))?.[0],
    'bpf-lb-maglev-table-size': size,
    'bpf-lb-acceleration': /^(?:disabled|native|best-effort)/i.exec(of('XDP Acceleration'))?.[0],
    'node-port-range': range,
    ...readRouting(of('Routing'), of('Host Routing')),
    'enable-bpf-masquerade': of('Masquerading') === '' ? undefined : String(/^BPF/i.test(of('Masquerading'))),
  };
  const told = Object.entries(said).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value.toLowerCase()]],
  );
  return readCiliumConfig(Object.fromEntries(told) as Record<string, string>).config;
}

/** `IP Option/Extension`, `Geneve`, `IPIP`. */
function readDispatch(text: string): string | undefined {
  if (text === '') return undefined;
  return /geneve/i.test(text) ? 'geneve' : /ipip/i.test(text) ? 'ipip' : 'opt';
}

/** `Network: Tunnel [vxlan]   Host: BPF`; before 1.15 a line of its own, `Host Routing: Legacy`. */
function readRouting(routing: string, host: string): Record<string, string | undefined> {
  const [, network, tunnel] = /Network: (Tunnel|Native)(?: \[(\w+)\])?/i.exec(routing) ?? [];
  const way = /Host: (\w+)/i.exec(routing)?.[1] ?? host;
  return {
    'routing-mode': network,
    'tunnel-protocol': tunnel,
    'enable-host-legacy-routing': way === '' ? undefined : String(/legacy/i.test(way)),
  };
}

function printStatus({ fields }: CiliumStatus): string {
  // `KubeProxyReplacement Details:` is longer than its column.
  const line = ({ name, value, indent }: StatusField): string =>
    `${' '.repeat(indent)}${`${name}: `.padEnd(indent === 0 ? 25 : 22)}${value}`.trimEnd();
  return fields.map((field) => `${line(field)}\n`).join('');
}

/** `cilium-dbg status --verbose`: the load balancer's settings. */
export const CILIUM_STATUS = lineFormat({
  id: 'cilium-status',
  title: 'cilium-dbg status --verbose',
  command: 'cilium-dbg status --verbose',
  hint: /^KubeProxyReplacement(?: Details)?:/m,
  reader: (): LineReader<readonly CiliumStatus[]> => new StatusReader(),
  print: (statuses) => statuses.map(printStatus).join('\n'),
  summary: (statuses) => ({ statuses: statuses.length, flags: statuses.map(toCiliumConfig) }),
});
