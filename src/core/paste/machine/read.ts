import { BRIDGE_FDB } from '../../formats/bridge-fdb';
import { CALICO_STATUS } from '../../formats/calico-status';
import { CILIUM_CT_LIST } from '../../formats/cilium-ct-list';
import { CILIUM_LB_LIST } from '../../formats/cilium-lb-list';
import { CILIUM_NAT_LIST } from '../../formats/cilium-nat-list';
import { CILIUM_SERVICE_LIST } from '../../formats/cilium-service-list';
import { CILIUM_STATUS } from '../../formats/cilium-status';
import { CNI_CONFLIST } from '../../formats/cni-conflist';
import { CONNTRACK } from '../../formats/conntrack';
import type { SourceSpan } from '../../formats/format';
import { DNS_ANSWERS } from '../../formats/dns-answers';
import { HAIRPIN_MODE } from '../../formats/hairpin-mode';
import { HNS_POLICY_LIST } from '../../formats/hns-policy-list';
import { HNSDIAG_LIST } from '../../formats/hnsdiag-list';
import { HTTP_ANSWERS } from '../../formats/http-answers';
import { IFCONFIG } from '../../formats/ifconfig';
import { IP_ADDRESS } from '../../formats/ip-address';
import { IP_JSON } from '../../formats/ip-json';
import { IP_ROUTE, makeRoute } from '../../formats/ip-route';
import { IP_RULE } from '../../formats/ip-rule';
import { IPSET_LIST } from '../../formats/ipset-list';
import { IPSET_SAVE } from '../../formats/ipset-save';
import { IPVSADM, listSpans } from '../../formats/ipvsadm';
import { IPVSADM_CONNECTIONS } from '../../formats/ipvsadm-connections';
import { KUBE_PROXY_CONFIG } from '../../formats/kube-proxy-config';
import { KUBEADM_CONFIG } from '../../formats/kubeadm-config';
import { KUBECONFIG } from '../../formats/kubeconfig';
import { KUBECTL_DESCRIBE } from '../../formats/kubectl-describe';
import { KUBECTL_TABLE, type KubectlTable } from '../../formats/kubectl-table';
import type { Link } from '../../formats/links/link';
import type { LineFormat } from '../../formats/lines/line-format';
import { LISTENING_SOCKETS } from '../../formats/listening-sockets';
import { IPVS_LOG } from '../../formats/ipvs-log';
import { findLoggedHost, NETFILTER_LOG } from '../../formats/netfilter-log';
import { TCPDUMP } from '../../formats/tcpdump';
import { XT_RECENT } from '../../formats/xt-recent';
import { NEIGHBOURS } from '../../formats/neighbours';
import { NFT_JSON } from '../../formats/nft-json';
import { NFT_RULESET } from '../../formats/nft-ruleset';
import { ROUTE_N, routeOfRow } from '../../formats/route-n';
import { SYSCTL } from '../../formats/sysctl';
import { VFPCTRL_LIST } from '../../formats/vfpctrl-list';
import { lineStarts, mapInSteps, within, type Steps } from '../../lib/scan';
import { commandNamespace } from '../asked-namespace';
import type { Evidence, TextPiece } from '../pasted-types';
import { enteredPod, isEntered, mayEnter } from './inside';
import type { Scanned, Scanner } from './scan';
import type { CiliumListings, Found, MachineText, PostedPackets, WindowsListings } from './types';
import { readStatedFacts } from './told-words';
import { listDescribed, OBJECTS, scanObjects, type ObjectSource } from './objects';

/** What makes the machine's things of what the formats read. */
export const MACHINE_RECOGNISERS = { makeRoute, routeOfRow, listSpans };

const LONGEST = 200;

/** The line a thing was read from. */
function makeEvidence({ text, id }: ObjectSource, { start, line }: SourceSpan): Evidence {
  const begin = text.lastIndexOf('\n', Math.max(0, start - 1)) + 1;
  const newline = text.indexOf('\n', start);
  const end = newline < 0 ? text.length : newline;
  return { line, text: text.slice(begin, Math.min(end, begin + LONGEST)).trim(), source: id };
}

