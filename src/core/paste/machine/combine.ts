import { mergeStatedFacts } from './told-words';
import { namedIn } from './named';
import { sameValue } from '../../lib/memo';
import { phrase } from '../../lib/phrase';
import { mapInSteps, SLICE_OF_LINES, within, type Steps } from '../../lib/scan';
import { findEntry } from '../../formats/conntrack';
import type { Diagnostic } from '../../formats/format';
import { readIpvsTable } from '../../formats/ipvsadm';
import type { Link } from '../../formats/links/link';
import { keyOfSysctl } from '../../formats/sysctl';
import { formatCidr, formatIp } from '../../net/ip';
import { isLinkLocal } from '../../linux/routing/derived-routes';
import type { IpvsTable } from '../../linux/ipvs/service';
import { nodeRoutes, withoutPods } from './inside';
import type { Found, FoundRoute, Machine, MachineText, NamedPod } from './types';

/**
 * Puts together what several texts, or several listings of one, say of one machine: of a thing that is
 * listed again the later listing counts. What is doubtful about that is said. `pods`: addresses that are
 * Pods', by the rules. In slices.
 */
export function* combineMachines(
  texts: readonly MachineText[],
  pods: () => ReadonlySet<string>,
): Steps<{
  readonly machine: Machine;
  readonly diagnostics: readonly Diagnostic[];
}> {
  const diagnostics: Diagnostic[] = [];
  const insiders: Found<Link>[] = [];
  const listed = texts.flatMap((text) => text.links);
  const links = combineLinks(withoutPods(listed, pods, diagnostics, insiders));
  const sets = new Map(texts.flatMap((text) => text.sets.map(({ value }) => [value.name, value] as const)));
  const nft = new Map(texts.flatMap((text) => text.nft.flatMap(({ value }) => [...value.tables])));
  const ipvs = combineIpvs(texts, diagnostics);
  const ownRoutes = texts.map((text) => nodeRoutes(text.routes, diagnostics));
  const listedRoutes = ownRoutes.map((own) => own.filter(({ isAnswer }) => !isAnswer));
  yield 0.1;
  const routes = yield* within(combineRoutes(listedRoutes), 0.1, 0.7);
  const entries = yield* within(
    mapInSteps(
      texts.flatMap((text) => text.connections),
      ({ value }, index) => findEntry(value, index + 1),
    ),
    0.7,
    1,
  );
  const listings = texts.flatMap(({ listening }) => listening);
  const machine: Omit<Machine, 'named'> = {
    links,
    allLinks: links.some(({ value }) => value.flags.includes('LOOPBACK') || value.name === 'lo'),
    routes,
    answers: ownRoutes.flatMap((own) => own.filter(({ isAnswer }) => isAnswer)),
    rules: unique(
      texts.flatMap((text) => text.rules),
      ({ evidence }) => evidence.text,
    ),
    ports: texts.flatMap((text) => text.ports),
    words: mergeStatedFacts(texts.flatMap((text) => text.words)),
    ...combineWires(texts),
    ...(nft.size > 0 ? { nft: { tables: nft } } : {}),
    sets,
    partial: texts.flatMap((text) => text.partial).filter(({ value }) => !sets.has(value.set.name)),
    ...(ipvs ? { ipvs } : {}),
    sysctls: indexSysctls(texts),
    listening: joinListening(listings.filter(({ inside }) => inside !== true)),
    connections: entries.filter((entry) => entry !== undefined),
    directed: texts.flatMap((text) => text.directed).map(({ value }) => value),
    kubeProxy: texts.flatMap((text) => text.kubeProxy),
    kubeadm: texts.flatMap((text) => text.kubeadm),
    cni: texts.flatMap((text) => text.cni),
    cilium: combineCilium(texts),
    windows: combineWindows(texts),
    seen: combineSeen(texts),
    tables: texts.flatMap((text) => text.tables),
    objects: texts.flatMap((text) => text.objects),
    lookups: texts.flatMap((text) => text.lookups),
    inside: { pods: insiders.flatMap(listPods), listening: listeningInside(listings) },
  };
  return { machine: { ...machine, named: namedIn(machine) }, diagnostics };
}

function combineSeen(texts: readonly MachineText[]): Machine['seen'] {
  return {
    packets: texts.flatMap(({ seen }) => seen.packets),
    hosts: [...new Set(texts.flatMap(({ seen }) => seen.hosts))],
    services: texts.flatMap(({ seen }) => seen.services),
    clients: texts.flatMap(({ seen }) => seen.clients),
  };
}

/** What the machine's own lists say of its wires, not a Pod's. */
function combineWires(texts: readonly MachineText[]): Pick<Machine, 'neighbours' | 'forwarding'> {
  const isOwn = ({ inside }: Pick<FoundRoute, 'inside'>): boolean => inside !== true;
  return {
    neighbours: texts.flatMap(({ neighbours }) => neighbours).filter(isOwn),
    forwarding: texts.flatMap(({ forwarding }) => forwarding).filter(isOwn),
  };
}

/** Without br_netfilter no packet of a bridge meets iptables. */
const BRIDGE = /^net\.bridge\./;

