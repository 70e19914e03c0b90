import { phrase } from '../lib/phrase';
import type { Diagnostic, SourceSpan } from './format';
import { TAKEN_OUT, withoutKeys } from './kubernetes/keys';
import { lineFormat, lineNote, spanOfLine, type LineReader } from './lines/line-format';
import { LineBlocks, type LineBlock } from './lines/line-blocks';
import type { TextLine } from './lines/text-lines';

/** A kubeconfig: whose API servers it names. Its keys are not read. */
export interface Kubeconfig {
  /** `https://10.0.0.1:6443`, in the order of the text. */
  readonly servers: readonly string[];
  readonly span: SourceSpan;
}

const TOP = /^"?(?:apiVersion|kind|clusters|users|contexts|current-context|preferences|extensions)"?:/;
const OWN: Readonly<Record<string, string>> = { apiVersion: 'v1', kind: 'Config' };
const IS_CONFIG = /^"?kind"?:\s*"?Config"?$/;
const SERVER = /^"?server"?:\s*"?([^\s"]{1,300})/;
/** A configuration is shorter. */
const MOST_LINES = 5000;

class KubeconfigReader implements LineReader<readonly Kubeconfig[]> {
  readonly diagnostics: Diagnostic[] = [];
  readonly givenBack: number[] = [];
  private readonly blocks = new LineBlocks(begins, goesOn);

  take(line: TextLine): boolean {
    return this.blocks.take(line);
  }

  finish(): readonly Kubeconfig[] {
    return this.blocks.blocks.flatMap(({ lines }) => this.read(lines) ?? []);
  }

  private read(lines: readonly TextLine[]): Kubeconfig | undefined {
    const own = lines.find(({ text }) => IS_CONFIG.test(text));
    if (!own) {
      for (const { line } of lines) this.givenBack.push(line);
      return undefined;
    }
    const taken = lines.filter(({ text }) => text.includes(TAKEN_OUT)).length;
    const left = lines.filter(({ text }) => isKey(text)).length;
    const message =
      left > 0
        ? phrase('formats.kubeconfig.keys', { count: left })
        : phrase('formats.kubeconfig.taken-out', { count: taken });
    this.diagnostics.push(lineNote('warning', 'irrelevant', message, own));
    return { servers: lines.flatMap(({ text }) => SERVER.exec(text)?.[1] ?? []), span: spanOfLine(own) };
  }
}

const isKey = (text: string): boolean =>
  withoutKeys(`kind: Config\n${text}`) !== `kind: Config\n${text}` && !text.includes(TAKEN_OUT);

/** Does the line begin an object that is none? */
function isOther(text: string): boolean {
  const [, key = '', value] = /^"?(apiVersion|kind)"?:\s*"?([\w./-]*)/.exec(text) ?? [];
  return value !== undefined && value !== OWN[key];
}

/** Inside a ConfigMap it is that object's. */
function begins({ indent, text }: TextLine): true | undefined {
  return indent === 0 && TOP.test(text) && !isOther(text) ? true : undefined;
}

function goesOn({ lines }: LineBlock<true>, { text, indent }: TextLine): boolean {
  if (text === '' || text === '---' || lines.length >= MOST_LINES) return false;
  return indent > 0 || ((TOP.test(text) || text.startsWith('- ')) && !isOther(text));
}

function printOne({ servers }: Kubeconfig): string {
  const clusters = servers.map((server, index) => `- cluster:\n    server: ${server}\n  name: cluster-${index + 1}\n`);
  return `apiVersion: v1\nclusters:\n${clusters.join('')}kind: Config\n`;
}

/** `~/.kube/config`, `/etc/kubernetes/admin.conf`: recognised, so that nobody shares it unaware; nothing of it is used. */
export const KUBECONFIG = lineFormat({
  id: 'kubeconfig',
  title: 'kubeconfig',
  command: 'kubectl config view',
  hint: /^"?kind"?[ \t]*:[ \t]*"?Config"?[ \t\r]*$/m,
  reader: (): LineReader<readonly Kubeconfig[]> => new KubeconfigReader(),
  print: (all) => all.map(printOne).join('---\n'),
  summary: (all) => ({ servers: all.flatMap(({ servers }) => servers) }),
});
