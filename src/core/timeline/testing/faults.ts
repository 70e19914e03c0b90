import type { Document } from '../../document/document';
import { proxyMode } from '../../kubernetes/proxy';
import { realServerKey, virtualServerKey } from '../../kubernetes/proxy/ipvs/port-block';
import type { KernelState } from '../../kubernetes/proxy/mode';
import { serverKey } from '../../linux/ipvs/service';
import { Memo, sameValue } from '../../lib/memo';
import { createRng } from '../../lib/random';
import type { Netns } from '../../linux/netns';
import { rulesetFromLines } from '../../linux/xtables/ruleset-text';
import { tableFromLines } from '../../linux/nftables/table-from-lines';
import { formatIp } from '../../net/ip';
import { delaysOf } from '../delays';
import { liveThrough, type Lived } from '../timeline';
import { TimelineWorld } from '../world';
import { lived, runToEnd } from './documents';

/** What must hold of any timeline, and does not: a sentence each. */
export function timelineFaults(document: Document): readonly string[] {
  const first = lived(document);
  return [
    ...ruleFaults(document, first),
    ...lossFaults(document, first),
    ...sliceFaults(first),
    ...requestFaults(first),
    ...walkFaults(document, first),
    ...(isSame(first, lived(document)) ? [] : ['the same seed gave another timeline']),
  ];
}

function isSame(a: Lived, b: Lived): boolean {
  const told = ({ events, requests, failures, nodes, answer }: Lived) => ({
    events,
    requests,
    failures,
    nodes,
    answer,
  });
  return sameValue(told(a), told(b));
}

/** How many moments of a timeline are looked at. */
const MOMENTS = 6;

function momentsOf({ duration }: Lived, seed: number): readonly number[] {
  const rng = createRng(seed);
  return Array.from({ length: MOMENTS }, () => rng.below(duration)).sort((a, b) => a - b);
}

/** The rules of a node at t are a fresh compile of what its trackers had when its last sync began. */
function ruleFaults(document: Document, timeline: Lived): readonly string[] {
  const { control, settled } = timeline;
  const world = new TimelineWorld(document, settled, { control, memo: new Memo() });
  return momentsOf(timeline, document.seed).flatMap((at) => {
    world.goTo(at);
    return settled.nodes.flatMap(({ metadata: { name } }) => {
      const netns = world.network.netns.get(name);
      if (!netns || world.node(name)?.flushed) return [];
      const last = control.syncs.findLast(({ node, end, failed }) => node === name && end <= at && !failed);
      const version = last?.version ?? 0;
      const next = world.node(name)?.half?.writing.version;
      const fresh = isFresh(document, timeline, { netns, version });
      return [
        ...(fresh ? [] : [`${name} at ${at} has not the rules of its last sync`]),
        ...serverFaults(document, timeline, { netns, version, ...(next === undefined ? {} : { next }) }),
      ];
    });
  });
}

interface Held {
  readonly netns: Netns;
  readonly version: number;
  /** What a sync is writing. */
  readonly next?: number;
}

/** The virtual servers of a version and their real servers, by their keys. */
function wantedServers(document: Document, timeline: Lived, held: Held): ReadonlyMap<string, ReadonlySet<string>> {
  const { ipvs } = compileOf(document, timeline, held);
  return new Map(
    (ipvs?.virtualServers ?? []).map((each) => [virtualServerKey(each), new Set(each.servers.map(realServerKey))]),
  );
}

/** Of IPVS: what the last sync wrote, beside servers that terminate; while one writes, nothing but what it had or will have. */
function serverFaults(document: Document, timeline: Lived, held: Held): readonly string[] {
  const { netns, next } = held;
  if (document.mode !== 'ipvs' || !netns.ipvs) return [];
  const before = wantedServers(document, timeline, held);
  const after = next === undefined ? before : wantedServers(document, timeline, { netns, version: next });
  const there = new Map(
    netns.ipvs.services.map(({ address, port, protocol, servers }) => [
      `${address ? formatIp(address) : ''}:${port}/${protocol === 6 ? 'TCP' : 'UDP'}`,
      new Set(servers.filter(({ weight }) => weight > 0).map(serverKey)),
    ]),
  );
  return [...new Set([...before.keys(), ...after.keys(), ...there.keys()])].flatMap((key) => {
    const [own, old, wanted] = [there.get(key), before.get(key), after.get(key)];
    const isMissing = !own && old && wanted;
    const lacks = [...(old ?? [])].some((each) => wanted?.has(each) && !own?.has(each));
    const isStrange = [...(own ?? [])].some((each) => !old?.has(each) && !wanted?.has(each));
    return isMissing || lacks || isStrange || (own && !old && !wanted) ? [`${netns.id} has another ${key}`] : [];
  });
}

