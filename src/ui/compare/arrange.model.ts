import type { Document, Flow } from '../../core/document/document';
import type { ModeOffer, PaneSpec } from '../../engine/protocol';
import { offeredRelease } from '../bench/mode.model';
import { defaultPanes, MOST_SHOWN_PANES, pastedPanes } from './compare.model';
import { BEFORE_KEY, nodesFor, PASTED_KEY, findPolicyKind, withPolicy } from './pane.model';

export const ARRANGEMENTS = ['modes', 'releases', 'policies', 'nodes', 'edit', 'pasted'] as const;
export type Arrangement = (typeof ARRANGEMENTS)[number];

/** What there is to arrange. */
export interface Arrangeable {
  readonly offers: readonly ModeOffer[];
  readonly document: Document;
  readonly flow: Flow | undefined;
  /** The document before the last edit. */
  readonly before: Document | undefined;
}

/** The panes of an arrangement; undefined: there is nothing to arrange so. Two at least. */
export function arrange(kind: Arrangement, things: Arrangeable): readonly PaneSpec[] | undefined {
  const panes = PANES[kind](things);
  return panes.length > 1 ? panes : undefined;
}

const asIs = ({ mode, release }: Document): PaneSpec => ({ mode, release });

/** Nobody can have a pasted node in another mode or release. */
const built = ({ subject }: Document): boolean => subject === 'cluster';

const PANES: Readonly<Record<Arrangement, (things: Arrangeable) => readonly PaneSpec[]>> = {
  modes: ({ offers, document }) => (built(document) ? defaultPanes(offers, document) : []),
  releases: ({ offers, document }) => (built(document) ? twoReleases(offers, document) : []),
  policies: ({ document, flow }) => {
    if (!flow || !built(document) || !hasPolicy(document, flow)) return [];
    return (['Cluster', 'Local'] as const).map((policy) => withPolicy(asIs(document), flow, policy));
  },
  nodes: ({ document, flow }) =>
    nodesFor(document, flow)
      .slice(0, MOST_SHOWN_PANES)
      .map((node) => ({ ...asIs(document), node })),
  edit: ({ document, before }) => (before ? [{ ...asIs(before), document: BEFORE_KEY }, asIs(document)] : []),
  pasted: ({ document }) =>
    document.subject === 'pasted'
      ? pastedPanes(document)
      : document.pasted.texts.length > 0
        ? [asIs(document), { ...asIs(document), document: PASTED_KEY }]
        : [],
};

/** This release and the next the mode has; of the newest, the one before and this. */
function twoReleases(offers: readonly ModeOffer[], document: Document): readonly PaneSpec[] {
  const offer = offers.find(({ id }) => id === document.mode);
  const had = (offer?.releases ?? []).filter(({ problem }) => !problem).map(({ release }) => release);
  const at = had.indexOf(offeredRelease(offer, document.release)?.release ?? '');
  if (at < 0) return [];
  const from = Math.min(at, had.length - 2);
  return had.slice(Math.max(0, from), from + 2).map((release) => ({ mode: document.mode, release }));
}

/** externalTrafficPolicy is only of Services that can be reached from outside. */
function hasPolicy({ cluster }: Document, flow: Flow): boolean {
  const { to } = flow;
  if (findPolicyKind(flow) !== 'external') return findPolicyKind(flow) !== undefined;
  const service = cluster.services.find(
    ({ metadata }) =>
      to.kind === 'service' && metadata.name === to.name && (metadata.namespace ?? 'default') === to.namespace,
  );
  return service !== undefined && service.spec.type !== 'ExternalName';
}