interface Places {
  readonly placed: (span: SourceSpan) => { readonly evidence: Evidence; readonly inside?: boolean };
  readonly podAt: (span: SourceSpan) => { readonly pod?: string };
}

/** Where things of a text stand, and whether that is inside a Pod. */
function placesIn(source: ObjectSource): Places {
  let entered: boolean | undefined;
  const inPod = ({ start }: SourceSpan): boolean =>
    (entered ??= mayEnter(source.text)) && isEntered(source.text, start);
  const placed = (span: SourceSpan): { evidence: Evidence; inside?: boolean } => ({
    evidence: makeEvidence(source, span),
    ...(inPod(span) ? { inside: true } : {}),
  });
  const podAt = (span: SourceSpan): { pod?: string } => {
    const pod = inPod(span) ? enteredPod(source.text, span.start) : undefined;
    return pod === undefined ? {} : { pod };
  };
  return { placed, podAt };
}

/** Some steps as the next part of all of them. */
type Turn = <T>(steps: Steps<T>) => Steps<T>;

type Scan = <T>(format: LineFormat<string, readonly T[]>) => Steps<readonly T[]>;

/** Told of with a sentence: no walk depends on them. */
function* scanSaid(scan: Scan, each: ReadEach): Steps<Pick<MachineText, 'lookups'>> {
  yield* scan(CALICO_STATUS);
  yield* scan(HTTP_ANSWERS);
  return { lookups: yield* each(DNS_ANSWERS) };
}

/** Neighbours that answer on the machine's wires, and where its tunnels lead. */
function* scanWires(scan: Scan, places: Places): Steps<Pick<MachineText, 'neighbours' | 'forwarding'>> {
  const [neighbours, forwarding] = [yield* scan(NEIGHBOURS), yield* scan(BRIDGE_FDB)];
  return {
    neighbours: neighbours.map((value) => placedIn(places, value)),
    forwarding: forwarding.map((value) => placedIn(places, value)),
  };
}

type ReadEach = <T extends { readonly span: SourceSpan }>(
  format: LineFormat<string, readonly T[]>,
) => Steps<Found<T>[]>;

function* scanCilium(each: ReadEach): Steps<CiliumListings> {
  return {
    statuses: yield* each(CILIUM_STATUS),
    services: yield* each(CILIUM_SERVICE_LIST),
    entries: yield* each(CILIUM_LB_LIST),
    connections: yield* each(CILIUM_CT_LIST),
    translations: yield* each(CILIUM_NAT_LIST),
  };
}

function* scanSeen(each: ReadEach, { text }: ObjectSource): Steps<PostedPackets> {
  const logged = yield* each(NETFILTER_LOG);
  // A logger's own words stand before what is read as the line.
  const lineOf = (start: number): string => text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  return {
    packets: [...logged, ...(yield* each(TCPDUMP))],
    hosts: [...new Set(logged.flatMap(({ value }) => findLoggedHost(lineOf(value.span.start)) ?? []))],
    services: yield* each(IPVS_LOG),
    clients: yield* each(XT_RECENT),
  };
}

function* scanWindows(each: ReadEach): Steps<WindowsListings> {
  return {
    policies: yield* each(HNS_POLICY_LIST),
    objects: yield* each(HNSDIAG_LIST),
    items: yield* each(VFPCTRL_LIST),
  };
}

/** How many formats are looked for, for the progress. */
const FORMATS = 40;

/** Devices and routes, as `ip`, `ip -j`, `ifconfig` and `route -n` list them. */
function* scanRouted(scan: Scan, here: Turn, places: Places): Steps<Pick<MachineText, 'links' | 'routes'>> {
  const inJson = yield* scan(IP_JSON);
  const devices = [...inJson.flatMap((each) => each.links), ...(yield* scan(IP_ADDRESS)), ...(yield* scan(IFCONFIG))];
  const links = yield* here(placedLinks(devices, places));
  const written = [...inJson.flatMap((each) => each.routes), ...(yield* scan(IP_ROUTE))];
  const rows = yield* scan(ROUTE_N);
  const routes = [
    ...(yield* here(
      mapInSteps(written, (route) => ({
        route: MACHINE_RECOGNISERS.makeRoute(route),
        ...places.placed(route.span),
        ...(route.isAnswer ? { isAnswer: true as const } : {}),
      })),
    )),
    ...(yield* here(
      mapInSteps(rows, (row) => ({ route: MACHINE_RECOGNISERS.routeOfRow(row), ...places.placed(row.span) })),
    )),
  ];
  return { links, routes };
}

