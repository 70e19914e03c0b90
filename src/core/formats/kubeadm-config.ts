import type { SourceSpan } from './format';
import { lineFormat, spanOfLine, type LineReader } from './lines/line-format';
import { LineBlocks, type LineBlock } from './lines/line-blocks';
import type { TextLine } from './lines/text-lines';

/** What a cluster was made with (kubeadm, `kubeadm.k8s.io` ClusterConfiguration). */
export interface KubeadmConfig {
  /** `10.244.0.0/16`, or one of each family with a comma between. */
  readonly podSubnet?: string;
  readonly serviceSubnet?: string;
  /** `cluster.local`. */
  readonly dnsDomain?: string;
  /** `v1.30.5`. */
  readonly version?: string;
  readonly span: SourceSpan;
  /** The line a field stands in. */
  readonly lineOf: (field: 'podSubnet' | 'serviceSubnet') => TextLine | undefined;
}

/** In its ConfigMap it is a text of its own, further in. */
const INSIDE = /^"?ClusterConfiguration"?:\s*[|>]/;
const BEGINS = /^apiVersion:\s*"?kubeadm\.k8s\.io\//;
const GOES_ON = /^(?:- |[A-Za-z]+:(?:\s|$)|#)/;
/** A value begins with none of `|` and `>`: those announce lines below. */
const FIELD = /^(podSubnet|serviceSubnet|dnsDomain|kubernetesVersion):\s*"?([^\s"#|>][^\s"#]{0,199})/;
/** A configuration is shorter. */
const MOST_LINES = 1000;

class KubeadmReader implements LineReader<readonly KubeadmConfig[]> {
  readonly diagnostics = [];
  private readonly blocks = new LineBlocks(begins, goesOn);

  take(line: TextLine): boolean {
    return this.blocks.take(line);
  }

  finish(): readonly KubeadmConfig[] {
    return this.blocks.blocks.flatMap(({ lines }) => readBlock(lines) ?? []);
  }
}

/** The indent whose lines belong to it; of a file those at its own, too. */
function begins({ indent, text }: TextLine): number | undefined {
  if (INSIDE.test(text)) return indent + 1;
  return BEGINS.test(text) ? indent : undefined;
}

function goesOn({ head: over, lines }: LineBlock<number>, { text, indent }: TextLine): boolean {
  if (text === '' || text === '---' || lines.length >= MOST_LINES || indent < over) return false;
  return indent > over || INSIDE.test(lines[0]?.text ?? '') || GOES_ON.test(text);
}

function readBlock(lines: readonly TextLine[]): KubeadmConfig | undefined {
  const [first] = lines;
  const found = new Map<string, { readonly value: string; readonly line: TextLine }>();
  for (const line of lines) {
    const [, field = '', value = ''] = FIELD.exec(line.text) ?? [];
    if (field !== '' && !found.has(field)) found.set(field, { value, line });
  }
  if (!first) return undefined;
  const told = (field: string, as: string) => {
    const value = found.get(field)?.value;
    return value === undefined ? {} : { [as]: value };
  };
  return {
    ...told('podSubnet', 'podSubnet'),
    ...told('serviceSubnet', 'serviceSubnet'),
    ...told('dnsDomain', 'dnsDomain'),
    ...told('kubernetesVersion', 'version'),
    span: spanOfLine(first),
    lineOf: (field) => found.get(field)?.line,
  };
}

function printOne({ podSubnet, serviceSubnet, dnsDomain, version }: KubeadmConfig): string {
  const networks = [
    ...(dnsDomain === undefined ? [] : [`  dnsDomain: ${dnsDomain}\n`]),
    ...(podSubnet === undefined ? [] : [`  podSubnet: ${podSubnet}\n`]),
    ...(serviceSubnet === undefined ? [] : [`  serviceSubnet: ${serviceSubnet}\n`]),
  ];
  const networking = networks.length === 0 ? '' : `networking:\n${networks.join('')}`;
  const release = version === undefined ? '' : `kubernetesVersion: ${version}\n`;
  return `apiVersion: kubeadm.k8s.io/v1beta3\nkind: ClusterConfiguration\n${release}${networking}`;
}

/** What kubeadm made a cluster with: its file, or the ConfigMap `kubeadm-config`. */
export const KUBEADM_CONFIG = lineFormat({
  id: 'kubeadm-config',
  title: 'kubeadm configuration',
  command: 'kubectl -n kube-system get configmap kubeadm-config -o yaml',
  hint: /kubeadm\.k8s\.io|ClusterConfiguration/,
  reader: (): LineReader<readonly KubeadmConfig[]> => new KubeadmReader(),
  print: (all) => all.map(printOne).join('---\n'),
  summary: (all) => ({ podSubnets: all.flatMap(({ podSubnet }) => podSubnet ?? []) }),
});
