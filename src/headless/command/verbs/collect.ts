import { collectScript } from '../collect-script';
import type { CommandVerb, CommandCall, CommandReply } from '../command';

async function run(call: CommandCall): Promise<CommandReply> {
  const parts = { node: !call.options.has('cluster'), cluster: call.options.has('cluster') || call.options.has('all') };
  return { code: 0, json: undefined, lines: [], raw: collectScript(parts, call.options.has('dry-run')) };
}

/** `rulewalk collect`: the script that gathers a node or a cluster into one text. */
export const COLLECT_COMMAND: CommandVerb = {
  name: 'collect',
  about:
    'prints a POSIX shell script that gathers all that is read here of a node, or of a cluster, into one text. It only reads; busybox is enough.',
  takes: '',
  options: [
    { name: 'cluster', about: 'of a cluster, by kubectl, in place of the node' },
    { name: 'all', about: 'of the node and of the cluster' },
    { name: 'dry-run', about: 'a script that only says which commands it would run and what each costs' },
  ],
  examples: [
    ['rulewalk collect | ssh root@worker-1 sh > worker-1.txt', 'a node into a file'],
    ['rulewalk collect --all --dry-run | sh', 'what it would run, and what that costs'],
  ],
  exits: { 0: 'it is printed', 1: 'is not used', 2: 'is not used' },
  run,
};
