import type { IpvsTable } from '../../linux/ipvs/service';
import { protocolName } from '../../linux/xtables/syntax/protocols';
import { isLoopback, type IpFamily } from '../../net/ip';
import { formatEndpoint } from '../../net/packet';
import { PortEvidence, type PortDraft, XtReader, type ReadRule } from './iptables-ports';
import {
  IpvsFacts,
  readMember,
  addressFronts,
  listHomes,
  nodePortFronts,
  portsOfHomes,
  type Home,
  linkFronts,
} from './ipvs-ports';
import { clue } from './sights';
import type { Observed, ReadDetector, ReadProxy, ReleaseClue } from './types';

/** kube-proxy's ipvs mode of one family: virtual servers, sets and rules together; any may be missing. */
export function readIpvs(family: IpFamily, observed: Observed): ReadProxy | undefined {
  const facts = new IpvsFacts(family, observed);
  const rules = observed.xtables[family];
  const from = new XtReader(family, rules ?? { tables: new Map() });
  if (facts.virtuals.length === 0 && !facts.has('clusterIP') && !from.chains('nat').has('KUBE-SERVICES'))
    return undefined;
  const evidence = new PortEvidence();
  const homes = listHomes(facts);
  const here = facts.has('loopBack') ? localEndpoints(facts) : undefined;
  const addresses = addressFronts(facts);
  const taken = new Set([...homes.map(({ address }) => address), ...addresses.map(({ address }) => address)]);
  linkFronts(homes, { addresses, nodePorts: nodePortFronts(facts, taken) }, here && new Set(here.keys()));
  const ranges = sourceRanges(facts, homes);
  healthChecks(facts, homes);
  if (here) idleEndpoints(homes, here);
  const own = new Set(facts.virtuals.flatMap(({ address }) => (taken.has(address) ? [] : [address])));
  const loopback = own.size === 0 ? undefined : [...own].some((address) => LOOPBACK.test(address));
  const scheduler = facts.virtuals[0]?.scheduler;
  return {
    family,
    ports: portsOfHomes(homes),
    nodeInside: ranges,
    nodeAddresses: [...own],
    ...(scheduler === undefined ? {} : { scheduler }),
    ...makeProxy(from, evidence),
    evidence: evidence.places,
    clues: ipvsClues(from, observed.ipvs),
    ...(loopback === undefined ? {} : { answersLoopback: loopback }),
    ...(here ? { localEndpoints: new Set(here.keys()) } : {}),
  };
}

const LOOPBACK = /^127\.|^::1$/;

/** Up to 1.21 nodePorts had virtual servers on loopback addresses too. */
export function loopbackClue(family: IpFamily, { services }: IpvsTable): ReleaseClue[] {
  const found = services.find(({ address }) => address?.family === family && isLoopback(address));
  if (!found?.address) return [];
  const protocol = protocolName(found.protocol ?? 0)?.toUpperCase() ?? '';
  const server = `${protocol} ${formatEndpoint(found.address, found.port ?? 0)}`;
  return [clue(server, { to: 21 }, { kind: 'server', server })];
}

/** `10.244.1.10,tcp:8080,10.244.1.10`: an endpoint of this node, ready or not. */
function localEndpoints(facts: IpvsFacts): Map<string, string> {
  const found = new Map<string, string>();
  for (const element of facts.members('loopBack')) {
    const member = readMember(element);
    if (!member) continue;
    const { address, port, proto } = member;
    const place = facts.family === 'ipv6' ? `[${address}]:${port}` : `${address}:${port}`;
    found.set(place, `${found.get(place) ?? ''} ${proto}`.trim());
  }
  return found;
}

function homesAt(homes: readonly Home[], address: string, proto: string, port: number): PortDraft[] {
  return homes
    .filter(({ draft }) => draft.lists.loadBalancerIPs.includes(address) && draft.values.proto === proto)
    .filter((home) => home.port === port)
    .map(({ draft }) => draft);
}

