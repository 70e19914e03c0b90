import { createMcpServer } from '../../mcp/server';
import { listTools } from '../../mcp/tools';
import type { runCommand } from '../call';
import { CommandRefusal, type CommandVerb, type CommandCall, type CommandReply, type RootedFiles } from '../command';

const INSTRUCTIONS =
  'Where Kubernetes packets really go: rules and listings of nodes, and API objects, read and walked as Linux would. ' +
  'Answers are evaluated, never guessed: "unknown" says why, and what would settle it. Begin with read, then explain.';

async function openRoot({ options, terminal, word }: CommandCall): Promise<RootedFiles> {
  const path = options.get('root');
  if (path === undefined || !terminal.openRoot) throw new CommandRefusal(64, word('giveRoot', {}));
  try {
    return await terminal.openRoot(path);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CommandRefusal(64, word('unreadable', { path, why }));
  }
}

/** `rulewalk mcp`: the questions of the command as tools of the Model Context Protocol, over standard input and output. */
export function makeMcpCommand(runOne: typeof runCommand, version: string): CommandVerb {
  const run = async (call: CommandCall): Promise<CommandReply> => {
    const { terminal, words, word } = call;
    if (words.length > 0) throw new CommandRefusal(64, word('giveRoot', {}));
    const files = await openRoot(call);
    const tools = listTools(files, (typed, inner) => runOne(typed, { terminal: inner }));
    const answer = createMcpServer({ version, instructions: INSTRUCTIONS, tools });
    for await (const line of terminal.lines()) {
      const said = await answer(line);
      if (said !== undefined) terminal.out(`${said}\n`);
    }
    return { code: 0, json: undefined, lines: [], raw: '' };
  };
  return {
    name: 'mcp',
    about:
      'serves an agent by the Model Context Protocol over standard input and output: read, walk, why, reach, changes, compile, explain and drift over the files of one folder. Nothing else is read, nothing is written.',
    takes: '',
    options: [{ name: 'root', value: 'FOLDER', about: 'the folder that may be read' }],
    examples: [
      ['rulewalk mcp --root ./dumps', 'as the command of a server in the settings of an agent'],
      [
        `echo '{"jsonrpc":"2.0","id":1,"method":"ping"}' | rulewalk mcp --root .`,
        'one message a line, each answered by a line',
      ],
    ],
    exits: { 0: 'its input has ended', 1: 'is not used', 2: 'is not used' },
    run,
  };
}
