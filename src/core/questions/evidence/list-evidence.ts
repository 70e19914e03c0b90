import { emptyDocument } from '../../document/document';
import { openManifest } from '../../document/open-manifest';
import { listPodIPs } from '../../kubernetes/pods';
import { listFrontAddresses, namespacedName, type ClusterObjects } from '../../kubernetes/types';
import { phrase } from '../../lib/phrase';
import { finished, within, type Steps } from '../../lib/scan';
import type { FoundService } from '../../paste/pasted-types';
import type { Netns } from '../../linux/netns';
import type { Document } from '../../document/document';
import type { Derived } from '../../document/kernel-parts';
import type { Examined } from '../examine';
import { lineOfPath, lineOfWords, type EvidenceLine, type LinedText } from './evidence-line';
import { findOfConnections, type ConnectionSetting, type EntryFinding } from './connection-findings';
import { isMachine } from '../../paste/sender';
import { findLoudServers, findVips } from './vip-findings';
import { findHostPorts } from './hostport-findings';
import { findForwardPolicy } from './forward-policy';
import { findHijacks } from './hijack-findings';
import { findOfLists } from './listed-findings';
import { findOfServers } from './server-findings';
import { isDeletedEntry } from './deleted-entries';
import { findAskedFamilies } from './asked-family';
import type { EvidenceFinding } from './evidence-finding';
import { findOfRoutes } from './route-findings';
import { findOfAsked } from './asked-findings';
import { findOfWords, findUndecided } from './word-findings';
import { findOfObjects } from './object-findings';
import { findFirstCommand } from './first-command';
import { withoutOverruled } from './overruled';
import { partLeading } from './strength';

/** What is looked through: texts as they were opened, whole or as far as this needs it. */
export interface EvidenceSource {
  readonly document: Pick<Document, 'subject' | 'pasted'>;
  readonly derived: Pick<Derived, 'network' | 'found' | 'connections' | 'identities'>;
  readonly texts: readonly LinedText[];
  /** Of a cluster: its objects as the texts tell them. */
  readonly objects?: ClusterObjects;
  readonly examined?: Pick<Examined, 'texts'>;
}

/** The command that prints the rules of the node: of nftables where anything of it was pasted. */
function commandForRules({ document }: EvidenceSource): string {
  const isNft = document.pasted.texts.some(({ text }) => /\bnft\b|\bnftables\b|\bvmap\b/.test(text));
  return isNft ? 'nft list ruleset' : 'nft list ruleset / iptables-save';
}

/** The objects that stand beside the rules of a node: written out, described, or in tables. */
export function objectsBeside(opened: Pick<EvidenceSource, 'texts'>): ClusterObjects | undefined {
  return finished(objectsInSteps(opened));
}

function* objectsInSteps({ texts }: Pick<EvidenceSource, 'texts'>): Steps<ClusterObjects | undefined> {
  const manifest = texts.map(({ text }) => text);
  return (yield* openManifest({ document: emptyDocument(), texts: manifest, state: 'told' })).objects;
}

/** Services as objects tell them, as those that rules tell. */
function toServices({ services }: Pick<ClusterObjects, 'services'>): readonly FoundService[] {
  return services.flatMap((service) =>
    (service.spec.ports ?? []).map(({ port, protocol = 'TCP' }): FoundService => ({
      name: namespacedName(service),
      address: service.spec.clusterIP ?? '',
      external: [...(service.spec.externalIPs ?? []), ...listFrontAddresses(service).map(({ ip }) => ip)],
      port,
      protocol: protocol === 'UDP' ? 'udp' : protocol === 'SCTP' ? 'sctp' : 'tcp',
      endpoints: [],
    })),
  );
}

/** Where endpoints and Pods are, as objects tell it. */
function tellPlaces({ endpointSlices, pods }: ClusterObjects): NonNullable<ConnectionSetting['told']> {
  const endpoints = endpointSlices.flatMap((slice) =>
    (slice.endpoints ?? []).flatMap(({ addresses = [] }) =>
      addresses.map((address) => ({ address, ports: (slice.ports ?? []).flatMap(({ port }) => port ?? []) })),
    ),
  );
  const addresses = new Set([...endpoints.map(({ address }) => address), ...pods.flatMap(listPodIPs)]);
  return { addresses, places: endpoints.flatMap(({ address, ports }) => ports.map((port) => `${address}:${port}`)) };
}

/** The Service that has an address by objects beside, where no rules at all were pasted: nothing tells what becomes of its packets. */
export function findUnruled(opened: EvidenceSource, address: string): string | undefined {
  if ((opened.derived.identities ?? []).some((each) => each.hasRules)) return undefined;
  const objects = objectsBeside(opened);
  const services = objects ? toServices(objects) : [];
  return services.find((each) => [each.address, ...(each.external ?? [])].includes(address))?.name;
}

/**
 * Findings on the conntrack entries of a pasted node. `beside`: objects pasted with them; called only where there are entries.
 */
export function listConnectionEntries(
  opened: EvidenceSource,
  beside: () => ClusterObjects | undefined = () => objectsBeside(opened),
): readonly EntryFinding[] {
  const { identities = [], found, connections = [] } = opened.derived;
  if (connections.length === 0) return [];
  const objects = beside();
  return findOfConnections(connections, {
    services: [...found, ...(objects ? toServices(objects) : [])],
    hasRules: identities.some((each) => each.hasRules),
    rulesBy: commandForRules(opened),
    ...(objects ? { told: tellPlaces(objects) } : {}),
    isEvent: (words) => /\[(?:NEW|UPDATE|DESTROY)\]/.test(lineOfWords(words, opened.texts)?.text ?? ''),
    isDeleted: (words) => isDeletedEntry(words, opened.texts),
    isNew: (words) => lineOfWords(words, opened.texts)?.text.includes('[NEW]') ?? false,
  });
}

