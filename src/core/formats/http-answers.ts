import { phrase } from '../lib/phrase';
import type { Diagnostic, SourceSpan } from './format';
import { lineFormat, lineNote, spanOfLine, type LineReader } from './lines/line-format';
import type { TextLine } from './lines/text-lines';

/** An answer in which the Pod that gave it names itself. */
interface HttpAnswer {
  /** What was asked: `10.96.0.10:80`; absent: the command is not in the text. */
  readonly target?: string;
  readonly pod: string;
  readonly span: SourceSpan;
}

/** `curl 10.96.0.10:80/env`, `wget -qO- http://web`: host and port. */
const COMMAND =
  /(?:^|[\s#$>])(?:curl|wget)\s(?:.*\s)?['"]?(?:https?:\/\/)?([\w.-]+(?::\d{1,5})?|\[[\da-f:]+\](?::\d{1,5})?)(?:\/\S*)?['"]?$/i;
/** A Pod's environment or its page: kuard, echoserver, whoami, nginx's hello, agnhost netexec. */
const JSON_NAME = /^\{.*"HOSTNAME":\s?"([a-z\d][-a-z\d.]{0,251})"/;
const PAGE_NAME = /^(?:Hostname|Server name|Pod Name|pod name):\s+([a-z\d][-a-z\d.]{0,251})$/i;
/** What tools print beside the answer. */
const BESIDE =
  /^(?:Connecting to |-\s+100% \||(?:IP|RemoteAddr|Server address|Date|URI|Request ID|GET|Host|User-Agent|Accept|Request Information|Request Headers|Server values|Pod Information):?(?:\s|$))/;
/** Of one target so many names are said. */
const MOST_NAMED = 12;

class AnswerReader implements LineReader<readonly HttpAnswer[]> {
  readonly diagnostics: Diagnostic[] = [];
  private readonly found: HttpAnswer[] = [];
  private readonly firsts = new Map<string, TextLine>();
  private target: string | undefined;
  private isPage = false;

  take(line: TextLine): boolean {
    const { text } = line;
    const target = COMMAND.exec(text.slice(0, 400))?.[1];
    if (target !== undefined) {
      this.target = target;
      this.isPage = true;
      return false;
    }
    const name = JSON_NAME.exec(text.slice(0, 4000))?.[1] ?? (this.isPage ? PAGE_NAME.exec(text)?.[1] : undefined);
    if (name === undefined) return this.isPage && BESIDE.test(text);
    if (!this.firsts.has(this.target ?? '')) this.firsts.set(this.target ?? '', line);
    const asked = this.target === undefined ? {} : { target: this.target };
    this.found.push({ ...asked, pod: name, span: spanOfLine(line) });
    return true;
  }

  finish(): readonly HttpAnswer[] {
    for (const [target, line] of this.firsts) this.say(target, line);
    return this.found;
  }

  private say(target: string, line: TextLine): void {
    const counts = new Map<string, number>();
    for (const answer of this.found) {
      if ((answer.target ?? '') === target) counts.set(answer.pod, (counts.get(answer.pod) ?? 0) + 1);
    }
    const all = [...counts].toSorted(([, a], [, b]) => b - a);
    const names = all.slice(0, MOST_NAMED).map(([pod, count]) => (count > 1 ? `${pod} (${count})` : pod));
    const count = all.reduce((sum, [, each]) => sum + each, 0);
    const values = { target: target === '' ? '?' : target, count, pods: all.length, names: names.join(', ') };
    this.diagnostics.push(lineNote('info', 'partly-simulated', phrase('formats.http-answers.read', values), line));
  }
}

/** What `curl` and `wget` were answered, where the answer names the Pod. */
export const HTTP_ANSWERS = lineFormat({
  id: 'http-answers',
  title: 'curl / wget',
  command: 'curl 10.96.0.10:80',
  hint: /"HOSTNAME":|^(?:Hostname|Server name|Pod Name):/im,
  reader: (): LineReader<readonly HttpAnswer[]> => new AnswerReader(),
  print: (all) =>
    all.map(({ target, pod }) => `${target === undefined ? '' : `$ curl ${target}\n`}{"HOSTNAME":"${pod}"}\n`).join(''),
  summary: (all) => ({ answers: all.length, pods: [...new Set(all.map(({ pod }) => pod))] }),
});
