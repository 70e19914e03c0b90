import type { Arguments, ExitCode, Io, Verb } from '../verb';

/** Runs one call of the command with what it prints handed over. */
type Call = (words: readonly string[], io: Io) => Promise<ExitCode>;

/** What one call answered, as a line of the output. */
interface Answer {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
}

/**
 * One process for thousands of calls: each line of the input is a JSON array of words, the arguments of one call;
 * each line of the output is `{"code", "out", "err"}`, in the same order. A line that is no such array is answered
 * with code 2, and the next one is read.
 */
export function batchOf(call: Call): Verb {
  const run = async ({ files }: Arguments, io: Io): Promise<ExitCode> => {
    const lines = io.read(files[0] ?? '-').split('\n');
    for (const line of lines) {
      if (line.trim() === '') continue;
      io.stdout(`${JSON.stringify(await answer(line, call, io))}\n`);
    }
    return 0;
  };
  return { name: 'batch', usage: 'batch [FILE] (JSON arrays of words, one call a line)', valued: [], run };
}

async function answer(line: string, call: Call, io: Io): Promise<Answer> {
  const words = wordsOf(line);
  if (!words) return { code: 2, out: '', err: 'error usage 0:0 a line is a JSON array of words\n' };
  // A batch inside a batch would read the input that is being read.
  if (words[0] === 'batch') return { code: 2, out: '', err: 'error usage 0:0 batch inside batch\n' };
  const [out, err]: [string[], string[]] = [[], []];
  const inner: Io = { read: io.read, stdout: (text) => void out.push(text), stderr: (text) => void err.push(text) };
  const code = await call(words, inner);
  return { code, out: out.join(''), err: err.join('') };
}

function wordsOf(line: string): readonly string[] | undefined {
  try {
    const value: unknown = JSON.parse(line);
    const isWords = Array.isArray(value) && value.every((word): word is string => typeof word === 'string');
    return isWords ? value : undefined;
  } catch {
    return undefined;
  }
}
