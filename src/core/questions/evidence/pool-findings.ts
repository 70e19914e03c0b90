import type { ClusterObjects, OtherObject } from '../../kubernetes/types';
import { isFields } from '../../kubernetes/policy/selector';
import { phrase } from '../../lib/phrase';
import { tellComplaint } from './complaints';
import type { EvidenceFinding } from './evidence-finding';
import { quoteWords } from './quoted-words';

const isOfMetal = ({ apiVersion }: OtherObject): boolean => apiVersion?.startsWith('metallb.io/') ?? false;
/** metallb.io: Concepts, Layer 2 mode, BGP mode: a pool that no advertisement names is assigned from and never announced. */
const ANNOUNCES = new Set(['L2Advertisement', 'BGPAdvertisement']);

/** Nodes with it are no target of load balancers (KEP-1143); a speaker of MetalLB announces nothing from them (metallb PR 2073; 2280 for ignoreExcludeLB). */
const EXCLUDED = 'node.kubernetes.io/exclude-from-external-load-balancers';

/** Nodes that load balancers leave out, where a Service has or wants one: traffic from outside comes by the others alone. */
export function findExcluded({ nodes, services, others = [] }: ClusterObjects): readonly EvidenceFinding[] {
  const excluded = nodes.filter(({ metadata: { labels = {} } }) => EXCLUDED in labels);
  const isWanted = services.some(({ spec: { type } }) => type === 'LoadBalancer') || others.some(isOfMetal);
  if (excluded.length === 0 || !isWanted) return [];
  const values = {
    nodes: quoteWords(excluded.map(({ metadata }) => metadata.name)),
    count: excluded.length,
    left: nodes.length - excluded.length,
  };
  const says = phrase('evidence.node-excluded', values);
  const severity = values.left === 0 ? 'error' : 'warning';
  return [{ id: 'node-excluded', severity, says, next: phrase('evidence.next.node-excluded'), words: [EXCLUDED] }];
}

/** The pools of MetalLB that objects tell, where none of them is an advertisement. */
export function listUnannounced({ others = [] }: ClusterObjects): readonly OtherObject[] {
  const own = others.filter(isOfMetal);
  return own.some(({ kind }) => ANNOUNCES.has(kind)) ? [] : own.filter(({ kind }) => kind === 'IPAddressPool');
}

/** MetalLB reads the objects of its own namespace alone: of two namespaces one is never read (metallb.io: Configuration). */
function findApart(own: readonly OtherObject[]): readonly EvidenceFinding[] {
  const set = own.filter(({ kind }) => kind === 'IPAddressPool' || ANNOUNCES.has(kind));
  const places = [...new Set(set.map(({ metadata }) => metadata?.namespace ?? 'default'))];
  if (places.length < 2) return [];
  const values = {
    names: quoteWords(
      set.map(({ kind, metadata }) => `${kind} ${metadata?.namespace ?? 'default'}/${metadata?.name ?? '?'}`),
    ),
  };
  const says = phrase('evidence.pool-apart', values);
  return [
    { id: 'pool-apart', severity: 'error', says, next: phrase('evidence.next.pool-apart'), words: ['IPAddressPool'] },
  ];
}

/** A field of the specification of an object that no type is told of. */
const readSpec = (object: OtherObject, field: string): unknown => {
  const spec = isFields(object) ? object['spec'] : undefined;
  return isFields(spec) ? spec[field] : undefined;
};

const listNamed = (object: OtherObject): readonly string[] => {
  const named = readSpec(object, 'ipAddressPools');
  return Array.isArray(named) ? named.map(String) : [];
};

/** Advertisements that name pools by names, none of which is one of a pool that the texts have. */
function findUnknown(own: readonly OtherObject[]): readonly EvidenceFinding[] {
  const pools = own.filter(({ kind }) => kind === 'IPAddressPool').map(({ metadata }) => metadata?.name ?? '?');
  const advertisements = own.filter(({ kind }) => ANNOUNCES.has(kind));
  const isWide = advertisements.some(
    (each) => listNamed(each).length === 0 || readSpec(each, 'ipAddressPoolSelectors') !== undefined,
  );
  const named = advertisements.flatMap(listNamed);
  if (pools.length === 0 || isWide || named.length === 0 || named.some((each) => pools.includes(each))) return [];
  const values = { named: quoteWords(named), pools: quoteWords(pools), first: pools[0] ?? '?' };
  const says = phrase('evidence.pool-unknown', values);
  return [
    {
      id: 'pool-unknown',
      severity: 'error',
      says,
      next: phrase('evidence.next.pool-unknown', values),
      words: ['ipAddressPools'],
    },
  ];
}

const writeAdvertisement = (pools: readonly string[], namespace: string): string =>
  [
    'apiVersion: metallb.io/v1beta1',
    'kind: L2Advertisement',
    `metadata: {name: ${pools[0] ?? 'all'}, namespace: ${namespace}}`,
    `spec: {ipAddressPools: [${pools.join(', ')}]}`,
  ].join('\n');

/**
 * Pools of MetalLB beside which no advertisement stands: Services get addresses from them that no node answers for, unless one is in
 * the cluster that the texts do not show. Nobody asks who announces an address that no Service gets.
 */
export function findOfPools(
  objects: ClusterObjects,
  texts: readonly { readonly text: string }[] = [],
): readonly EvidenceFinding[] {
  const own = (objects.others ?? []).filter(isOfMetal);
  const wrong = [...findApart(own), ...findUnknown(own)];
  const isWaiting = texts.some(({ text }) => tellComplaint(text) === 'pending');
  const unannounced = isWaiting ? [] : listUnannounced(objects);
  if (wrong.length > 0 || unannounced.length === 0) return wrong;
  const pools = unannounced.map(({ metadata }) => metadata?.name ?? '?');
  const says = phrase('evidence.pool-unannounced', { pools: quoteWords(pools), count: pools.length });
  const namespace = unannounced[0]?.metadata?.namespace ?? 'metallb-system';
  const yaml = writeAdvertisement(pools, namespace);
  return [
    {
      id: 'pool-unannounced',
      severity: 'warning',
      isOpen: true,
      says,
      next: phrase('evidence.next.pool-unannounced', { namespace, yaml }),
      words: ['IPAddressPool'],
    },
  ];
}
