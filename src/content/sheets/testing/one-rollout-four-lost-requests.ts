import type { SheetWalk } from '../../../core/sheet/walks';
import type { SheetClaim } from './claims';
import { figureAt, type SheetPosition } from './positions';
import { listKinds } from './walked';

const walkAt = (position: SheetPosition): SheetWalk => figureAt(position, 't3').walk;

const lostAt = (position: SheetPosition): number => walkAt(position).lived?.lost ?? -1;

/** The Pod that the request is sent on to, as the API has it at that moment. */
const chosenPod = (position: SheetPosition) => {
  const { document, moments } = walkAt(position);
  const name = moments.find(({ kind }) => kind === 'chosen')?.pod?.name;
  return document.cluster.pods.find(({ metadata }) => metadata.name === name);
};

const isEnding = (position: SheetPosition): boolean => chosenPod(position)?.metadata.deletionTimestamp !== undefined;

/** What *One rollout, four lost requests* says, sentence by sentence. */
export const ONE_ROLLOUT: readonly SheetClaim[] = [
  {
    says: /(\d+) of (\d+) requests get no answer/,
    holds: (p, [, lost, sent]) =>
      lostAt(p) === Number(lost) &&
      walkAt(p).lived?.sent === Number(sent) &&
      // The title is of the Sheet as nobody has touched it.
      (p.knobs['sleep'] !== 0 || lostAt(p) === 4),
  },
  { says: /Follow one of them/, holds: (p) => lostAt(p) === 0 || !walkAt(p).outcome.answered },
  {
    says: /^Turn the (\d) s of|^The hook has (\d) s here/,
    holds: (p, [, turned, stands]) => p.knobs['sleep'] === Number(turned ?? stands),
  },
  {
    says: /waits before it goes gives the news time to reach every node/,
    holds: (p) => Number(p.knobs['sleep']) < 2 || lostAt(p) === 0,
  },
  { says: /kube-proxy is in (\w+) mode/, holds: (p, [, mode]) => walkAt(p).document.mode === mode },
  {
    says: /sends a hundred requests a second/,
    holds: (p) => walkAt(p).document.script?.clients[0]?.perSecond === 100,
  },
  { says: /An old Pod is marked as ending/, holds: isEnding },
  { says: /kube-proxy on each node hears/, holds: (p) => walkAt(p).document.cluster.nodes.length === 3 },
  { says: /Nobody waits for the other/, holds: isEnding },
  {
    says: /process gets (\d) s more/,
    holds: (p, [, seconds]) => walkAt(p).document.script?.delays?.preStop === Number(seconds) * 1000,
  },
  {
    says: /sent ([\d.]+) s after the beginning/,
    holds: (p, [, at]) => walkAt(p).lived?.at === Math.round(Number(at) * 1000),
  },
  {
    says: /has not heard yet/,
    holds: (p) => isEnding(p) && walkAt(p).moments.find(({ kind }) => kind === 'chosen')?.node === 'node1',
  },
  {
    says: /(?:leads to|still has) (\S+), which is ending/,
    holds: (p, [, address]) =>
      isEnding(p) && walkAt(p).moments.find(({ kind }) => kind === 'rewritten')?.header.to.text === address,
  },
  { says: /^refused\.$/, holds: (p) => listKinds(walkAt(p)).includes('refused') },
  {
    says: /The address is still that of the Pod|answers in its place: refused/,
    holds: (p) => listKinds(walkAt(p)).includes('refused') && chosenPod(p) !== undefined,
  },
  { says: /it is there, and answers/, holds: (p) => walkAt(p).outcome.answered },
  { says: /The Pod is ending, but its process waits/, holds: (p) => isEnding(p) && Number(p.knobs['sleep']) > 0 },
  { says: /^Who hears of it/, holds: isEnding },
  {
    says: /^What the rules say meanwhile/,
    holds: (p) => figureAt(p, 't2').moment.kind === 'rewritten' && isEnding(p),
  },
  { says: /^What client hears/, holds: (p) => listKinds(walkAt(p)).at(-1) === 'received' },
  { says: /and lose nothing/, holds: (p) => Number(p.knobs['sleep']) < 2 || lostAt(p) === 0 },
  {
    says: /With (\d) or more every node has new rules before the process goes/,
    holds: (p, [, seconds]) => Number(p.knobs['sleep']) < Number(seconds) || lostAt(p) === 0,
  },
  {
    says: /Where one is refused|the request was never begun/,
    holds: (p) => lostAt(p) === 0 || !listKinds(walkAt(p)).includes('arrives'),
  },
];
