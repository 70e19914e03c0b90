import { ANNOUNCED } from '../../../core/kubernetes/announced';
import type { SheetWalk } from '../../../core/sheet/walks';
import type { SheetClaim } from './claims';
import { figureAt, type SheetPosition } from './positions';
import { addressOf, costOf, devicesWith, listKinds, podsOfWeb } from './walked';

const VIRTUAL = '10.110.182.19';
const inside = (position: SheetPosition): SheetWalk => figureAt(position, 'l1').walk;
const outside = (position: SheetPosition): SheetWalk => figureAt(position, 'l3').walk;

const seenAt = (walk: SheetWalk): string | undefined =>
  walk.moments.find(({ kind }) => kind === 'arrives')?.header.from.kind;

/** What *Leaving IPVS* says, sentence by sentence. */
export const LEAVING_IPVS: readonly SheetClaim[] = [
  {
    says: /client asks web, at (10\.110\.182\.19)/,
    holds: (p, [, to]) => inside(p).moments[0]?.header.to.address === to,
  },
  { says: /kube-proxy is in (\w+) mode/, holds: (p, [, mode]) => inside(p).document.mode === mode },
  {
    says: /Every node has this address on a device of its own/,
    holds: (p) => {
      const own = devicesWith(inside(p), VIRTUAL);
      return own.length === 2 && own.every(({ kind, device }) => kind === 'node' && device === 'dummy');
    },
  },
  {
    says: /taken for one to the node itself/,
    holds: (p) => inside(p).moments.find(({ kind }) => kind === 'chosen')?.hook === 'INPUT',
  },
  { says: /No device has this address/, holds: (p) => devicesWith(inside(p), VIRTUAL).length === 0 },
  {
    says: /Behind web stands? (\d+) Pod/,
    holds: (p, [, count]) => podsOfWeb(figureAt(p, 'l2').walk).length === Number(count),
  },
  {
    says: /^An address on (every node|no device)/,
    holds: (p, [, where]) => devicesWith(inside(p), VIRTUAL).length === (where === 'no device' ? 0 : 2),
  },
  { says: /^Only one to choose from/, holds: (p) => figureAt(p, 'l2').walk.exploration.outcomes.length === 1 },
  { says: /^A turn, or a draw/, holds: (p) => figureAt(p, 'l2').walk.exploration.outcomes.length > 1 },
  // Held in both modes: what ends alike in each agrees.
  { says: /^Where the two agree/, holds: (p) => listKinds(outside(p)).at(-1) === 'received' },
  {
    says: /^Where the two part/,
    holds: (p) => listKinds(outside(p)).includes(p.knobs['mode'] === 'ipvs' ? 'refused' : 'dropped'),
  },
  { says: /^What it costs/, holds: (p) => figureAt(p, 'l4').figure.ways.length === 2 },
  { says: /^In which order/, holds: () => true },
  {
    says: /Over two connections they need not be/,
    holds: (p) => p.knobs['pods'] === 1 || figureAt(p, 'l2').walk.exploration.outcomes.length === p.knobs['pods'],
  },
  {
    says: /asks (node\d) on port 30080, both Pods of this web are on node1, and externalTrafficPolicy is (\w+)/,
    holds: (p, [, node, policy]) => {
      const walk = outside(p);
      const web = walk.document.cluster.services.find(({ metadata }) => metadata.name === 'web');
      const pods = podsOfWeb(walk);
      return (
        walk.moments[0]?.header.to.text === `${addressOf(walk, node)}:30080` &&
        pods.length === 2 &&
        pods.every(({ spec }) => spec.nodeName === 'node1') &&
        (web?.spec.externalTrafficPolicy ?? 'Cluster') === policy
      );
    },
  },
  {
    says: /With Cluster both modes do the same|the packet is marked, and the node stands in/,
    holds: (p) => listKinds(outside(p)).includes('marked') && seenAt(outside(p)) === 'node',
  },
  {
    says: /node1 has Pods of its own|both modes hand the packet to one of them and leave the sender alone/,
    holds: (p) => seenAt(outside(p)) === 'outside' && listKinds(outside(p)).at(-1) === 'received',
  },
  {
    says: /falls back to Pods elsewhere|goes to the client from a Pod it never asked, and is refused there/,
    holds: (p) => {
      const kinds = listKinds(outside(p));
      return kinds.includes('arrives') && kinds.includes('refused') && !kinds.includes('received');
    },
  },
  { says: /nftables drops it/, holds: (p) => listKinds(outside(p)).at(-1) === 'dropped' },
  {
    says: /Nothing is half delivered any more/,
    holds: (p) => !listKinds(outside(p)).includes('arrives'),
  },
  {
    says: /passes (\d+) rules, even to the last of 1,000 Services; IPVS looks up once, nftables twice/,
    holds: (_, [, rules]) =>
      (['ipvs', 'nftables'] as const).every((mode, at) => {
        const { most } = costOf(mode).first;
        return most.rules === Number(rules) && most.lookups === at + 1;
      }),
  },
  { says: /Look at the kernels|policy of Local|walks must be those you saw/, holds: () => true },
];

/** Dates of the note, which is no block: held to where they stand in core. */
export function datesHold(note: string): boolean {
  const { deprecated, off, gone } = ANNOUNCED.ipvs.steps;
  return note.includes(`Deprecated in 1.${deprecated}; by plan off in 1.${off}, and the code gone in 1.${gone}.`);
}
