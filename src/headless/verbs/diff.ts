import { dumpedRules, diffFlows } from '../../core/questions/diff/compare-dumps';
import {
  diffRulesets,
  type ChainDiff,
  type RulesetDiff,
  type ServerDiff,
} from '../../core/questions/diff/diff-rulesets';
import type { FlowEnds, PastedNode } from '../../core/paste/pasted-types';
import type { Arguments, ExitCode, Io, Verb } from '../verb';

const FLOW = /^(?:(\S+) )?(\S+) -> (\S+):(\d+)\/(tcp|udp|sctp)$/;

function pasted(title: string, text: string): PastedNode {
  return { texts: [{ id: title, title, text }], facts: {} };
}

/** `cni0 10.244.1.9 -> 10.96.0.10:53/udp`; without a device the node itself sends. */
function findFlow(line: string): FlowEnds | undefined {
  const [, device, from = '', to = '', port = '', protocol] = FLOW.exec(line) ?? [];
  if (protocol !== 'tcp' && protocol !== 'udp' && protocol !== 'sctp') return undefined;
  return {
    from: { kind: 'interface', address: from, ...(device === undefined ? {} : { device }) },
    to: { kind: 'address', address: to.replaceAll(/[[\]]/g, '') },
    protocol,
    port: Number(port),
  };
}

function chainLines({ family, table, chain, kind, previous, policy, base, edits }: ChainDiff): string[] {
  const place = `${family === undefined ? '' : `${family} `}${table} ${chain}`;
  const head = previous === undefined ? `${kind} ${place}` : `${kind} ${place} (was ${previous})`;
  return [
    head,
    ...(policy ? [`  policy ${policy.before} -> ${policy.after}`] : []),
    ...(base ? [`  - ${base.before}`, `  + ${base.after}`] : []),
    ...edits.map(
      ({ kind: how, index, text, moved }) =>
        `  ${how === 'added' ? '+' : '-'} ${index + 1} ${text}${moved ? ' (moved)' : ''}`,
    ),
  ];
}

function listLines(name: string, { kind, added, removed, made }: Omit<ServerDiff, 'server'>): string[] {
  return [
    `${kind} ${name}`,
    ...(made ? [`  - ${made.before}`, `  + ${made.after}`] : []),
    ...removed.map((member) => `  - ${member}`),
    ...added.map((member) => `  + ${member}`),
  ];
}

function diffLines({ chains, sets, servers }: RulesetDiff): string[] {
  return [
    ...chains.flatMap(chainLines),
    ...sets.flatMap(({ set, table, ...list }) => listLines(`${table ?? 'ipset'} ${set}`, list)),
    ...servers.flatMap(({ server, ...list }) => listLines(`ipvs ${server}`, list)),
  ];
}

function run({ files, options }: Arguments, io: Io): ExitCode {
  const [first, second] = files;
  if (first === undefined || second === undefined || files.length > 2) {
    io.stderr('error usage 0:0 give two files: what was before and what is after\n');
    return 2;
  }
  const flow = typeof options['flow'] === 'string' ? findFlow(options['flow']) : undefined;
  if (options['flow'] !== undefined && !flow) {
    io.stderr('error usage 0:0 a flow is written "DEVICE ADDRESS -> ADDRESS:PORT/tcp"\n');
    return 2;
  }
  const [before, after] = [pasted('before', io.read(first)), pasted('after', io.read(second))];
  const difference = diffRulesets(dumpedRules(before), dumpedRules(after));
  const flows = flow ? diffFlows(before, after, [flow]) : [];
  if (options['json']) io.stdout(`${JSON.stringify({ ...difference, flows }, null, 1)}\n`);
  else {
    const sent = flows.flatMap(({ before: a, after: b, changed }) => [
      changed ? 'flow changes' : 'flow is the same',
      ...a.ends.map(({ end, probability }) => `  - ${probability} ${end}`),
      ...b.ends.map(({ end, probability }) => `  + ${probability} ${end}`),
    ]);
    for (const line of [...diffLines(difference), ...sent]) io.stdout(`${line}\n`);
  }
  const { chains, sets, servers } = difference;
  const isSame = chains.length + sets.length + servers.length === 0 && !flows.some(({ changed }) => changed);
  return isSame ? 0 : 1;
}

/** Two dumps: what of rules and sets differs, and whether a flow ends otherwise. */
export const DIFF: Verb = {
  name: 'diff',
  usage: 'diff BEFORE AFTER [--flow "DEVICE ADDRESS -> ADDRESS:PORT/tcp"] [--json]',
  valued: ['flow'],
  run,
};
