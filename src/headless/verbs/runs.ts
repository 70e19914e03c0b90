import type { Arguments, ExitCode, Io, Verb } from '../verb';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ProxyModeId } from '../../core/kubernetes/types';
import type { Network } from '../../core/linux/netns';
import { networkOf, readCase, type FlowRequest } from '../../../conformance/suites/flows/case';
import { compileCase, replayFlow } from '../../../conformance/suites/flows/replay';

function refuse(io: Io, message: string): ExitCode {
  io.stderr(`error usage 0:0 ${message}\n`);
  return 2;
}

function networkFor(folder: string, { options }: Arguments): Network | string {
  const recorded = readCase(folder);
  const mode = (options['mode'] ?? recorded.config.mode ?? 'iptables') as ProxyModeId;
  if (typeof options['rules'] === 'string') {
    const backend = mode === 'nftables' ? mode : 'iptables';
    return networkOf(recorded, { directory: options['rules'], backend });
  }
  const compile = compileCase(recorded, mode);
  return compile ? networkOf(recorded, { load: compile }) : `--mode ${mode} is not built`;
}

function replayAll(network: Network, requests: readonly FlowRequest[], io: Io): object[] {
  return requests.map((request) => {
    const outcomes = replayFlow(network, request);
    if (!outcomes) io.stderr(`warning invalid 0:0 ${request.id}: the sender is not in the cluster\n`);
    return {
      id: request.id,
      outcomes: (outcomes ?? []).map(({ probability, kernelProbability, outcome, trace }) => ({
        probability,
        kernelProbability,
        outcome,
        trace,
      })),
    };
  });
}

function run(args: Arguments, io: Io): ExitCode {
  const [folder, flows = join(folder ?? '', 'flows.in.json')] = args.files;
  if (folder === undefined) return refuse(io, 'give a case folder with input.json and flows.in.json');
  if (!existsSync(join(folder, 'input.json'))) return refuse(io, `${folder} has no input.json`);
  const network = networkFor(folder, args);
  if (typeof network === 'string') return refuse(io, network);
  const requests = JSON.parse(io.read(flows)) as readonly FlowRequest[];
  const wanted = args.options['id'];
  const chosen = requests.filter(({ id }) => wanted === undefined || id === wanted);
  io.stdout(`${JSON.stringify({ flows: replayAll(network, chosen, io) }, null, 1)}\n`);
  return 0;
}

/** Sends the flows of a case and prints every possible outcome with its odds: as meant, and as the kernel draws where that differs. */
export const FLOWS: Verb = {
  name: 'flows',
  usage: 'flows [--mode iptables] [--rules DIRECTORY] [--id ID] CASE [FLOWS.in.json]',
  valued: ['mode', 'rules', 'id'],
  run,
};

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
export function makeBatch(call: Call): Verb {
  const run = async ({ files }: Arguments, io: Io): Promise<ExitCode> => {
    const [file = '-'] = files;
    for await (const line of file === '-' && io.lines ? io.lines() : io.read(file).split('\n')) {
      if (line.trim() === '') continue;
      io.stdout(`${JSON.stringify(await answer(line, call, io))}\n`);
    }
    return 0;
  };
  return { name: 'batch', usage: 'batch [FILE] (JSON arrays of words, one call a line)', valued: [], run };
}

async function answer(line: string, call: Call, io: Io): Promise<Answer> {
  const words = findWords(line);
  if (!words) return { code: 2, out: '', err: 'error usage 0:0 a line is a JSON array of words\n' };
  // A batch inside a batch would read the input that is being read.
  if (words[0] === 'batch') return { code: 2, out: '', err: 'error usage 0:0 batch inside batch\n' };
  const [out, err]: [string[], string[]] = [[], []];
  const inner: Io = { read: io.read, stdout: (text) => void out.push(text), stderr: (text) => void err.push(text) };
  const code = await call(words, inner);
  return { code, out: out.join(''), err: err.join('') };
}

function findWords(line: string): readonly string[] | undefined {
  try {
    const value: unknown = JSON.parse(line);
    const isWords = Array.isArray(value) && value.every((word): word is string => typeof word === 'string');
    return isWords ? value : undefined;
  } catch {
    return undefined;
  }
}
