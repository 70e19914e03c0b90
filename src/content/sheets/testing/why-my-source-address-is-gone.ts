import type { SheetWalk } from '../../../core/sheet/walks';
import type { SheetClaim } from './claims';
import { figureAt, type SheetPosition } from './positions';
import { addressOf, listKinds, podsOfWeb } from './walked';

const walkAt = (position: SheetPosition): SheetWalk => figureAt(position, 's4').walk;

/** The kind of sender that the Pod sees; undefined: it sees nobody. */
const seenAt = (position: SheetPosition): string | undefined =>
  walkAt(position).moments.find(({ kind }) => kind === 'arrives')?.header.from.kind;

/** The client's own address reaches the Pod. */
const keeps = (position: SheetPosition): boolean => seenAt(position) === 'outside';

const endOf = (walk: SheetWalk): string | undefined =>
  walk.moments.findLast(({ kind }) => ['received', 'dropped', 'refused'].includes(kind))?.kind;

/** What *Why my source address is gone* says, sentence by sentence. */
export const WHY_MY_SOURCE: readonly SheetClaim[] = [
  {
    says: /asks (node\d) on port 30080/,
    holds: (p, [, node]) => walkAt(p).moments[0]?.header.to.text === `${addressOf(walkAt(p), node)}:30080`,
  },
  {
    says: /whose Pods run on node1/,
    holds: (p) => podsOfWeb(walkAt(p)).every(({ spec }) => spec.nodeName === 'node1'),
  },
  { says: /kube-proxy is in (\w+) mode/, holds: (p, [, mode]) => walkAt(p).document.mode === mode },
  { says: /Then any Pod will do|The packet is marked/, holds: (p) => listKinds(walkAt(p)).includes('marked') },
  {
    says: /looks for Pods of its own|Nothing is marked, and without a mark the sender stays/,
    holds: (p) => !listKinds(walkAt(p)).includes('marked') && (seenAt(p) === undefined || keeps(p)),
  },
  {
    says: /has to see the answer/,
    holds: (p) =>
      walkAt(p).moments.filter(({ kind, node }) => kind === 'translated-back' && node === p.knobs['node']).length > 0,
  },
  {
    says: /writes an address of its own over that of the client/,
    holds: (p) => {
      const moment = walkAt(p).moments.find(({ kind }) => kind === 'source-rewritten');
      return moment !== undefined && moment.node === p.knobs['node'] && moment.header.from.kind === 'node';
    },
  },
  { says: /Nobody touches the sender/, holds: keeps },
  {
    says: /node2 has no Pod of web/,
    holds: (p) => podsOfWeb(walkAt(p)).every(({ spec }) => spec.nodeName !== 'node2'),
  },
  { says: /the packet ends here, and nobody is told/, holds: (p) => listKinds(walkAt(p)).at(-1) === 'dropped' },
  { says: /sends it to node1 all the same, with the sender as it was/, holds: keeps },
  { says: /The Pod sees a node/, holds: (p) => seenAt(p) === 'node' },
  {
    says: /known to (node\d) and to nobody behind it/,
    holds: (p, [, node]) =>
      walkAt(p).moments.find(({ kind }) => kind === 'translated-back')?.node === node && !keeps(p),
  },
  {
    says: /sees the client, and answers to it through the same node/,
    holds: (p) => keeps(p) && endOf(walkAt(p)) === 'received',
  },
  { says: /No Pod sees anything/, holds: (p) => seenAt(p) === undefined },
  { says: /health check that node2 is not to be asked/, holds: (p) => endOf(walkAt(p)) === 'dropped' },
  { says: /The Pod sees the client and answers/, holds: (p) => keeps(p) && listKinds(walkAt(p)).includes('answers') },
  { says: /had asked node2, and refuses what comes/, holds: (p) => endOf(walkAt(p)) === 'refused' },
  { says: /^Somebody knocks/, holds: (p) => walkAt(p).moments[0]?.header.from.kind === 'outside' },
  {
    says: /^A decision on the way in/,
    holds: (p) => figureAt(p, 's2').moment.hook === 'PREROUTING' || figureAt(p, 's2').moment.node === p.knobs['node'],
  },
  { says: /^What comes of it/, holds: (p) => figureAt(p, 's3').moment.node !== '' },
  { says: /^In your log/, holds: (p) => figureAt(p, 's4').walk.moments.length > 0 },
  { says: /^What you can do/, holds: () => true },
  {
    says: /^Here it would anyway, for the Pods are its own/,
    holds: (p) => podsOfWeb(walkAt(p)).every(({ spec }) => spec.nodeName === p.knobs['node']),
  },
  {
    says: /the mark comes first, and only then is a Pod chosen/,
    holds: (p) => {
      const kinds = listKinds(walkAt(p));
      return kinds.includes('marked') && kinds.indexOf('marked') < kinds.indexOf('chosen');
    },
  },
  {
    says: /an answer from a stranger/,
    holds: (p) => podsOfWeb(walkAt(p)).every(({ spec }) => spec.nodeName !== p.knobs['node']),
  },
  { says: /^Mode by mode/, holds: (p) => figureAt(p, 's5').figure.ways.length === 3 },
  {
    says: /With Cluster the sender is lost in all three modes; with Local the ways part/,
    holds: (p) => {
      const ends = figureAt(p, 's5').figure.ways.map(({ walk }) => p.rendered.walks.get(walk)!);
      if (p.knobs['policy'] === 'Cluster') return ends.every((walk) => listKinds(walk).includes('source-rewritten'));
      return new Set(ends.map(endOf)).size === (p.knobs['node'] === 'node2' ? 2 : 1);
    },
  },
  {
    says: /Set Local, and let the load balancer/,
    holds: (p) => p.knobs['policy'] !== 'Local' || p.knobs['node'] !== 'node1' || keeps(p),
  },
  { says: /is gone either way once a node stood in/, holds: (p) => p.knobs['policy'] !== 'Cluster' || !keeps(p) },
];
