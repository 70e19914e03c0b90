import type { SheetWalk } from '../../../core/sheet/walks';
import type { SheetClaim } from './claims';
import { figureAt, type SheetPosition } from './positions';
import { addressOf, listKinds, podsOfWeb } from './walked';

const walkAt = (position: SheetPosition, id: string): SheetWalk => figureAt(position, id).walk;

/** The sender as the receiver of figure 8 sees it. */
const seenAt = (position: SheetPosition): string | undefined =>
  walkAt(position, 'f8').moments.find(({ kind }) => kind === 'arrives')?.header.from.kind;

/** Claims of *Where a Service’s packet really goes* about who asks from outside, and of what is marked. */
export const ASKED_FROM_OUTSIDE: readonly SheetClaim[] = [
  {
    says: /asks (node\d) on port 30080/,
    holds: (p, [, node]) => walkAt(p, 'f8').moments[0]?.header.to.text === `${addressOf(walkAt(p, 'f8'), node)}:30080`,
  },
  {
    says: /Both Pods of this web are on node1/,
    holds: (p) => {
      const pods = podsOfWeb(walkAt(p, 'f8'));
      return pods.length === 2 && pods.every(({ spec }) => spec.nodeName === 'node1');
    },
  },
  {
    says: /externalTrafficPolicy is (Cluster|Local)/,
    holds: (p, [, policy]) =>
      (walkAt(p, 'f8').document.cluster.services.find(({ metadata }) => metadata.name === 'web')?.spec
        .externalTrafficPolicy ?? 'Cluster') === policy,
  },
  {
    says: /^With Cluster the answer has to come back through the node that was asked/,
    holds: (p) =>
      p.knobs['policy'] !== 'Cluster' ||
      walkAt(p, 'f8').moments.find(({ kind }) => kind === 'translated-back')?.node === p.knobs['node'],
  },
  {
    says: /has the packet marked, and to what is marked the node writes itself/,
    holds: (p) => {
      const { moments } = walkAt(p, 'f8');
      const writer = moments.find(({ kind }) => kind === 'source-rewritten');
      return (
        p.knobs['policy'] !== 'Cluster' ||
        (moments.some(({ kind }) => kind === 'marked') && writer?.node === p.knobs['node'])
      );
    },
  },
  {
    says: /Between two Pods nothing had to be marked/,
    holds: (p) =>
      walkAt(p, 'f6').moments.every(
        ({ kind, variant }) => kind !== 'marked' && (kind !== 'source-rewritten' || variant === 'kept'),
      ),
  },
  {
    says: /^client runs on the node that made the change, and the answer comes home through it/,
    holds: (p) => {
      const { moments, document } = walkAt(p, 'f6');
      const own = document.cluster.pods.find(({ metadata }) => metadata.name === 'client')?.spec.nodeName;
      return ['rewritten', 'translated-back'].every(
        (kind) => own !== undefined && moments.find((each) => each.kind === kind)?.node === own,
      );
    },
  },
  { says: /the Pod cannot tell who asked/, holds: (p) => p.knobs['policy'] !== 'Cluster' || seenAt(p) === 'node' },
  {
    says: /With Local a node uses its own Pods only and leaves the sender alone/,
    holds: (p) => p.knobs['policy'] !== 'Local' || p.knobs['node'] !== 'node1' || seenAt(p) === 'outside',
  },
  {
    says: /without any drops the packet, and tells nobody/,
    holds: (p) =>
      p.knobs['policy'] !== 'Local' || p.knobs['node'] !== 'node2' || listKinds(walkAt(p, 'f8')).at(-1) === 'dropped',
  },
  {
    says: /hands it to a Pod elsewhere all the same, whose answer then comes from a stranger and is refused/,
    holds: (p) => {
      if (p.knobs['policy'] !== 'Local' || p.knobs['node'] !== 'node2') return true;
      const kinds = listKinds(walkAt(p, 'f8'));
      return (
        kinds.includes('arrives') && kinds.includes('refused') && kinds.indexOf('refused') > kinds.indexOf('arrives')
      );
    },
  },
];