const CHAIN_MISSING = 'formats.iptables-save.chain-missing';

/** Chains of kube-proxy that rules of an excerpt jump to and that are not in it, with the command that prints them. */
function chainsLeftOut({ examined }: EvidenceSource): readonly EvidenceFinding[] {
  const missing = (examined?.texts ?? []).flatMap(({ diagnostics }) =>
    diagnostics.filter(({ message }) => message.id === CHAIN_MISSING),
  );
  const chains = new Map(
    missing.map(({ message: { values = {} } }) => [String(values['chain']), String(values['table'])]),
  );
  return [...chains].slice(0, MOST_CHAINS).flatMap(([chain, table]): readonly EvidenceFinding[] => {
    if (!/^KUBE-[A-Z]{3}-/.test(chain)) return [];
    const values = { chain, table };
    const says = phrase('evidence.chain-left-out', values);
    return [
      {
        id: 'chain-left-out',
        severity: 'info',
        says,
        next: phrase('evidence.next.chain-left-out', values),
        words: [chain],
      },
    ];
  });
}

/** So many are named. */
const MOST_CHAINS = 5;

/** Findings that the texts prove without a walk: on objects, conntrack entries, IPVS servers and lines of logs. */
export function listEvidence(opened: EvidenceSource): readonly EvidenceFinding[] {
  return finished(evidenceInSteps(opened));
}

/** As {@link listEvidence}, in slices. */
export function* evidenceInSteps(opened: EvidenceSource): Steps<readonly EvidenceFinding[]> {
  const logs = findOfWords(opened.texts);
  yield 0.2;
  const told = opened.objects;
  if (opened.document.subject !== 'pasted') {
    const found = [
      ...(told ? [...findOfObjects(told, opened.texts), ...findOfAsked(told, opened.texts)] : []),
      ...logs,
    ];
    const isDecided = found.some(({ severity }) => severity !== 'info');
    return withoutOverruled(isDecided ? found : [...found, ...findUndecided(opened.texts)]);
  }
  const { network, found } = opened.derived;
  const machines = [...network.netns.values()].filter(({ id }) => isMachine(id));
  const objects = yield* within(objectsInSteps(opened), 0.2, 0.9);
  return withoutOverruled([
    ...findAskedFamilies(opened.texts, opened.examined?.texts ?? []),
    ...listConnectionEntries(opened, () => objects),
    ...(objects ? [...findOfObjects(objects, opened.texts), ...findOfAsked(objects, opened.texts)] : []),
    ...chainsLeftOut(opened),
    ...findOfLists(found),
    ...machines.flatMap(findHijacks),
    ...machines.flatMap((each) => findForwardPolicy(each, opened.texts)),
    ...findOfHostPorts(opened, machines),
    ...(objects && machines.length === 1 ? machines.flatMap((each) => findOfRoutes(each, objects)) : []),
    ...machines.flatMap(findVips),
    ...machines.flatMap((each) => findLoudServers(each, toldArpIgnore(opened.texts))),
    ...machines.flatMap(({ ipvs }) => (ipvs ? findOfServers(ipvs, found) : [])),
    ...logs,
  ]);
}

/** HostPorts before Services: of one machine by the mode that it shows, of several, or where only words tell of IPVS, by what is said. */
function findOfHostPorts({ derived, texts }: EvidenceSource, machines: readonly Netns[]): readonly EvidenceFinding[] {
  const modes = (derived.identities ?? []).flatMap(({ proxy }) => proxy?.mode ?? []);
  const isShown = modes.includes('ipvs');
  if (!isShown && (modes.length > 0 || !texts.some(({ text }) => /\bipvs\b/i.test(text)))) return [];
  const mode = isShown && machines.length === 1 ? 'shown' : 'said';
  const nameAmong = ({ id }: Netns): string | undefined => (machines.length > 1 ? id.replace(/^node:/, '') : undefined);
  return machines.flatMap((each) => findHostPorts(each, { mode, name: nameAmong(each) }));
}

/** `net.ipv4.conf.all.arp_ignore = 0`, as sysctl prints it; undefined: no text tells. */
function toldArpIgnore(texts: EvidenceSource['texts']): number | undefined {
  const [found] = texts.flatMap(({ text }) => /net\.ipv4\.conf\.all\.arp_ignore ?= ?(\d)/.exec(text)?.[1] ?? []);
  return found === undefined ? undefined : Number(found);
}

/** What texts prove, with the line that shows it. */
export interface PlacedEvidence extends EvidenceFinding {
  readonly line?: EvidenceLine;
  /** Further lines that show it. */
  readonly further: readonly EvidenceLine[];
  /** True of one of the few that are told first. */
  readonly isLeading: boolean;
}

/**
 * Findings strongest first, each with the lines that show it: those that have its words, or name its object; before them, where none is proven,
 * the command that would part them. Those that are told first are marked.
 */
export function placeEvidence(
  found: readonly EvidenceFinding[],
  texts: readonly LinedText[],
): readonly PlacedEvidence[] {
  const place = (finding: EvidenceFinding, isLeading: boolean): PlacedEvidence => {
    const { words, path, others = [] } = finding;
    const quoted = words && lineOfWords(words, texts);
    const line = quoted ?? (path === undefined ? undefined : lineOfPath(path, texts));
    const further = others.flatMap((each) => lineOfWords(each, texts) ?? []);
    return { ...finding, isLeading, ...(line ? { line } : {}), further };
  };
  const { leading, others } = partLeading([...findFirstCommand(found, texts), ...found]);
  return [...leading.map((each) => place(each, true)), ...others.map((each) => place(each, false))];
}
