import type { Document } from '../../core/document/document';
import { printedIp } from '../../core/net/ip';
import type { Bench, RunResult } from '../../worker/protocol';
import { withoutDefault } from '../topology/names.model';

/** The names a caption says things by. */
export interface CaptionContext {
  /** Services by the text of their addresses: `10.96.0.10` -> `kube-system/kube-dns`. */
  readonly services: ReadonlyMap<string, string>;
  /** Services by the chains that belong to them: `KUBE-SVC-…` -> `web:http`. */
  readonly chains: ReadonlyMap<string, string>;
  /** What people call a namespace, by its id. */
  readonly titles: ReadonlyMap<string, string>;
  /** Exact odds of the shown outcome; undefined if there is only one or they are unknown. */
  readonly odds: string | undefined;
}

/** Everything but the odds, which change with the outcome. */
export function captionNames(
  document: Document,
  bench: Bench | undefined,
  result: RunResult | undefined,
): Omit<CaptionContext, 'odds'> {
  return {
    services: servicesByAddress(document, bench),
    chains: servicesByChain([...(bench?.rules ?? []), ...(result?.rules ?? [])]),
    titles: new Map((bench?.netns ?? []).map(({ id, title }) => [id, withoutDefault(title)])),
  };
}

const NONE: Bench['found'] = [];
const known = new WeakMap<Bench['found'], ReadonlyMap<string, string>>();

/** Once for all: a node may have 45,000 Services, and every walk asks. */
function foundByAddress(found: Bench['found']): ReadonlyMap<string, string> {
  const before = known.get(found);
  if (before) return before;
  const names = new Map<string, string>();
  for (const { address, name } of found) {
    const printed = printedIp(address);
    if (printed !== undefined) names.set(printed, withoutDefault(name));
  }
  known.set(found, names);
  return names;
}

function servicesByAddress(document: Document, bench: Bench | undefined): ReadonlyMap<string, string> {
  const found = foundByAddress(bench?.found ?? NONE);
  if (document.subject !== 'cluster') return found;
  const names = new Map(found);
  const note = (address: string | undefined, name: string): void => {
    const printed = address === undefined ? undefined : printedIp(address);
    if (printed !== undefined) names.set(printed, withoutDefault(name));
  };
  for (const { metadata, spec, status } of document.cluster.services) {
    const name = `${metadata.namespace ?? 'default'}/${metadata.name}`;
    const ips = [spec.clusterIP, ...(spec.clusterIPs ?? []), ...(spec.externalIPs ?? [])];
    for (const address of [...ips, ...(status?.loadBalancer?.ingress ?? []).map(({ ip }) => ip)]) note(address, name);
  }
  return names;
}

function servicesByChain(rules: Bench['rules']): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const services of new Set(rules.map((each) => each.services ?? {}))) {
    for (const [name, service] of Object.entries(services)) names.set(name, withoutDefault(service));
  }
  return names;
}
