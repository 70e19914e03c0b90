import type { ModeRange, QuotedInference, Rebuilding, Rebuilt } from '../../../core/questions/reconstruct/rebuild';
import type { Certainty, Difference, Wanted, Witness } from '../../../core/paste/proxy/types';
import { getMinor } from '../../../core/kubernetes/release';
import type { ProxyModeId } from '../../../core/kubernetes/types';
import { parseCidr, parseIp } from '../../../core/net/ip';

/** What a person has typed or chosen otherwise; empty: as it was inferred. */
export interface Draft {
  /** Of several machines: whose rules are read. */
  readonly machine?: string;
  readonly mode?: ProxyModeId;
  readonly release?: string;
  readonly name?: string;
  readonly addresses?: string;
  readonly podCIDRs?: string;
  /** Made-up `namespace/name` -> what it is called. */
  readonly services: Readonly<Record<string, string>>;
}

export const EMPTY_REBUILD_DRAFT: Draft = { services: {} };

/** The fields of the node a person can correct. */
export const NODE_FIELDS = ['name', 'addresses', 'podCIDRs'] as const;
export type NodeField = (typeof NODE_FIELDS)[number];

export type Problem = 'needsName' | 'needsAddresses' | 'needsCidrs' | 'needsServiceName';

const NAME = /^[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?$/;
const SERVICE = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?\/[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/;

/** Why a text cannot be meant; undefined: it can, or it is empty and what was inferred counts. */
export function draftProblem(field: NodeField | 'service', text: string): Problem | undefined {
  if (text.trim() === '') return undefined;
  switch (field) {
    case 'name':
      return NAME.test(text.trim()) ? undefined : 'needsName';
    case 'addresses':
      return words(text).every((word) => parseIp(word).ok) ? undefined : 'needsAddresses';
    case 'podCIDRs':
      return words(text).every((word) => word.includes('/') && parseCidr(word).ok) ? undefined : 'needsCidrs';
    case 'service':
      return SERVICE.test(text.trim()) ? undefined : 'needsServiceName';
  }
}

function words(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '');
}

/** The draft with one more correction; an empty text takes it back. */
export function withNodeField(draft: Draft, field: NodeField, text: string): Draft {
  const { [field]: _old, ...rest } = draft;
  return text.trim() === '' ? rest : { ...rest, [field]: text.trim() };
}

/** The draft with a made-up name replaced; an empty text takes it back. */
export function withService(draft: Draft, made: string, text: string): Draft {
  const { [made]: _old, ...services } = draft.services;
  return { ...draft, services: text.trim() === '' ? services : { ...services, [made]: text.trim() } };
}

/** The question for the engine that a draft with its corrections is. */
export function wantedOf({ machine, mode, release, name, addresses, podCIDRs, services }: Draft): Wanted {
  const node = {
    ...(name === undefined ? {} : { name }),
    ...(addresses === undefined ? {} : { addresses: words(addresses) }),
    ...(podCIDRs === undefined ? {} : { podCIDRs: words(podCIDRs) }),
  };
  return {
    ...(machine === undefined ? {} : { machine }),
    ...(mode === undefined ? {} : { mode }),
    ...(release === undefined ? {} : { release }),
    ...(Object.keys(node).length === 0 ? {} : { node }),
    ...(Object.keys(services).length === 0 ? {} : { services }),
  };
}

/** The value a field of the node has in the cluster that was made, as text; `''`: none. */
export function nodeValue({ node, cluster }: Rebuilt, field: NodeField): string {
  const own = cluster.nodes[0];
  if (field === 'name') return node;
  if (field === 'podCIDRs') return (own?.spec?.podCIDRs ?? []).join(' ');
  return (own?.status.addresses ?? []).map(({ address }) => address).join(' ');
}

/** Was the value told by something, or had one to be made up? */
export function isWitnessed({ inferences, node }: Rebuilt, field: NodeField): boolean {
  const path = { name: 'metadata.name', addresses: 'status.addresses', podCIDRs: 'spec.podCIDRs' }[field];
  const own = inferences.filter((each) => each.about === `Node ${node}` && each.field === path);
  return own.length > 0 && own.every(({ certainty }) => certainty === 'told');
}

/** All minor releases of a mode, the newest first. */
export function listReleases({ modes }: Rebuilding, mode: ProxyModeId): string[] {
  const range: ModeRange | undefined = modes.find(({ id }) => id === mode);
  if (!range) return [];
  const [from, to] = [getMinor(range.since), getMinor(range.until)];
  return Array.from({ length: to - from + 1 }, (_, index) => `1.${to - index}`);
}

/** How much was found. */
export interface RebuildCounts {
  readonly services: number;
  readonly ports: number;
  readonly endpoints: number;
}

export function countRebuilt({ cluster }: Rebuilt): RebuildCounts {
  const places = cluster.endpointSlices.flatMap(({ endpoints = [], ports = [] }) =>
    endpoints.flatMap(({ addresses = [] }) => (ports ?? []).map(({ port }) => `${addresses[0]} ${port}`)),
  );
  return {
    services: cluster.services.length,
    ports: cluster.services.reduce((sum, { spec }) => sum + (spec.ports ?? []).length, 0),
    endpoints: new Set(places).size,
  };
}

export const CERTAINTIES = ['told', 'either', 'made-up'] as const satisfies readonly Certainty[];

/** A line of the list: an object, or one of its fields. */
export type RebuildRow =
  | { readonly kind: 'object'; readonly about: string; readonly madeUp: string | undefined }
  | { readonly kind: 'field'; readonly inference: QuotedInference };

/** The fields under their objects, those the words and the certainty leave. */
export function listRebuiltRows(made: Rebuilt, words: string, certainty: Certainty | 'all'): RebuildRow[] {
  const query = words.trim().toLowerCase();
  const byObject = new Map<string, QuotedInference[]>();
  for (const inference of made.inferences) {
    const known = byObject.get(inference.about);
    if (known) known.push(inference);
    else byObject.set(inference.about, [inference]);
  }
  return [...byObject].flatMap(([about, all]): RebuildRow[] => {
    const named = about.toLowerCase().includes(query);
    const shown = all.filter(
      (each) =>
        (certainty === 'all' || each.certainty === certainty) &&
        (named || `${each.field} ${each.value}`.toLowerCase().includes(query)),
    );
    if (shown.length === 0) return [];
    return [
      { kind: 'object', about, madeUp: madeUpName(about, all) },
      ...shown.map((inference): RebuildRow => ({ kind: 'field', inference })),
    ];
  });
}

/** The `namespace/name` of a Service whose name stands in no rule. */
function madeUpName(about: string, inferences: readonly QuotedInference[]): string | undefined {
  const isMadeUp = inferences.some(({ field, certainty }) => field === 'metadata.name' && certainty === 'made-up');
  return isMadeUp && about.startsWith('Service ') ? about.slice('Service '.length) : undefined;
}

/** Where a field is told: `nat KUBE-SERVICES 3`, rules counted from 1; undefined: not in the rules. */
export function witnessPlace(witness: Witness): string | undefined {
  switch (witness.kind) {
    case 'rule':
      return `${witness.ref.table} ${witness.ref.chain} ${witness.ref.index + 1}`;
    case 'member':
      return `${witness.set} ${witness.element}`;
    case 'server':
      return witness.server;
    case 'node':
    case 'person':
      return undefined;
  }
}

export const DIFFERENCE_KINDS = [
  'missing',
  'changed',
  'stale',
  'other-mode',
  'foreign',
] as const satisfies readonly Difference['kind'][];

/** How many differences there are of each kind, those there are. */
export function differenceCounts(
  differences: Rebuilt['differences'],
): (readonly [kind: Difference['kind'], count: number])[] {
  return DIFFERENCE_KINDS.map(
    (kind) => [kind, differences.filter((each) => each.kind === kind).length] as const,
  ).filter(([, count]) => count > 0);
}
