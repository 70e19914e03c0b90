import type { Document } from '../../core/document/document';
import { lookupName, type ResolvedName } from '../../core/document/resolve-name';
import { completeCluster } from '../../core/kubernetes/complete';
import { printResolvConf } from '../../core/kubernetes/dns/resolver';
import { recordsOfService, zoneOf, type DnsRecord } from '../../core/kubernetes/dns/zone';
import { namespacedName } from '../../core/kubernetes/types';
import type { Phrase } from '../../core/lib/phrase';
import type { Engine } from '../engine';

/** Records that are listed at once; more are found by typing. */
const MOST_RECORDS = 500;

export interface NameQuestion {
  readonly document: Document;
  /** `namespace/name` of the Pod whose resolver is asked. */
  readonly pod: string;
  readonly name: string;
  /** What listed records must hold. */
  readonly holding: string;
}

export interface NamesAnswer {
  readonly records: readonly DnsRecord[];
  /** How many there are, listed or not. */
  readonly count: number;
  /** What the Pod's resolver did; a sentence says why it cannot ask. */
  readonly lookup: { readonly conf: string; readonly asked: readonly ResolvedName[] } | Phrase | undefined;
}

/** The records of a cluster, and how a Pod's resolver goes about a name. */
export function names({ memo }: Engine, { document, pod, name, holding }: NameQuestion): NamesAnswer {
  const cluster = completeCluster(document.cluster, memo);
  const zone = zoneOf(cluster, document.settings.clusterDomain, memo);
  const wanted = holding.trim().toLowerCase();
  const isWanted = (each: DnsRecord): boolean =>
    `${each.name} ${each.type} ${each.value}`.toLowerCase().includes(wanted);
  const records: DnsRecord[] = [];
  let count = 0;
  for (const service of zone.services.values()) {
    const own = recordsOfService(zone, service).filter(isWanted);
    count += own.length;
    records.push(...own.slice(0, MOST_RECORDS - records.length));
  }
  const asking = cluster.pods.find((each) => namespacedName(each) === pod);
  const lookup = asking && name !== '' ? lookupName(document, asking, { name, memo }) : undefined;
  if (!lookup?.ok) return { records, count, lookup: lookup?.error };
  const { conf, asked } = lookup.value;
  return { records, count, lookup: { conf: printResolvConf(conf), asked } };
}
