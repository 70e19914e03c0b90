import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProxyModeId, ServiceObject } from '../../../src/core/kubernetes/types';
import type { Netns, Network } from '../../../src/core/linux/netns';
import { formatIp } from '../../../src/core/net/ip';
import { networkOf, foldersIn, readCase, type FlowCase, type FlowRequest, type RecordedLayout } from '../flows/case';
import { outcomeKey } from '../flows/compare';
import { compileCase, replayFlow } from '../flows/replay';
import type { FlowOutcome } from '../flows/outcome';
import { hasWholeIpvs, withRecordedIpvs } from '../ipvs-recorded';
import { KERNEL_RECORDINGS, projectFolder, type Failure, type Suite, type SuiteResult } from '../suite';
import { type Difference, type Mechanism, IPVS_MECHANISMS, USERSPACE_MECHANISMS } from './ipvs';

/** Beside the recordings of the kernel: the clusters, and what kube-proxy left on their nodes. */
interface CaseFolder {
  readonly name: string;
  readonly flows: string;
  readonly golden: string;
}

/** `kernel/flows` beside `golden/`, or both in one folder. */
function casesIn(dir: string): CaseFolder[] {
  const apart = join(dir, '..', 'golden', 'kube-proxy-1.30.5');
  const flows = existsSync(join(dir, 'flows')) ? join(dir, 'flows') : dir;
  return foldersIn(flows)
    .map((name) => ({ name, flows: join(flows, name), golden: join(existsSync(apart) ? apart : flows, name) }))
    .filter((each) => existsSync(join(each.flows, 'flows.in.json')) && existsSync(join(each.golden, 'input.json')));
}

const json = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

function layoutOf(folder: CaseFolder): RecordedLayout {
  const file = join(folder.flows, 'flows-iptables.out.json');
  return existsSync(file) ? (json(file) as { topology: RecordedLayout }).topology : {};
}

/** The Service that is asked: by one of its addresses, or by a nodePort. */
function specOf({ cluster }: FlowCase, { to, port }: FlowRequest): ServiceObject['spec'] | undefined {
  const own = cluster.services.find(({ spec, status }) =>
    [
      spec.clusterIP,
      ...(spec.clusterIPs ?? []),
      ...(spec.externalIPs ?? []),
      ...(status?.loadBalancer?.ingress ?? []).map((ingress) => ingress.ip),
    ].includes(to),
  );
  return (own ?? cluster.services.find(({ spec }) => spec.ports?.some(({ nodePort }) => nodePort === port)))?.spec;
}

interface Tally {
  total: number;
  same: number;
  readonly by: Map<string, number>;
  readonly failures: Failure[];
}

/** A case in iptables mode: what the other modes are beside. */
interface UsualCase {
  readonly folder: CaseFolder;
  readonly recorded: FlowCase;
  /** Undefined: the mode is not built. */
  readonly usual: Network | undefined;
  readonly requests: readonly { readonly request: FlowRequest; readonly outcomes: readonly FlowOutcome[] }[];
}

function usualCase(folder: CaseFolder): UsualCase {
  const recorded = readCase(folder.golden, layoutOf(folder));
  const load = compileCase(recorded, 'iptables');
  const usual = load && networkOf(recorded, { load });
  const requests = json(join(folder.flows, 'flows.in.json')) as readonly FlowRequest[];
  const replayed = requests.map((request) => ({ request, outcomes: usual ? outcomesIn(usual, request) : [] }));
  return { folder, recorded, usual, requests: replayed };
}

const outcomesIn = (network: Network, request: FlowRequest): readonly FlowOutcome[] =>
  (replayFlow(network, request) ?? []).map(({ outcome }) => outcome);

interface Pair {
  readonly recorded: FlowCase;
  readonly usual: Network;
  readonly other: Network;
  readonly mechanisms: readonly Mechanism[];
}

const without = (outcomes: readonly FlowOutcome[], others: readonly FlowOutcome[]): FlowOutcome[] => {
  const keys = new Set(others.map(outcomeKey));
  return [...new Map(outcomes.map((outcome) => [outcomeKey(outcome), outcome] as const))].flatMap(([key, outcome]) =>
    keys.has(key) ? [] : [outcome],
  );
};

