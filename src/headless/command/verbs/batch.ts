import { CommandRefusal, type CommandVerb, type CommandCall, type CommandReply, type Terminal } from '../command';
import type { runCommand } from '../call';

/** The words of a line; undefined: it is no JSON array of words. */
function readLine(line: string): readonly string[] | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return Array.isArray(value) && value.every((word): word is string => typeof word === 'string') ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The command that runs others, one a line, each answered before the next is read. */
export function makeBatchCommand(runOne: typeof runCommand): CommandVerb {
  const answer = async (line: string, terminal: Terminal): Promise<object> => {
    const words = readLine(line);
    if (!words) return { code: 64, out: '', err: 'a line is a JSON array of words\n' };
    if (words[0] === 'batch' || words[0] === 'serve' || words[0] === 'mcp')
      return { code: 64, out: '', err: `${words[0]} inside batch\n` };
    const [out, err]: [string[], string[]] = [[], []];
    const { serve: _serve, progress: _progress, bytes: _bytes, ...rest } = terminal;
    const inner: Terminal = {
      ...rest,
      isColoured: false,
      out: (text) => void out.push(text),
      err: (text) => void err.push(text),
    };
    const code = await runOne(words, { terminal: inner });
    return { code, out: out.join(''), err: err.join('') };
  };
  const run = async ({ terminal, words, word }: CommandCall): Promise<CommandReply> => {
    if (words.some((each) => each !== '-')) throw new CommandRefusal(64, word('batchReads', {}));
    for await (const line of terminal.lines()) {
      if (line.trim() !== '') terminal.out(`${JSON.stringify(await answer(line, terminal))}\n`);
    }
    return { code: 0, json: undefined, lines: [], raw: '' };
  };
  return {
    name: 'batch',
    about:
      'runs many calls in one process: a JSON array of words a line of standard input, each answered as it comes by {"code", "out", "err"}.',
    takes: '',
    options: [],
    examples: [
      [`echo '["walk", "node.txt", "--json"]' | rulewalk batch`, 'one call'],
      ['rulewalk batch < calls.jsonl > answers.jsonl', 'thousands, without starting anew for each'],
    ],
    exits: { 0: 'every line is answered', 1: 'is not used', 2: 'is not used' },
    run,
  };
}
