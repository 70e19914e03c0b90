import { emptyDocument } from '../../core/document/document';
import { openManifest } from '../../core/document/open-manifest';
import { listFrontAddresses, namespacedName, type ClusterObjects } from '../../core/kubernetes/types';
import { phrase } from '../../core/lib/phrase';
import { finished } from '../../core/lib/scan';
import type { FoundService } from '../../core/paste/pasted-types';
import type { OpenedTexts } from '../../core/public/open-texts';
import { findOfConnections, type EntryFinding } from '../../core/questions/evidence/connection-findings';
import { isMachine } from '../../core/paste/sender';
import { findVips } from '../../core/questions/evidence/vip-findings';
import { findHijacks } from '../../core/questions/evidence/hijack-findings';
import { findOfLists } from '../../core/questions/evidence/listed-findings';
import { findOfServers } from '../../core/questions/evidence/server-findings';
import type { EvidenceFinding } from '../../core/questions/evidence/evidence-finding';
import { findOfLogs } from '../../core/questions/evidence/log-findings';
import { findOfObjects } from '../../core/questions/evidence/object-findings';

/** The command that prints the rules of the node: of nftables where anything of it was pasted. */
function commandForRules({ document }: OpenedTexts): string {
  const isNft = document.pasted.texts.some(({ text }) => /\bnft\b|\bnftables\b|\bvmap\b/.test(text));
  return isNft ? 'nft list ruleset' : 'nft list ruleset / iptables-save';
}

/** The objects that stand beside the rules of a node: written out, described, or in tables. */
export function objectsBeside({ texts }: OpenedTexts): ClusterObjects | undefined {
  const manifest = texts.map(({ text }) => text);
  return finished(openManifest({ document: emptyDocument(), texts: manifest, state: 'last' })).objects;
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

/** The Service that has an address by objects beside, where no rules at all were pasted: nothing tells what becomes of its packets. */
export function findUnruled(opened: OpenedTexts, address: string): string | undefined {
  if ((opened.derived.identities ?? []).some((each) => each.hasRules)) return undefined;
  const objects = objectsBeside(opened);
  const services = objects ? toServices(objects) : [];
  return services.find((each) => [each.address, ...(each.external ?? [])].includes(address))?.name;
}

/** What the connections of a pasted node prove. */
export function listConnectionEntries(opened: OpenedTexts, objects = objectsBeside(opened)): readonly EntryFinding[] {
  const { derived } = opened;
  const hasRules = (derived.identities ?? []).some((each) => each.hasRules);
  return findOfConnections(derived.connections ?? [], {
    services: [...derived.found, ...(objects ? toServices(objects) : [])],
    hasRules,
    rulesBy: commandForRules(opened),
    isNew: (words) => lineOfWords(words, opened)?.text.includes('[NEW]') ?? false,
  });
}

const CHAIN_MISSING = 'formats.iptables-save.chain-missing';

/** Chains of kube-proxy that rules of an excerpt jump to and that are not in it, with the command that prints them. */
function chainsLeftOut({ examined }: OpenedTexts): readonly EvidenceFinding[] {
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

/** What texts prove by themselves: objects as they are told, entries of conntrack. */
export function listEvidence(opened: OpenedTexts): readonly EvidenceFinding[] {
  if (opened.document.subject === 'pasted') {
    const { network, found } = opened.derived;
    const machines = [...network.netns.values()].filter(({ id }) => isMachine(id));
    const objects = objectsBeside(opened);
    return [
      ...listConnectionEntries(opened, objects),
      ...(objects ? findOfObjects(objects) : []),
      ...chainsLeftOut(opened),
      ...findOfLists(found),
      ...machines.flatMap(findHijacks),
      ...machines.flatMap(findVips),
      ...machines.flatMap(({ ipvs }) => (ipvs ? findOfServers(ipvs, found) : [])),
      ...findOfLogs(opened.texts),
    ];
  }
  return [...(opened.objects ? findOfObjects(opened.objects) : []), ...findOfLogs(opened.texts)];
}

/** Where a line stands. */
export interface EvidenceLine {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** The first line that has all of the words, in their order. */
export function lineOfWords(words: readonly string[], { texts }: OpenedTexts): EvidenceLine | undefined {
  const isIt = (line: string): boolean => {
    let at = 0;
    return words.every((word) => {
      const found = line.indexOf(word, at);
      at = found + word.length;
      return found >= 0;
    });
  };
  for (const { title, text } of texts) {
    const lines = text.split('\n');
    const at = lines.findIndex(isIt);
    if (at >= 0) return { file: title, line: at + 1, text: lines[at] ?? '' };
  }
  return undefined;
}