const addressesOf = (network: Network): ReadonlySet<string> =>
  new Set(
    [...network.netns.values()]
      .filter(({ kind }) => kind === 'node')
      .flatMap(({ devices }) => devices.flatMap(({ addresses }) => addresses.map(({ address }) => formatIp(address)))),
  );

function compare(
  { recorded, usual, other, mechanisms }: Pair,
  { request, outcomes: before }: UsualCase['requests'][number],
  { id, tally }: { readonly id: string; readonly tally: Tally },
): void {
  const after = outcomesIn(other, request);
  tally.total++;
  const [onlyBefore, onlyAfter] = [without(before, after), without(after, before)];
  if (onlyBefore.length === 0 && onlyAfter.length === 0) {
    tally.same++;
    return;
  }
  const spec = specOf(recorded, request);
  const difference: Difference = {
    request,
    usual: onlyBefore,
    other: onlyAfter,
    nodeAddresses: addressesOf(usual),
    ...(spec ? { spec } : {}),
  };
  const found = mechanisms.find(({ explains }) => explains(difference));
  if (found) tally.by.set(found.name, (tally.by.get(found.name) ?? 0) + 1);
  else {
    const text = (list: readonly FlowOutcome[]): string => list.slice(0, 3).map(outcomeKey).join(' ');
    tally.failures.push({ id, diff: `    iptables only: ${text(onlyBefore)}\n    here only:     ${text(onlyAfter)}` });
  }
}

/** What stands in the kernel of a case's nodes: compiled, or as a real kube-proxy left it. */
type Load = (folder: CaseFolder, recorded: FlowCase) => ((node: Netns) => Netns) | undefined;

function runMode(cases: readonly UsualCase[], name: string, load: Load, mechanisms: readonly Mechanism[]): SuiteResult {
  const tally: Tally = { total: 0, same: 0, by: new Map(), failures: [] };
  let skipped = 0;
  for (const { folder, recorded, usual, requests } of cases) {
    const other = load(folder, recorded);
    if (!usual || !other) {
      skipped += requests.length;
      continue;
    }
    const pair = { recorded, usual, other: networkOf(recorded, { load: other }), mechanisms };
    for (const each of requests)
      compare(pair, each, { id: `${folder.name} ${each.request.id} ${JSON.stringify(each.request)}`, tally });
  }
  const explained = [...tally.by]
    .sort((a, b) => b[1] - a[1])
    .map(([each, count]) => [`explained: ${each}`, count] as const);
  return {
    name,
    passed: tally.total - tally.failures.length,
    total: tally.total,
    skipped,
    ...(skipped > 0 ? { skips: { 'the recording kernel had no xt_ipvs and refused the filter table': skipped } } : {}),
    notes: Object.fromEntries([['the same in both modes', tally.same], ...explained]),
    failures: tally.failures,
  };
}

const compiled =
  (mode: ProxyModeId): Load =>
  (_folder, recorded) =>
    compileCase(recorded, mode);

const left: Load = ({ golden }, { cluster }) =>
  cluster.nodes.every(({ metadata }) => hasWholeIpvs(join(golden, metadata.name)))
    ? (node) => withRecordedIpvs(node, join(golden, node.id))
    : undefined;

/** The flows of recorded clusters in other modes beside iptables mode; each difference has its mechanism or is a failure. */
export const MODES_SUITE: Suite = {
  name: 'modes',
  run: (dir = projectFolder(KERNEL_RECORDINGS)): SuiteResult[] => {
    const cases = casesIn(dir).map(usualCase);
    return [
      runMode(cases, 'ipvs, compiled', compiled('ipvs'), IPVS_MECHANISMS),
      runMode(cases, 'ipvs, as kube-proxy left it', left, IPVS_MECHANISMS),
      runMode(cases, 'userspace, compiled', compiled('userspace'), USERSPACE_MECHANISMS),
    ];
  },
};