function sourceRanges(facts: IpvsFacts, homes: readonly Home[]): ReadProxy['nodeInside'] {
  const inside = new Set(facts.members('sourceIP').map((element) => element.split(',').slice(0, 2).join(',')));
  const found = new Map<string, { ranges: string[]; inside: boolean }>();
  for (const element of facts.members('sourceCIDR')) {
    const member = readMember(element);
    if (member?.third === undefined) continue;
    const { address, proto, port, third } = member;
    const range = third.includes('/') ? third : `${third}/${facts.family === 'ipv4' ? 32 : 128}`;
    const witness = facts.witness('sourceCIDR', element);
    for (const draft of homesAt(homes, address, proto, port)) draft.add('sourceRanges', range, witness);
    const key = `${address},${proto}:${port}`;
    const known = found.get(key) ?? { ranges: [], inside: inside.has(key) };
    known.ranges.push(range);
    found.set(key, known);
  }
  return [...found.values()];
}

/** Which balancer asks at which port is not told: any with policy Local will do. */
function healthChecks(facts: IpvsFacts, homes: readonly Home[]): void {
  const used = new Set<string>();
  const fits: readonly ((draft: PortDraft['values'], isBalanced: boolean) => boolean)[] = [
    ({ externalLocal, nodePort }, isBalanced) => externalLocal === true && nodePort !== undefined && isBalanced,
    ({ externalLocal, nodePort }) => externalLocal === true && nodePort !== undefined,
    ({ externalLocal }) => externalLocal === true,
    // A balancer without address or nodePort: its Service may be any that is not reached from outside.
    ({ externalLocal }) => externalLocal === undefined,
  ];
  for (const element of facts.members('healthCheck')) {
    const free = homes.filter(({ address }) => !used.has(address) && isAlike(homes, address));
    const found = fits.flatMap((fit) =>
      free.filter(({ draft }) => fit(draft.values, draft.lists.loadBalancerIPs.length > 0)),
    );
    const [home] = found;
    if (!home) return;
    used.add(home.address);
    const witness = facts.witness('healthCheck', element);
    home.draft.tell('healthCheckNodePort', Number(element), witness);
    home.draft.tell('externalLocal', true, witness);
  }
}

/** All ports of a Service have one policy: none of them says otherwise. */
function isAlike(homes: readonly Home[], address: string): boolean {
  return homes.every((home) => home.address !== address || home.draft.values.externalLocal !== false);
}

/** Endpoints of this node that no virtual server uses belong to some service port of their protocol. */
function idleEndpoints(homes: readonly Home[], here: ReadonlyMap<string, string>): void {
  for (const [place, protocols] of here) {
    for (const proto of protocols.split(' ')) {
      const ofProto = homes.filter(({ draft }) => draft.values.proto === proto);
      const isUsed = ofProto.some(({ draft }) =>
        [draft.values.cluster, draft.values.local].some((list) => list?.includes(place)),
      );
      if (isUsed) continue;
      const number = place.slice(place.lastIndexOf(':'));
      const alike = ofProto.find(({ draft }) => draft.values.cluster?.some((other) => other.endsWith(number)));
      const home = alike ?? ofProto.find(({ draft }) => (draft.values.cluster ?? []).length === 0) ?? ofProto[0];
      if (home) home.draft.values.idle = [...(home.draft.values.idle ?? []), place];
    }
  }
}

function firstRule(
  from: XtReader,
  table: 'nat' | 'filter',
  chain: string,
  fits: (rule: ReadRule) => boolean,
): ReadRule | undefined {
  for (const rule of from.rules(table, chain)) if (fits(rule)) return rule;
  return undefined;
}

const LOCAL_SOURCE = /! -([si]) (\S+)/;

