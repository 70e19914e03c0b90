import { phrase, type Phrase } from '../lib/phrase';
import type { Diagnostic, SourceSpan } from './format';
import { lineFormat, lineNote, spanOfLine, type LineReader } from './lines/line-format';
import type { TextLine } from './lines/text-lines';

/** An answer in which the Pod that gave it names itself. */
export interface SeenHttpAnswer {
  /** Address and port that were asked: `10.96.0.10:80`; absent: the command is not in the text. */
  readonly target?: string;
  /** What was asked, as the command has it: `http://10.96.0.10:80/env`. */
  readonly url?: string;
  readonly pod: string;
  readonly span: SourceSpan;
}

/** `curl 10.96.0.10:80/env`, `wget -qO- http://web`: what is asked, and in it host and port. */
const PROGRAM = /(?:curl|wget)\s/i;
const COMMAND = /(?:^|[\s#$>])(?:curl|wget)\s/gi;
const URL = /^['"]?((?:https?:\/\/)?([\w.-]+(?::\d{1,5})?|\[[\da-f:]+\](?::\d{1,5})?)(?:\/[^\s'";|&]*)?)['"]?$/i;

/** What a command asks: its last word. */
function askedIn(text: string): { readonly url: string; readonly target: string } | undefined {
  // Most lines are none: an expression that goes from match to match is made anew for each.
  if (!PROGRAM.test(text)) return undefined;
  for (const { 0: program, index } of text.matchAll(COMMAND)) {
    const behind = text.slice(index + program.length);
    const [, url, target] = URL.exec(behind.split(/[;|&]/, 1)[0]?.trimEnd().split(/\s/).at(-1) ?? '') ?? [];
    if (url !== undefined && target !== undefined) return { url, target };
  }
  return undefined;
}
/** A Pod's environment or its page: kuard, echoserver, whoami, nginx's hello, agnhost netexec. */
const JSON_NAME = /^\{.*"HOSTNAME":\s?"([A-Za-z\d][-A-Za-z\d.]{0,251})"/;
const PAGE_NAME = /^(?:Hostname|Server name|Pod Name|pod name):\s+([a-z\d][-a-z\d.]{0,251})$/i;
/** A name as the API server makes it for a Pod of a Deployment, anywhere in a sentence (apimachinery `SafeEncodeString`). */
const MADE_NAME =
  /(?:^|[\s"':=,(])([a-z][-a-z\d.]{0,180}-[bcdfghjklmnpqrstvwxz2456789]{6,10}-[bcdfghjklmnpqrstvwxz2456789]{5})(?=$|[\s"',.!)])/;
/** All that a server answers to `/hostname`. */
const LABEL = /^[a-z\d](?:[-a-z\d]{0,61}[a-z\d])?$/;
/** A line of a table, or another command: no answer. */
const NO_ANSWER = / {3}|^\S*[$#] /;
/** What tools print beside the answer. */
const BESIDE =
  /^(?:[*<>{}](?:\s|$)|Connecting to |-\s+100% \||(?:IP|RemoteAddr|Server address|Date|URI|Request ID|GET|Host|User-Agent|Accept|Request Information|Request Headers|Server values|Pod Information):?(?:\s|$))/;
/** Of one target so many names are said. */
const MOST_NAMED = 12;

/** Names that are said, and what was asked of them. */
interface HttpTarget {
  readonly target?: string;
  readonly url?: string;
}

class AnswerReader implements LineReader<readonly SeenHttpAnswer[]> {
  readonly diagnostics: Diagnostic[] = [];
  readonly givenBack: number[] = [];
  private readonly found: SeenHttpAnswer[] = [];
  private readonly firsts = new Map<string, TextLine>();
  private asked: HttpTarget = {};
  /** The command and what stands below it, while no answer names a Pod. */
  private unanswered: number[] = [];
  private isPage = false;

  take(line: TextLine): boolean {
    const { text } = line;
    const asked = askedIn(text.slice(0, 400));
    if (asked) {
      this.begin(line, asked);
      return true;
    }
    if (NO_ANSWER.test(text.slice(0, 400))) this.isPage = false;
    const name = JSON_NAME.exec(text.slice(0, 4000))?.[1] ?? (this.isPage ? this.nameOn(text) : undefined);
    if (name === undefined) {
      const isBeside = this.isPage && BESIDE.test(text);
      if (isBeside && this.unanswered.length > 0) this.unanswered.push(line.line);
      return isBeside;
    }
    this.unanswered = [];
    const { target: whom = '' } = this.asked;
    if (!this.firsts.has(whom)) this.firsts.set(whom, line);
    this.found.push({ ...this.asked, pod: name, span: spanOfLine(line) });
    return true;
  }

  finish(): readonly SeenHttpAnswer[] {
    this.givenBack.push(...this.unanswered);
    const answers = new Map<string, SeenHttpAnswer[]>();
    for (const answer of this.found) {
      const known = answers.get(answer.target ?? '');
      if (known) known.push(answer);
      else answers.set(answer.target ?? '', [answer]);
    }
    for (const [target, line] of this.firsts) this.say(target, line, answers.get(target) ?? []);
    return this.found;
  }

  private nameOn(text: string): string | undefined {
    const isAsked = this.asked.url?.endsWith('/hostname') && LABEL.test(text);
    return isAsked ? text : (PAGE_NAME.exec(text) ?? MADE_NAME.exec(text.slice(0, 400)))?.[1];
  }

  /** A command is of this format once an answer names a Pod. */
  private begin({ line }: TextLine, asked: HttpTarget): void {
    this.givenBack.push(...this.unanswered);
    this.unanswered = [line];
    this.asked = asked;
    this.isPage = true;
  }

  private say(target: string, line: TextLine, answers: readonly SeenHttpAnswer[]): void {
    const counts = new Map<string, number>();
    for (const { pod } of answers) counts.set(pod, (counts.get(pod) ?? 0) + 1);
    const all = [...counts].toSorted(([, a], [, b]) => b - a);
    const urls = new Set(answers.map(({ url }) => url));
    const asked = (urls.size === 1 ? [...urls][0] : target) ?? '?';
    this.diagnostics.push(lineNote('info', 'partly-simulated', sayAnswers(asked, all), line));
  }
}

/** What answers show: one shows who answered, several of one Pod no more than that; of the spread tell different ones. */
function sayAnswers(asked: string, all: readonly (readonly [pod: string, count: number])[]): Phrase {
  const count = all.reduce((sum, [, each]) => sum + each, 0);
  if (all.length === 1) return phrase('formats.http-answers.one-pod', { asked, count, pod: all[0]?.[0] ?? '' });
  const names = all.slice(0, MOST_NAMED).map(([pod, each]) => (each > 1 ? `${pod} (${each})` : pod));
  return phrase('formats.http-answers.read', { asked, count, pods: all.length, names: names.join(', ') });
}

/** What `curl` and `wget` were answered, where the answer names the Pod. */
export const HTTP_ANSWERS = lineFormat({
  id: 'http-answers',
  title: 'curl / wget',
  command: 'curl 10.96.0.10:80',
  hint: /"HOSTNAME":|^(?:Hostname|Server name|Pod Name):|\b(?:curl|wget) /im,
  reader: (): LineReader<readonly SeenHttpAnswer[]> => new AnswerReader(),
  print: (all) =>
    all.map(({ url, pod }) => `${url === undefined ? '' : `$ curl ${url}\n`}{"HOSTNAME":"${pod}"}\n`).join(''),
  summary: (all) => ({ answers: all.length, pods: [...new Set(all.map(({ pod }) => pod))] }),
});
