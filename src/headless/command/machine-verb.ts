import type { Arguments, Verb } from '../verb';
import { CommandRefusal, type CommandCall, type CommandReply } from './command';
import type { PageLine } from './page';
import type { NamedText } from '../../core/public/open-texts';

/** A verb that is made for machines, called with texts that were read. */
interface MachineCall {
  readonly verb: Verb;
  readonly texts: readonly NamedText[];
  readonly options: Arguments['options'];
}

/** What stands between manifests that are read as one. */
const BETWEEN = '\n---\n';

/** A remark as those verbs write it: `severity code line:column message`. */
const REMARK = /^(error|warning|info) (\S+) (\d+):(\d+) (.*)$/;

/** Of several texts read as one: whose line it is. */
function placeInTexts(line: number, texts: readonly NamedText[]): string {
  let rest = line;
  for (const { title, text } of texts) {
    const lines = text.split('\n').length;
    if (rest <= lines) return `${title}:${rest}: `;
    rest -= lines + 1;
  }
  return '';
}

function remarkLine(written: string, texts: readonly NamedText[], { word }: CommandCall): PageLine {
  const [, severity, , line = '0', , message = written] = REMARK.exec(written) ?? [];
  const place = line === '0' ? '' : placeInTexts(Number(line), texts);
  const isKnown = severity === 'error' || severity === 'warning' || severity === 'info';
  return { text: `${place}${isKnown ? `${word(severity, {})}: ` : ''}${message}` };
}

/**
 * Runs a verb of `headless` on texts as one manifest: what it prints is the answer, what it remarks is said with file and line.
 * @throws {CommandRefusal} 64: it says that it was used wrongly
 */
export async function runMachineVerb({ verb, texts, options }: MachineCall, call: CommandCall): Promise<CommandReply> {
  const out: string[] = [];
  const err: string[] = [];
  const read = (): string => texts.map(({ text }) => text).join(BETWEEN);
  const io = { stdout: (text: string) => void out.push(text), stderr: (text: string) => void err.push(text), read };
  const code = await verb.run({ files: ['-'], options }, io);
  const written = err
    .join('')
    .split('\n')
    .filter((line) => line !== '');
  const usage = written.find((line) => line.startsWith('error usage'));
  if (usage !== undefined) throw new CommandRefusal(64, usage.replace(/^error usage 0:0 /, ''));
  return {
    code,
    json: undefined,
    lines: [],
    raw: out.join(''),
    remarks: written.map((line) => remarkLine(line, texts, call)),
  };
}