/** Everything a text says of the machine, the rules left out, in slices. What was read is no longer left in the scanner. */
export function* readMachine(
  scanner: Scanner,
  source: ObjectSource,
): Steps<{ readonly machine: MachineText; readonly pieces: readonly TextPiece[] }> {
  const pieces: TextPiece[] = [];
  let turn = 0;
  const next: Turn = (steps) => within(steps, turn / FORMATS, ++turn / FORMATS);
  const here: Turn = (steps) => within(steps, turn / FORMATS, turn / FORMATS);
  const scan = function* <T>(format: LineFormat<string, readonly T[]>): Steps<readonly T[]> {
    const found = yield* next(scanner.scan(format));
    if (!found) return [];
    pieces.push(countPiece(scanner, format, found));
    return found.value;
  };
  const places = placesIn(source);
  const at = <T>(value: T, span: SourceSpan): Found<T> => ({ value, evidence: makeEvidence(source, span) });
  const each = function* <T extends { readonly span: SourceSpan }>(
    format: LineFormat<string, readonly T[]>,
  ): Steps<Found<T>[]> {
    const values = yield* scan(format);
    return yield* here(mapInSteps(values, (value) => at(value, value.span)));
  };
  const { fence } = scanner;

  // The formats are asked in this order.
  // Nothing of it is used: it is read so that no other format takes it for something else.
  yield* scan(KUBECONFIG);
  const first = {
    nft: yield* fence.steps(NFT_RULESET.title, () => scanNft(scanner, pieces, source, next), []),
    kubeProxy: yield* each(KUBE_PROXY_CONFIG),
    kubeadm: yield* each(KUBEADM_CONFIG),
    cni: yield* each(CNI_CONFLIST),
    cilium: yield* scanCilium(each),
    windows: yield* scanWindows(each),
    // What is written out says more than what is described, and counts where both do.
    objects: [
      ...listDescribed(yield* each(KUBECTL_DESCRIBE), scanner),
      ...(yield* next(fence.steps(OBJECTS.title, () => scanObjects(scanner, pieces, source), []))),
    ],
    tables: withNamespaces(yield* each(KUBECTL_TABLE), source),
    connections: yield* each(CONNTRACK),
  };
  const listed = yield* each(IPSET_LIST);
  const saved = yield* next(fence.steps(IPSET_SAVE.title, () => scanSets(scanner, pieces, source), []));
  const second = {
    ...(yield* scanSaid(scan, each)),
    ...(yield* scanWires(scan, places)),
    ipvs: yield* fence.steps(
      IPVSADM.title,
      () => scanMapped(scan(IPVSADM), (listing) => at(listing, MACHINE_RECOGNISERS.listSpans(listing)[0] ?? NOWHERE)),
      [],
    ),
    directed: yield* each(IPVSADM_CONNECTIONS),
    seen: yield* scanSeen(each, source),
    ports: yield* each(HAIRPIN_MODE),
    rules: yield* each(IP_RULE),
    words: readStatedFacts(source.text),
    listening: (yield* scan(LISTENING_SOCKETS)).map((value) => placedIn(places, value)),
    sysctls: (yield* scan(SYSCTL)).map((value) => ({ value, ...places.placed(value.span) })),
  };
  const routed = yield* fence.steps(IP_ROUTE.title, () => scanRouted(scan, here, places), { links: [], routes: [] });
  return { machine: { ...first, ...second, ...makeSets(saved, listed), ...routed }, pieces };
}

function* scanMapped<T, U>(found: Steps<readonly T[]>, make: (value: T) => U): Steps<readonly U[]> {
  return (yield* found).map(make);
}

