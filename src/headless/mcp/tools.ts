import type { CommandCode, RootedFiles, Terminal } from '../command/command';
import { filesFitting } from '../command/glob';
import { aCount, aList, anObject, aText, oneOf, type JsonSchema } from '../command/schema';
import type { McpTool, ToolAnswer } from './server';

type Input = Readonly<Record<string, unknown>>;

/** Runs a call of the command with a terminal, and says its exit code. */
export type RunCall = (words: readonly string[], terminal: Terminal) => Promise<CommandCode>;

const FILES = aList(
  aText('a file of the folder, or a pattern with * or **'),
  'texts: rules and listings of nodes, or API objects; where both are given the rules are walked, and objects give names',
);
const FLOW: Readonly<Record<string, JsonSchema>> = {
  'from?': aText(
    'who sends: an address, NAMESPACE/NAME of a Pod or of a Deployment, the name of a Node, "outside"; ADDRESS@DEVICE where it is not clear by which device it comes. Else the packet that the page offers: the answer names it',
  ),
  'to?': aText('what is asked: ADDRESS:PORT/udp, NAMESPACE/SERVICE:PORT'),
  'via?': aText('of a packet from outside: by which Node it comes'),
};
const MODE: Readonly<Record<string, JsonSchema>> = {
  'mode?': aText('iptables, ipvs, nftables or userspace'),
};

/** A tool that is a verb of the command: what it takes becomes options, `files` the words behind them. */
interface VerbTool {
  readonly name: string;
  readonly verb: string;
  readonly description: string;
  readonly input: JsonSchema;
  /** Options that are always given. */
  readonly always?: readonly string[];
}

/** One line a tool. */
const VERB_TOOLS: readonly VerbTool[] = [
  {
    name: 'walk',
    verb: 'walk',
    description:
      'Where a packet goes through what the texts hold: every outcome with exact odds. What is not known is unknown.',
    input: anObject({ files: FILES, ...FLOW, ...MODE }),
  },
  {
    name: 'why',
    verb: 'walk',
    description:
      'As walk, with causes: rules with file and line, and the smallest changes that turn the outcome round, each simulated.',
    input: anObject({ files: FILES, ...FLOW, ...MODE }),
    always: ['--why', '-v'],
  },
  {
    name: 'reach',
    verb: 'reach',
    description: 'Who reaches what in a cluster of API objects, all packets walked.',
    input: anObject({ files: FILES, ...MODE, 'family?': oneOf(['ipv4', 'ipv6'], 'of the packets') }),
  },
  {
    name: 'changes',
    verb: 'changes',
    description: 'Which packets of a cluster end otherwise in another mode or release, or after an edit, and why.',
    input: anObject({
      files: FILES,
      'from?': aText('one side, as iptables@1.30'),
      'to?': aText('the other, as nftables@1.35'),
      'after?': aText('a file of the cluster on the other side'),
    }),
  },
  {
    name: 'compile',
    verb: 'compile',
    description: 'Exactly the rules that kube-proxy writes on a node of a cluster of API objects.',
    input: anObject({
      files: FILES,
      'node?': aText('on which Node'),
      ...MODE,
      'release?': aText('of Kubernetes: 1.30'),
      'family?': oneOf(['ipv4', 'ipv6'], 'of which family'),
    }),
  },
  {
    name: 'explain',
    verb: 'explain',
    description:
      'What a machine or a cluster is, who writes its rules, its Services, what is odd, what had to be assumed, what to run next.',
    input: anObject({ files: FILES }),
  },
  {
    name: 'drift',
    verb: 'drift',
    description:
      'What nodes hold against what kube-proxy should have written for the objects: files are the cluster, then nodes.',
    input: anObject({
      files: FILES,
      'node?': aText('the texts are of that Node'),
      ...MODE,
      'release?': aText('of kube-proxy'),
      'config?': aText('a file of a KubeProxyConfiguration'),
    }),
  },
];

interface ReadFile {
  readonly file: string;
  readonly lines: number;
}

const joinPaths = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('/');

/** What lies right in a folder, of all files below the root. */
function listEntries(known: readonly string[], folder: string) {
  const start = folder === '' ? '' : `${folder}/`;
  const below = known.filter((path) => path.startsWith(start)).map((path) => path.slice(start.length).split('/'));
  const isFolder = new Map(below.map(([name = '', ...rest]) => [name, rest.length > 0]));
  return [...isFolder].map(([name, is]) => ({ name, isDirectory: () => is }));
}

/** A terminal that reads what may be read, and keeps what is printed. */
function makeTerminal(files: RootedFiles, known: readonly string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const read: ReadFile[] = [];
  const terminal: Terminal = {
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    read: async (path) => {
      const text = await files.read(path);
      read.push({ file: path, lines: text.split('\n').length });
      return text;
    },
    // oxlint-disable-next-line require-yield -- there is no standard input
    async *lines() {
      return;
    },
    glob: (pattern) => filesFitting(pattern, (folder) => listEntries(known, folder), joinPaths),
    isColoured: false,
  };
  return { terminal, read, out, err };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const MEANINGS: Readonly<Record<CommandCode, string>> = {
  0: 'as asked',
  1: 'not so',
  2: 'cannot be said',
  64: 'asked wrongly',
};

/** Files a tool may read, and the command it runs. */
interface ToolGround {
  readonly files: RootedFiles;
  readonly run: RunCall;
}

async function callVerb(tool: VerbTool, input: Input, { files, run }: ToolGround): Promise<ToolAnswer> {
  const { files: names = [], ...options } = input;
  const given = Object.entries(options).map(([name, value]) => `--${name}=${String(value)}`);
  const { terminal, read, out, err } = makeTerminal(files, await files.list());
  const words = [tool.verb, ...given, ...(tool.always ?? []), '--json', '--', ...(names as readonly string[])];
  const code = await run(words, terminal);
  const said = err.join('').trim();
  const data = {
    meaning: MEANINGS[code],
    code,
    answer: parsed(out.join('')),
    restsOn: read,
    ...(said === '' ? {} : { remarks: said }),
  };
  return { data, isError: code === 64 || (code === 2 && out.length === 0) };
}

/** So many lines of a file are shown at once. */
const MOST_LINES = 400;

async function readLines(input: Input, files: RootedFiles): Promise<ToolAnswer> {
  const { file, from = 1, count = MOST_LINES } = input as { file?: string; from?: number; count?: number };
  if (file === undefined) return { data: { files: await files.list() }, isError: false };
  try {
    const lines = (await files.read(file)).split('\n');
    const shown = lines.slice(Math.max(0, from - 1), Math.max(0, from - 1) + Math.min(count, MOST_LINES));
    return { data: { file, lines: lines.length, from, text: shown.join('\n') }, isError: false };
  } catch (error) {
    return { data: { file, why: error instanceof Error ? error.message : String(error) }, isError: true };
  }
}

/** The tools of an agent over the files of one folder. */
export function listTools(files: RootedFiles, run: RunCall): readonly McpTool[] {
  const read: McpTool = {
    name: 'read',
    description:
      'The files of the folder; of one of them its lines. Nothing outside of the folder is read, and nothing is written.',
    input: anObject({
      'file?': aText('which file'),
      'from?': aCount('the first line, from 1'),
      'count?': aCount('so many lines'),
    }),
    call: (input) => readLines(input, files),
  };
  const ofVerbs = VERB_TOOLS.map((tool): McpTool => {
    const { name, description, input } = tool;
    return { name, description, input, call: (given) => callVerb(tool, given, { files, run }) };
  });
  return [read, ...ofVerbs];
}