/** The mark, and what counts as local. */
function makeProxy(
  from: XtReader,
  evidence: PortEvidence,
): Pick<ReadProxy, 'masqueradeBit' | 'masqueradeAll' | 'detector'> {
  const marking = firstRule(from, 'nat', 'KUBE-MARK-MASQ', () => true);
  const bit = Math.log2(Number(/--set-xmark (0x[0-9a-f]+)\//.exec(marking?.text() ?? '')?.[1]));
  if (marking && Number.isInteger(bit)) evidence.note('masqueradeBit', marking.witness);
  const own = Number.isInteger(bit) ? { masqueradeBit: bit } : {};
  const isCluster = (rule: ReadRule): boolean => rule.target === 'KUBE-MARK-MASQ' && /CLUSTER-IP /.test(rule.text());
  const cluster = firstRule(from, 'nat', 'KUBE-SERVICES', isCluster);
  if (!cluster) return own;
  evidence.note('detectLocal', cluster.witness);
  const [, option, value = ''] = LOCAL_SOURCE.exec(cluster.text()) ?? [];
  if (option !== undefined) return { ...own, masqueradeAll: false, detector: makeDetector(option, value) };
  if (/ src,dst /.test(cluster.text())) return { ...own, detector: 'none' };
  // Up to 1.17 forwarding names the Pod network too.
  const pods = firstRule(from, 'filter', 'KUBE-FORWARD', (rule) => rule.comment?.endsWith('pod source rule') ?? false);
  const cidr = /^-s (\S+)/.exec(pods?.text() ?? '')?.[1];
  return { ...own, masqueradeAll: true, ...(cidr === undefined ? {} : { detector: { kind: 'cidr', value: cidr } }) };
}

function makeDetector(option: string, value: string): ReadDetector {
  if (option === 's') return { kind: 'cidr', value };
  return value.endsWith('+') ? { kind: 'prefix', value: value.slice(0, -1) } : { kind: 'bridge', value };
}

/** Chain -> the first release that has it (`IPVS_CHANGES` of the compiler). */
const CHAINS: readonly (readonly [table: 'nat' | 'filter', chain: string, since: number])[] = [
  ['filter', 'KUBE-NODE-PORT', 21],
  ['filter', 'KUBE-SOURCE-RANGES-FIREWALL', 25],
  ['filter', 'KUBE-IPVS-FILTER', 26],
  ['filter', 'KUBE-IPVS-OUT-FILTER', 29],
];

/** The clues of one family's rules and virtual servers to the release that wrote them. */
export function ipvsClues(from: XtReader, table: IpvsTable | undefined): ReleaseClue[] {
  return [...ruleClues(from), ...(table ? loopbackClue(from.family, table) : [])];
}

function ruleClues(from: XtReader): ReleaseClue[] {
  // Of an excerpt what is there tells, and what is not there nothing.
  if (!from.chains('nat').has('KUBE-SERVICES'))
    return CHAINS.flatMap(([table, chain, since]) =>
      from.chains(table).has(chain) ? [clue(chain, { from: since })] : [],
    );
  const clues =
    from.chains('filter').size === 0
      ? []
      : CHAINS.map(([table, chain, since]) => {
          const has = from.chains(table).has(chain);
          return clue(`${has ? '' : 'no '}${chain}`, has ? { from: since } : { to: since - 1 });
        });
  if (from.chains('filter').size > 0) {
    const marks = ({ comment }: ReadRule): boolean => /dropping marked packets/.test(comment ?? '');
    const kubelet = firstRule(from, 'filter', 'KUBE-FIREWALL', marks);
    if (kubelet) clues.push(clue('KUBE-FIREWALL', { to: 26 }, kubelet.witness));
    else if (!from.chains('nat').has('KUBE-MARK-DROP')) clues.push(clue('no KUBE-MARK-DROP', { from: 27 }));
  }
  const unmark = firstRule(from, 'nat', 'KUBE-POSTROUTING', ({ target }) => target === 'RETURN');
  if (unmark) clues.push(clue('KUBE-POSTROUTING … -j RETURN', { from: 19 }, unmark.witness));
  else if (from.chains('nat').has('KUBE-POSTROUTING')) clues.push(clue('KUBE-POSTROUTING without RETURN', { to: 18 }));
  const masquerade = firstRule(
    from,
    'nat',
    'KUBE-POSTROUTING',
    (rule) => rule.target === 'MASQUERADE' && !!rule.comment,
  );
  if (masquerade && !unmark) {
    const isRandom = masquerade.text().includes('--random-fully');
    const sign = `${isRandom ? '' : 'no '}--random-fully`;
    clues.push(clue(sign, isRandom ? { from: 16 } : { to: 15 }, masquerade.witness));
  }
  const forward = firstRule(from, 'filter', 'KUBE-FORWARD', ({ comment }) => /conntrack/.test(comment ?? ''));
  if (forward) {
    const single = forward.comment?.endsWith('conntrack rule') ?? false;
    const bounds = single ? { from: 23 } : forward.text().startsWith('-s ') ? { to: 17 } : { from: 18, to: 22 };
    clues.push(clue(`"${forward.comment ?? ''}"`, bounds, forward.witness));
  } else if (from.chains('filter').has('KUBE-FORWARD')) clues.push(clue('KUBE-FORWARD', { to: 17 }));
  return clues;
}