/** A thing with where it stands, and in which Pod. */
function placedIn<T extends { readonly span: SourceSpan }>({ placed, podAt }: Places, value: T): Found<T> {
  return { value, ...placed(value.span), ...podAt(value.span) };
}

/** Tables with the namespace that the command above each asks for. */
function withNamespaces(tables: readonly Found<KubectlTable>[], { text }: ObjectSource): Found<KubectlTable>[] {
  if (tables.length === 0) return [];
  const starts = lineStarts(text);
  return tables.map((found) => {
    const namespace = commandNamespace(text, starts, found.value.span.line);
    return namespace === undefined ? found : { ...found, value: { ...found.value, namespace } };
  });
}

function* placedLinks(devices: readonly Link[], places: Places): Steps<Found<Link>[]> {
  const links = yield* mapInSteps(devices, (link) => placedIn(places, link));
  return links.toSorted((a, b) => a.evidence.line - b.evidence.line);
}

/** What a format found in a text: called and counted as the format does it, where it does. */
function countPiece<T>(
  { fence }: Scanner,
  format: LineFormat<string, readonly T[]>,
  found: Scanned<readonly T[]>,
): TextPiece {
  const title = fence.once(format.title, () => format.titleOf?.(found.value), undefined) ?? format.title;
  const count = fence.once(format.title, () => format.countOf?.(found.value), undefined);
  const piece = makePiece({ id: format.id, title }, found);
  return count === undefined ? piece : { ...piece, count };
}

function makePiece({ id, title }: Titled, { value, taken }: Scanned<readonly unknown[]>): TextPiece {
  const lines = taken.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  return { format: id, title, count: value.length, lines, from: taken[0]?.from ?? 1 };
}

type Titled = Pick<LineFormat<string, unknown>, 'id' | 'title'>;

/** Sets that are shown whole, and those of which only some members are. */
function makeSets(saved: MachineText['sets'], listed: MachineText['partial']): Pick<MachineText, 'sets' | 'partial'> {
  const whole = listed.filter(({ value }) => value.complete);
  return {
    sets: [...saved, ...whole.map(({ value, evidence }) => ({ value: value.set, evidence }))],
    partial: listed.filter(({ value }) => !value.complete),
  };
}

const NOWHERE: SourceSpan = { start: 0, end: 0, line: 1, column: 1 };

/** Tables of nftables, from text and from JSON; their evidence is the first line. */
function* scanNft(
  scanner: Scanner,
  pieces: TextPiece[],
  { text, id }: ObjectSource,
  next: Turn,
): Steps<MachineText['nft']> {
  const json = yield* next(scanner.scan(NFT_JSON));
  const listed = yield* next(scanner.scan(NFT_RULESET));
  return [
    { format: NFT_JSON, value: json?.value.ruleset, taken: json?.taken },
    { format: NFT_RULESET, value: listed?.value, taken: listed?.taken },
  ].flatMap(({ format, value, taken }) => {
    if (!value || !taken) return [];
    const from = taken[0]?.from ?? 1;
    const lines = taken.reduce((sum, run) => sum + run.to - run.from + 1, 0);
    pieces.push({ format: format.id, title: format.title, count: value.tables.size, lines, from });
    const span = { ...NOWHERE, start: scanner.line(from).start, line: from };
    return [{ value, evidence: makeEvidence({ text, id }, span) }];
  });
}

/** Sets of `ipset save`; their evidence is the first line of the listing. */
function* scanSets(scanner: Scanner, pieces: TextPiece[], { id }: ObjectSource): Steps<MachineText['sets']> {
  const found = yield* scanner.scan(IPSET_SAVE);
  if (!found) return [];
  const from = found.taken[0]?.from ?? 1;
  const lines = found.taken.reduce((sum, run) => sum + run.to - run.from + 1, 0);
  pieces.push({ format: IPSET_SAVE.id, title: IPSET_SAVE.title, count: found.value.size, lines, from });
  return [...found.value.values()].map((set) => ({
    value: set,
    evidence: { line: from, text: `create ${set.name} ${set.type} ${set.options}`.trim(), source: id },
  }));
}
