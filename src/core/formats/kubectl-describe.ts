import { phrase } from '../lib/phrase';
import type { Diagnostic, SourceSpan } from './format';
import {
  Description,
  readDescribed,
  type DescribedField,
  countMore,
  objectsDescribed,
} from './kubectl-describe/objects';
import { lineFormat, lineNote, spanOfLine, type LineReader } from './lines/line-format';
import type { TextLine } from './lines/text-lines';

/** What one description tells of: an object of the API, for a Service also its Endpoints. */
export interface Described {
  /** As the API has them, not checked yet. */
  readonly objects: readonly Readonly<Record<string, unknown>>[];
  /** `default/web`: the Service whose endpoints are not all shown. */
  readonly shortened?: string;
  readonly span: SourceSpan;
  /** As they were printed. */
  readonly lines: readonly string[];
}

const BEGINS = /^Name:\s+\S+$/;
/** The line behind an object's name: a Node's has no namespace. Nothing else that prints `Name:` has these. */
const SECOND = /^(?:Namespace|Roles):\s/;
/** A prompt or the fence of a code block. */
const ENDS = /^(?:```|[$#%] |[\w.-]+@[\w.-]+\S*[#$%>])/;
/** Longer ones describe nothing these objects are. */
const MOST_LINES = 5000;

class DescriptionReader implements LineReader<readonly Described[]> {
  readonly diagnostics: Diagnostic[] = [];
  readonly givenBack: number[] = [];
  private readonly found: Described[] = [];
  private open: TextLine[] = [];

  take(line: TextLine): boolean {
    if (BEGINS.test(line.text)) {
      this.close();
      this.open = [line];
      return true;
    }
    const [first] = this.open;
    if (!first || line.text === '') return false;
    if (!this.goesOn(line, first)) {
      this.close();
      return false;
    }
    this.open.push(line);
    return true;
  }

  finish(): readonly Described[] {
    this.close();
    return this.found;
  }

  private goesOn({ text, indent }: TextLine, first: TextLine): boolean {
    if (this.open.length === 1 && !SECOND.test(text)) return false;
    if (this.open.length >= MOST_LINES || ENDS.test(text)) return false;
    return indent > first.indent || /^[A-Z][\w /().-]*:(?:\s|$)/.test(text);
  }

  private close(): void {
    const lines = this.open;
    const [first] = lines;
    this.open = [];
    if (!first) return;
    const fields = new Description(readFields(lines, first.indent));
    const objects = lines.length < 2 ? [] : objectsDescribed(fields);
    if (objects.length === 0) {
      for (const { line } of lines) this.givenBack.push(line);
      return;
    }
    const count = countMore(fields);
    const name = `${fields.get('Namespace') ?? 'default'}/${fields.get('Name') ?? ''}`;
    if (count > 0) {
      const message = phrase('formats.kubectl-table.more', { count, name });
      this.diagnostics.push(lineNote('warning', 'partly-simulated', message, first));
    }
    const texts = lines.map(({ text, indent }) => ' '.repeat(Math.max(0, indent - first.indent)) + text);
    this.found.push({ objects, ...(count > 0 ? { shortened: name } : {}), span: spanOfLine(first), lines: texts });
  }
}

function readFields(lines: readonly TextLine[], margin: number): readonly DescribedField[] {
  let valueAt = 0;
  return lines.map(({ text, indent }) => {
    const field = readDescribed(text, Math.max(0, indent - margin), valueAt);
    if (field.key !== '') valueAt = field.depth === 0 && field.value !== '' ? text.length - field.value.length : 0;
    return field;
  });
}

/** What `kubectl describe` tells of Services, their endpoints, Pods and Nodes. */
export const KUBECTL_DESCRIBE = lineFormat({
  id: 'kubectl-describe',
  title: 'kubectl describe',
  command: 'kubectl describe services,endpointslices,pods,nodes -A',
  hint: /\b(?:Namespace|Roles):[ \t]/,
  reader: (): LineReader<readonly Described[]> => new DescriptionReader(),
  print: (all) => all.map(({ lines }) => `${lines.join('\n')}\n`).join('\n\n'),
  summary: (all) => ({ objects: all.flatMap(({ objects }) => objects.map((each) => String(each['kind']))) }),
});
