import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProxyModeId, ServiceObject } from '../../src/core/kubernetes/types';
import type { Netns, Network } from '../../src/core/linux/netns';
import { formatIp } from '../../src/core/net/ip';
import { networkOf, foldersIn, readCase, type FlowCase, type FlowRequest, type RecordedLayout } from './flows/case';
import { outcomeKey } from './flows/compare';
import { compileCase, replayFlow } from './flows/replay';
import type { FlowOutcome } from './flows/outcome';
import { hasWholeIpvs, withRecordedIpvs } from './ipvs-recorded';
import { KERNEL_RECORDINGS, projectFolder, type Failure, type Suite, type SuiteResult } from './suite';

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

/** One flow in two modes: the outcomes that only one of them has. */
export interface Difference {
  readonly request: FlowRequest;
  /** iptables mode's. */
  readonly usual: readonly FlowOutcome[];
  readonly other: readonly FlowOutcome[];
  /** The Service whose address and port, or nodePort, is asked; undefined: none. */
  readonly spec?: ServiceObject['spec'];
  /** Addresses of all nodes, whatever device has them. */
  readonly nodeAddresses: ReadonlySet<string>;
}

/** Why a mode differs from iptables mode: a mechanism, and where it shows. */
interface Mechanism {
  readonly name: string;
  readonly explains: (difference: Difference) => boolean;
}

interface Delivered {
  readonly backend: string;
  readonly backendIP: string;
  readonly sourcePort: 'preserved' | 'changed';
  readonly sourceSeen: string;
}

const deliveredOf = (outcome: FlowOutcome): Delivered | undefined => outcome['delivered'] as Delivered | undefined;

/** Sender of the ICMP error or reset, if that is how it ended. */
const rejectedBy = (outcome: FlowOutcome): string | undefined =>
  (outcome['rejected'] as { from: string } | undefined)?.from;

const isDropped = (outcome: FlowOutcome): boolean => 'dropped' in outcome;

/** The backends of some outcomes, sorted; outcomes of another kind are named by it. */
function backends(outcomes: readonly FlowOutcome[]): string {
  const names = outcomes.map((outcome) => deliveredOf(outcome)?.backend ?? Object.keys(outcome)[0] ?? '');
  return [...new Set(names)].sort().join(' ');
}

/** Is the caller inside the cluster? */
const isInside = ({ request }: Difference): boolean => !request.from.external;

const everyOther = ({ other }: Difference, test: (outcome: Difference['other'][number]) => boolean): boolean =>
  other.length > 0 && other.every(test);

function isLocalPolicy({ spec, request }: Difference): boolean {
  if (!spec) return false;
  return spec.clusterIPs?.includes(request.to) || spec.clusterIP === request.to
    ? spec.internalTrafficPolicy === 'Local'
    : spec.externalTrafficPolicy === 'Local';
}

/** Did the packet come to a backend, whether or not the answer found its way back? */
const reached = (outcome: Difference['other'][number]): boolean => !isDropped(outcome) || 'arrivedAt' in outcome;

/** The hairpin rule masquerades without --random-fully and comes first, so the port stays. */
function hairpinKeepsPort({ usual, other, request }: Difference): boolean {
  const own = other.map(deliveredOf);
  if (!own.every((each) => each?.backend === request.from.pod && each?.sourcePort === 'preserved')) return false;
  return backends(usual) === backends(other) && usual.every((each) => deliveredOf(each)?.sourcePort === 'changed');
}

/** Why ipvs mode differs from iptables mode, flow by flow. */
export const IPVS_MECHANISMS: readonly Mechanism[] = [
  {
    name: 'service addresses are local and IPVS itself answers for them (ip_vs_leave, KUBE-IPVS-FILTER)',
    explains: (difference) =>
      everyOther(difference, (outcome) => rejectedBy(outcome) === difference.request.to) &&
      difference.usual.every((outcome) => isDropped(outcome) || rejectedBy(outcome) !== undefined),
  },
  {
    name: 'no virtual server on 127.0.0.1 or ::1',
    explains: ({ request, other }) =>
      ['127.0.0.1', '::1'].includes(request.to) && other.every((outcome) => rejectedBy(outcome) === request.to),
  },
  { name: 'the KUBE-LOOP-BACK rule keeps the source port', explains: hairpinKeepsPort },
  {
    name: 'policy Local takes local endpoints for callers inside the cluster too, and keeps their address',
    explains: (difference) => isLocalPolicy(difference) && isInside(difference),
  },
  {
    name: 'without local endpoints policy Local takes all',
    explains: (difference) =>
      isLocalPolicy(difference) && difference.usual.every(isDropped) && difference.other.some(reached),
  },
  {
    name: 'a service address is the source of what its node sends, and must be masqueraded',
    explains: ({ request, usual, other }) =>
      request.from.node !== undefined &&
      backends(usual) === backends(other) &&
      other.every((outcome) => deliveredOf(outcome)?.sourcePort === 'changed'),
  },
  {
    name: 'source ranges drop, in INPUT, before anybody says that there is no endpoint',
    explains: ({ spec, usual, other }) =>
      (spec?.loadBalancerSourceRanges?.length ?? 0) > 0 &&
      usual.every((outcome) => rejectedBy(outcome) !== undefined) &&
      other.every(isDropped),
  },
];

const delivered = (outcomes: Difference['other']) => outcomes.flatMap((outcome) => deliveredOf(outcome) ?? []);

/** Backends see an address of a node, always: kube-proxy's own. */
const fromNodes = ({ other, nodeAddresses }: Difference): boolean =>
  delivered(other).every(({ sourceSeen, backend }) => backend === 'kube-proxy' || nodeAddresses.has(sourceSeen));

const accepted = (outcome: Difference['other'][number]): boolean =>
  'closed' in outcome || deliveredOf(outcome)?.backend === 'kube-proxy';

/** Why userspace mode differs from iptables mode, flow by flow. */
export const USERSPACE_MECHANISMS: readonly Mechanism[] = [
  {
    name: 'the second connection comes from the node',
    explains: (difference) =>
      fromNodes(difference) &&
      delivered(difference.other).length === difference.other.length &&
      backends(difference.usual.filter((outcome) => !isDropped(outcome))) === backends(difference.other),
  },
  {
    name: 'without endpoints the connection is accepted and closed, a datagram taken and lost',
    explains: ({ usual, other }) =>
      other.length > 0 &&
      other.every((outcome) => accepted(outcome) || arrivedAtProxy(outcome)) &&
      !delivered(usual).some(({ backend }) => backend === 'kube-proxy'),
  },
  {
    name: 'all ready endpoints, whatever policy, topology or source ranges say',
    explains: (difference) =>
      fromNodes(difference) &&
      difference.other.length > 0 &&
      delivered(difference.other).length === difference.other.length,
  },
  {
    name: 'no rule: IPv6, SCTP, an externalIP for packets of the node or of a bridge, a nodePort of another family',
    explains: ({ other, request }) =>
      other.every(
        (outcome) =>
          isDropped(outcome) || (rejectedBy(outcome) !== undefined && rejectedBy(outcome) !== request.from.pod),
      ),
  },
];

const arrivedAtProxy = (outcome: Difference['other'][number]): boolean =>
  (outcome['arrivedAt'] as { backend?: string } | undefined)?.backend === 'kube-proxy';