/** A compile that knows nothing of any other. */
function compileOf(
  { mode, release, kubeProxy: config }: Document,
  { control, settled }: Lived,
  { netns, version }: Held,
): KernelState {
  const memo = new Memo();
  const interfaceAddresses = netns.devices.flatMap(({ addresses, kind }) =>
    kind === 'dummy' ? [] : addresses.map(({ address }) => formatIp(address)),
  );
  const cluster = { ...settled, ...control.views[version] };
  return proxyMode(mode).syncProxyRules({
    cluster,
    node: netns.id,
    family: 'ipv4',
    config,
    release,
    interfaceAddresses,
    memo,
  });
}

function isFresh(document: Document, timeline: Lived, held: Held): boolean {
  const memo = new Memo();
  const { netns } = held;
  const state = compileOf(document, timeline, held);
  const rules = JSON.stringify(rulesetFromLines(state.xtables.tables, 'ipv4', memo), plain);
  if (JSON.stringify(netns.xtables.ipv4, plain) !== rules) return false;
  const [table] = netns.nftables?.tables.values() ?? [];
  return (
    !state.nftables || JSON.stringify(table, plain) === JSON.stringify(tableFromLines(state.nftables, memo), plain)
  );
}

/** Maps and big numbers as text, so that all of it is compared. */
function plain(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  return value instanceof Map ? [...value.entries()] : value;
}

/** A sync takes all its trackers have, and whatever was stored long enough ago is in the rules of every kube-proxy that runs. */
function lossFaults(document: Document, { control, duration }: Lived): readonly string[] {
  const delays = delaysOf(document);
  const lag = 2 * delays.watch + 1;
  const events = document.script?.events ?? [];
  return [...control.rules].flatMap(([node, changes]) => {
    const isTouched = events.some(
      (each) => (each.do === 'stop-proxy' || each.do === 'lose-node') && each.node === node,
    );
    if (isTouched) return [];
    const last = changes.at(-1)?.version ?? 0;
    const due = control.stored.findLastIndex((at) => at < duration - lag - slack(delays));
    return last >= due ? [] : [`${node} never wrote version ${due}: its rules are of ${last}`];
  });
}

/** At most so many rules are written in a sync of these scripts. */
const SYNCED_RULES = 150;

/** A sync that runs, a wait, and the one that takes it; watches that were lost are back by then. */
function slack({ minSync, syncBase, syncPerRule, proxyStart }: ReturnType<typeof delaysOf>): number {
  return 2 * (syncBase + (SYNCED_RULES * syncPerRule) / 1000 + 500) + minSync + proxyStart + 8000;
}

/** endpoints.md 6.1: ready is serving and not terminating. */
function sliceFaults({ control }: Lived): readonly string[] {
  const wrong = control.views.flatMap(({ endpointSlices }) =>
    endpointSlices.flatMap(({ metadata, endpoints = [] }) =>
      endpoints
        .filter(
          ({ conditions: { ready, serving, terminating } = {}, targetRef }) =>
            targetRef && ready !== (serving === true && terminating !== true),
        )
        .map(() => metadata.name),
    ),
  );
  return [...new Set(wrong)].map((name) => `slice ${name}: ready is not serving and not terminating`);
}

function requestFaults({ requests, counts, failures }: Lived): readonly string[] {
  const both = requests.filter(({ outcome, why }) => (outcome === 'served') !== (why === undefined));
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const explained = failures.reduce((sum, { count }) => sum + count, 0);
  return [
    ...both.map(({ at }) => `the request at ${at} is served and failed, or neither`),
    ...(total === requests.length ? [] : ['the counts are not those of the requests']),
    ...(explained === total - counts.served ? [] : ['not every failure is explained']),
  ];
}

/** Requests that were like one that was walked end as they do when each is walked through the kernels of its moment. */
function walkFaults(document: Document, { requests }: Lived): readonly string[] {
  const each = runToEnd(liveThrough(document, new Memo(), true));
  if (requests.length !== each.requests.length) return ['not as many requests as when each is walked'];
  return requests.flatMap((request, nth) => {
    const walked = each.requests[nth];
    if (!walked || (request.outcome === walked.outcome && request.to === walked.to)) return [];
    const { at, client, to, outcome } = request;
    return [`client ${client} at ${at}: ${outcome} by ${to}, but ${walked.outcome} by ${walked.to} when it is walked`];
  });
}