/** What the machine's own listings say, not a Pod's; of one listed again the later counts. */
function indexSysctls(texts: readonly MachineText[]): Machine['sysctls'] {
  const found = texts.flatMap(({ sysctls }) => sysctls).filter(({ inside }) => inside !== true);
  return new Map(
    found.flatMap(({ value, evidence }) => {
      const name = keyOfSysctl(value);
      const text = value.missing && BRIDGE.test(name) ? '0' : (value.value.split(/\s+/)[0] ?? '');
      const isKept = name.startsWith('net.') && /^-?\d+$/.test(text);
      return isKept ? [[name, { value: Number(text), evidence }] as const] : [];
    }),
  );
}

/** Of a protocol listed again the later listing counts. */
function joinListening(listings: MachineText['listening']): Machine['listening'] {
  return Object.fromEntries(
    listings.flatMap(({ value: { protocols, sockets } }) =>
      protocols.map((proto) => [proto, sockets.filter((socket) => socket.proto === proto)] as const),
    ),
  );
}

/** What listens in Pods that were entered. */
function listeningInside(listings: MachineText['listening']): Machine['inside']['listening'] {
  const names = new Set(listings.map(({ pod }) => pod).filter((pod) => pod !== undefined));
  return new Map([...names].map((name) => [name, joinListening(listings.filter(({ pod }) => pod === name))] as const));
}

/** A Pod whose own listing was pasted has the addresses of its cable; the command that entered it names it. */
function listPods({ value, evidence, pod }: Found<Link>): NamedPod[] {
  if (pod === undefined || value.name === 'lo') return [];
  const own = value.addresses.map(({ address }) => address).filter((address) => !isLinkLocal(address));
  return own.map((address) => ({ name: `default/${pod}`, address: formatIp(address), evidence }));
}

function unique<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [keyOf(item), item] as const)).values()];
}

/** A later listing replaces an earlier one; `ip link` has no addresses and takes none away. */
function combineLinks(links: readonly Found<Link>[]): Found<Link>[] {
  const byName = new Map<string, Found<Link>>();
  for (const found of links) {
    const known = byName.get(found.value.name)?.value;
    byName.set(found.value.name, known ? { ...found, value: mergeLinks(known, found.value) } : found);
  }
  return [...byName.values()];
}

function mergeLinks(earlier: Link, later: Link): Link {
  return {
    ...earlier,
    ...later,
    flags: later.flags.length > 0 ? later.flags : earlier.flags,
    details: [...earlier.details, ...later.details],
    addresses: later.addresses.length === 0 ? earlier.addresses : later.addresses,
    attributes: later.flags.length === 0 && earlier.flags.length > 0 ? earlier.attributes : later.attributes,
  };
}

/** Each text may hold some tables of one family; of a table that a later text lists again the later counts. */
function* combineRoutes(texts: readonly (readonly FoundRoute[])[]): Steps<FoundRoute[]> {
  const total = texts.reduce((sum, { length }) => sum + length, 0);
  const byTable = new Map<string, Map<string, FoundRoute>>();
  let count = 0;
  for (const routes of texts) {
    const own = new Map<string, Map<string, FoundRoute>>();
    for (const found of routes) {
      const key = `${found.route.dst.address.family} ${found.route.table}`;
      const listed = own.get(key) ?? new Map<string, FoundRoute>();
      own.set(key, listed.set(routeKey(found.route), found));
      if (++count % SLICE_OF_LINES === 0) yield count / total;
    }
    for (const [key, listed] of own) byTable.set(key, listed);
  }
  return [...byTable.values()].flatMap((listed) => [...listed.values()]);
}

function routeKey({ table, type, dst, dev, via, metric = 0 }: FoundRoute['route']): string {
  return [table, type, formatCidr(dst), dev ?? '', via ? formatIp(via) : '', metric].join(' ');
}

/** Of several listings that tell schedulers the last; of different ones this is said. */
function combineIpvs(texts: readonly MachineText[], diagnostics: Diagnostic[]): Found<IpvsTable> | undefined {
  const found = texts.flatMap(({ ipvs }) =>
    ipvs.flatMap(({ value, evidence }) => {
      const table = readIpvsTable(value);
      return table ? [{ value: table, evidence }] : [];
    }),
  );
  const last = found.at(-1);
  const differ = found.some(({ value }) => !sameValue(value, last?.value));
  if (last && differ) {
    const message = phrase('analysis.machine.several-ipvs', { count: found.length, line: last.evidence.line });
    diagnostics.push({ severity: 'warning', code: 'assumed', message });
  }
  const counters = texts.some(({ ipvs }) => ipvs.some(({ value }) => value.form === 'stats'));
  if (!last && counters) {
    diagnostics.push({
      severity: 'warning',
      code: 'partly-simulated',
      message: phrase('analysis.machine.only-counters'),
    });
  }
  return last;
}

function combineCilium(texts: readonly MachineText[]): Machine['cilium'] {
  return {
    statuses: texts.flatMap(({ cilium }) => cilium.statuses),
    services: texts.flatMap(({ cilium }) => cilium.services),
    entries: texts.flatMap(({ cilium }) => cilium.entries),
    connections: texts.flatMap(({ cilium }) => cilium.connections),
    translations: texts.flatMap(({ cilium }) => cilium.translations),
  };
}

function combineWindows(texts: readonly MachineText[]): Machine['windows'] {
  return {
    policies: texts.flatMap(({ windows }) => windows.policies),
    objects: texts.flatMap(({ windows }) => windows.objects),
    items: texts.flatMap(({ windows }) => windows.items),
  };
}
