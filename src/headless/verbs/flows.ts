import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ProxyModeId } from '../../core/kubernetes/types';
import type { Network } from '../../core/linux/netns';
import { networkOf, readCase, type FlowRequest } from '../../../conformance/suites/flows/case';
import { compileCase, replayFlow } from '../../../conformance/suites/flows/replay';
import type { Arguments, ExitCode, Io, Verb } from '../verb';

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
