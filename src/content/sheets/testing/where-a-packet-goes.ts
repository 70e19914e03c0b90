import { isReady, listPodIPs } from '../../../core/kubernetes/pods';
import { formatIp } from '../../../core/net/ip';
import { explore } from '../../../core/sim/explore';
import { nextConnection } from '../../../core/story/questions-draws';
import type { SheetWalk } from '../../../core/sheet/walks';
import { stepsOfWalk } from '../../../core/story/walk';
import { exploreFlow } from '../../../core/document/explored';
import { ASKED_FROM_OUTSIDE } from './asked-from-outside';
import type { SheetClaim } from './claims';
import { costOf, devicesWith, listKinds, podsOfWeb } from './walked';
import { figureAt, type SheetPosition } from './positions';

const VIRTUAL = '10.110.182.19';

const walkAt = (position: SheetPosition, id = 'f1'): SheetWalk => figureAt(position, id).walk;

/** May the same connection be given to somebody else: the next packet of it asks nothing that draws. */
const staying = new Map<string, boolean>();
function staysWithin(walk: SheetWalk): boolean {
  const known = staying.get(walk.key) ?? isStaying(walk);
  staying.set(walk.key, known);
  return known;
}

function isStaying(walk: SheetWalk): boolean {
  const explored = exploreFlow({ document: walk.document, derived: walk.derived, explored: new Map() }, walk.flow);
  if ('id' in explored) return false;
  const next = nextConnection(explored.input, walk.outcome);
  const { flow } = explored.input;
  const later = explore({ ...next, flow: { ...flow, ongoing: true } }).outcomes;
  return later.every(
    ({ arrived }) => arrived && walk.outcome.arrived && formatIp(arrived.dst) === formatIp(walk.outcome.arrived.dst),
  );
}

/** What *Where a Service’s packet really goes* says, sentence by sentence. */
export const CLAIMS: readonly SheetClaim[] = [
  {
    says: /IPVS has its own table/,
    holds: (p) => {
      const way = figureAt(p, 'f4').figure.ways.find(({ mode }) => mode === 'ipvs');
      return p.rendered.walks.get(way?.walk ?? '')?.lenses[way?.at ?? 0]?.picture.kind === 'servers';
    },
  },
  {
    says: /an address that no Pod has becomes one/,
    holds: (p) => {
      const walk = walkAt(p, 'f5');
      const { before, header } = walk.moments.find(({ kind }) => kind === 'rewritten') ?? {};
      return (
        devicesWith(walk, before?.to.address ?? '').every(({ kind }) => kind !== 'pod') && header?.to.kind === 'pod'
      );
    },
  },
  {
    says: /Every figure (?:is|was) computed/,
    holds: ({ rendered }) => rendered.blocks.every(({ kind }) => kind !== 'fault'),
  },
  {
    says: /An address nobody has/,
    holds: (p) => devicesWith(walkAt(p), VIRTUAL).length === 0,
  },
  {
    says: /An address that leads nowhere/,
    holds: (p) => {
      const own = devicesWith(walkAt(p), VIRTUAL);
      return own.length > 0 && own.every(({ device }) => device === 'dummy');
    },
  },
  {
    says: /^The kernel has been told/,
    holds: (p) => figureAt(p, 'f2').moment.kind === 'recognised' && figureAt(p, 'f2').moment.because.length > 0,
  },
  { says: /^Only one to choose from/, holds: (p) => walkAt(p, 'f3').exploration.outcomes.length === 1 },
  { says: /^Somebody has to be chosen/, holds: (p) => walkAt(p, 'f3').exploration.outcomes.length > 1 },
  {
    says: /^Back from memory/,
    holds: (p) =>
      stepOf(p, 2)?.kind === 'translated-back' && stepOf(p, 2)?.because.some(({ kind }) => kind === 'moment') === true,
  },
  { says: /^Asked from outside/, holds: (p) => walkAt(p, 'f8').moments[0]?.header.from.kind === 'outside' },
  {
    says: /^There and back/,
    holds: (p) => listKinds(walkAt(p, 'f9')).includes('arrives') && listKinds(walkAt(p, 'f9')).at(-1) === 'received',
  },
  {
    says: /^Two nodes/,
    holds: (p) => walkAt(p).document.cluster.nodes.length === 2 && walkAt(p).document.mode === p.knobs['mode'],
  },
  {
    says: /`?client`? runs on node1/,
    holds: (p) =>
      walkAt(p).document.cluster.pods.some(
        ({ metadata, spec }) => metadata.name === 'client' && spec.nodeName === 'node1',
      ),
  },
  {
    says: /the address 10\.110\.182\.19/,
    holds: (p) =>
      walkAt(p).document.cluster.services.some(
        ({ metadata, spec }) => metadata.name === 'web' && spec.clusterIP === VIRTUAL,
      ),
  },
  { says: /No network card has it, no Pod, no router/, holds: (p) => devicesWith(walkAt(p), VIRTUAL).length === 0 },
  {
    says: /No Pod has it and no card; every node has put it on kube-ipvs0/,
    holds: (p) => {
      const own = devicesWith(walkAt(p), VIRTUAL);
      return own.length === 2 && own.every(({ kind, device }) => kind === 'node' && device === 'dummy');
    },
  },
  { says: /told the kernel of every node/, holds: (p) => walkAt(p).derived.network.netns.size > 0 },
  {
    says: /goes on from PREROUTING to INPUT, and there IPVS looks/,
    holds: (p) => {
      const { walk } = figureAt(p, 'f2');
      const hooks = stepsOfWalk(walk.trace).flatMap(({ data }) => (data.kind === 'hook' ? [data.hook] : []));
      return (
        hooks[0] === 'PREROUTING' &&
        hooks[1] === 'INPUT' &&
        walk.moments.find(({ kind }) => kind === 'chosen')?.hook === 'INPUT'
      );
    },
  },
  { says: /^It happens at PREROUTING/, holds: (p) => figureAt(p, 'f2').moment.hook === 'PREROUTING' },
  {
    says: /Behind web stands? (\d+) Pod/,
    holds: (p, [, count]) => podsOfWeb(walkAt(p, 'f3')).length === Number(count),
  },
  {
    says: /has one rule for it, and that one draws nothing/,
    holds: (p) => ladderOf(p).length === 1 && ladderOf(p)[0]?.odds === undefined,
  },
  { says: /has a rule for each, asked in turn/, holds: (p) => ladderOf(p).length === Number(p.knobs['pods']) },
  {
    says: /Each draws for itself|The last rule takes what is left/,
    holds: (p) => ladderOf(p).every(({ odds }, at, all) => (odds === undefined) === (at === all.length - 1)),
  },
  { says: /The first says yes to 1 in (\d+)/, holds: (p, [, count]) => ladderOf(p)[0]?.odds === `1/${count}` },
  { says: /A map with one entry says whose packet/, holds: (p) => mapOf(p) === 1 },
  { says: /One number is drawn, and a map says whose it is/, holds: (p) => mapOf(p) === Number(p.knobs['pods']) },
  {
    says: /one Pod comes after the other/,
    holds: (p) => {
      const { picture } = lensOf(p, 'f3');
      return picture.kind === 'servers' && picture.scheduler === 'rr';
    },
  },
  { says: /With one Pod there is nothing to choose/, holds: (p) => walkAt(p, 'f3').exploration.outcomes.length === 1 },
  { says: /1000 times shows where it settles/, holds: (p) => figureAt(p, 'f3').figure.hand.includes('many') },
  { says: /Within one connection nobody is chosen twice/, holds: (p) => staysWithin(walkAt(p, 'f3')) },
  { says: /only its first packet/, holds: (p) => staysWithin(walkAt(p, 'f3')) },
  {
    says: /^Three ways to a Pod/,
    holds: (p) =>
      new Set(figureAt(p, 'f4').figure.ways.map(({ walk, at }) => p.rendered.walks.get(walk)?.lenses[at]?.picture.kind))
        .size === 3,
  },
  { says: /all that the iptables mode has/, holds: () => costOf('iptables').first.most.lookups === 0 },
  {
    says: /With 1,000 Services, the first packet to the last of them passes ([\d,]+) rules/,
    holds: (_, [, count = '']) => costOf('iptables').first.most.rules === Number(count.replace(',', '')),
  },
  {
    says: /(\d+) rules and two lookups, for the first Service and for the last/,
    holds: (_, [, count]) =>
      [costOf('nftables').first.least, costOf('nftables').first.most].every(
        ({ rules, lookups }) => rules === Number(count) && lookups === 2,
      ),
  },
  {
    says: /(\d+) rules and one lookup/,
    holds: (_, [, count]) => {
      const { rules, lookups } = costOf('ipvs').first.most;
      return rules === Number(count) && lookups === 1;
    },
  },
  {
    says: /Those 14 are the same for one Service as for 1,000/,
    holds: () =>
      (['nftables', 'ipvs'] as const).every((mode) =>
        [costOf(mode, 1).first.most, costOf(mode).first.most].every(({ rules }) => rules === 14),
      ),
  },
  {
    says: /^they lead from the hooks of the kernel into the chains of kube-proxy/,
    holds: (p) => {
      const ways = figureAt(p, 'f4').figure.ways.filter(({ mode }) => mode !== 'iptables');
      return ways.every(({ walk }) =>
        stepsOfWalk(p.rendered.walks.get(walk)!.trace).some(
          ({ data }) => data.kind === 'rule' && data.verdict.kind === 'JUMP',
        ),
      );
    },
  },
  {
    says: /the kernel shows its table, and not where the last turn ended|lit is one it may be/,
    // What is shown of a kernel nobody watched is one that may be: all of them are outcomes.
    holds: (p) => {
      const way = figureAt(p, 'f4').figure.ways.find(({ mode }) => mode === 'ipvs');
      return p.rendered.walks.get(way?.walk ?? '')?.exploration.outcomes.length === p.knobs['pods'];
    },
  },
  {
    says: /whose turn it is now, nobody outside can know/,
    holds: (p) => {
      const way = figureAt(p, 'f4').figure.ways.find(({ mode }) => mode === 'ipvs');
      const picture = p.rendered.walks.get(way?.walk ?? '')?.lenses[way?.at ?? 0]?.picture;
      return (
        picture?.kind === 'servers' && (picture.odds === undefined || picture.odds === `1/${picture.servers.length}`)
      );
    },
  },
  { says: /^One address is let go/, holds: (p) => figureAt(p, 'f5').moment.before?.to.text === `${VIRTUAL}:80` },
  {
    says: /^Now (?:the rule of the chosen Pod|IPVS) does one thing/,
    holds: (p) => {
      const { before, header } = figureAt(p, 'f5').moment;
      return before?.from.text === header.from.text && before.to.text !== header.to.text;
    },
  },
  {
    says: /strikes out (\S+) and writes (\S+)\./,
    holds: (p, [, was, is]) =>
      figureAt(p, 'f5').moment.before?.to.text === was && figureAt(p, 'f5').moment.header.to.text === is,
  },
  {
    says: /an ordinary packet between two Pods, and no router/,
    holds: (p) => {
      const { header } = figureAt(p, 'f5').moment;
      return header.from.kind === 'pod' && header.to.kind === 'pod';
    },
  },
  {
    says: /node1 remembers what it changed/,
    holds: (p) => {
      const { picture } = lensOf(p, 'f5');
      return picture.kind === 'header' && picture.entry !== undefined && !picture.forgotten;
    },
  },
  { says: /The Pod sees client itself as the sender/, holds: (p) => stepOf(p, 0)?.header.from.name === 'client' },
  {
    says: /Only the destination was changed/,
    holds: (p) => {
      const walk = walkAt(p, 'f6');
      return stepOf(p, 0)?.header.from.text === walk.moments[0]?.header.from.text;
    },
  },
  {
    says: /it answers client, from its own address/,
    holds: (p) => stepOf(p, 1)?.header.to.name === 'client' && stepOf(p, 1)?.header.from.kind === 'pod',
  },
  { says: /It knows nothing of web/, holds: (p) => stepOf(p, 1)?.header.from.address !== VIRTUAL },
  {
    says: /client would refuse it|it never asked that Pod/,
    holds: (p) => walkAt(p, 'f6').moments[0]?.header.to.text !== stepOf(p, 1)?.header.from.text,
  },
  {
    says: /No rule decides now|reads its memory backwards|it passes node1 again/,
    holds: (p) => stepOf(p, 2)?.node === 'node1' && stepOf(p, 2)?.because.every(({ kind }) => kind !== 'rule') === true,
  },
  { says: /It never learns who gave it/, holds: (p) => stepOf(p, 3)?.header.from.address === VIRTUAL },
  {
    says: /^When nobody is ready/,
    holds: (p) =>
      p.knobs['ready'] !== 0 || walkAt(p, 'f7').exploration.outcomes.every(({ arrived }) => arrived === undefined),
  },
  { says: /kube-proxy was here first/, holds: (p) => figureAt(p, 'f2').moment.because.length > 0 },
  {
    says: /what really stands on node1; lit is what matched/,
    holds: (p) => figureAt(p, 'f2').moment.node === 'node1' && lensOf(p, 'f2').lines.some(({ lit }) => lit.length > 0),
  },
  {
    says: /Try Local on node2/,
    holds: ({ rendered }) =>
      ['policy', 'node'].every((name) => rendered.knobs.some((knob) => knob.name === name && knob.values.length === 2)),
  },
  { says: /is left out, and the others share/, holds: (p) => readyMatches(p) },
  {
    says: /Of the Pods of web, (\d+) (?:is|are) ready now/,
    holds: (p, [, count]) => podsOfWeb(walkAt(p, 'f7')).filter(isReady).length === Number(count),
  },
  {
    says: /^With none, .* at once instead of waiting/,
    holds: (p) =>
      p.knobs['ready'] !== 0 ||
      (figureAt(p, 'f7').moment.kind === 'refused' && listKinds(walkAt(p, 'f7')).at(-1) === 'received'),
  },
  ...ASKED_FROM_OUTSIDE,
  {
    says: /changed once, remembered, and changed back/,
    holds: (p) =>
      ['rewritten', 'translated-back'].every(
        (kind) => listKinds(walkAt(p, 'f9')).filter((each) => each === kind).length === 1,
      ),
  },
  { says: /given to the only Pod there is/, holds: (p) => podsOfWeb(walkAt(p, 'f9')).length === 1 },
  { says: /Sent to nobody/, holds: (p) => devicesWith(walkAt(p, 'f9'), VIRTUAL).length === 0 },
];

function lensOf(position: SheetPosition, id: string) {
  const { figure, walk } = figureAt(position, id);
  const lens = walk.lenses[figure.at];
  if (!lens) throw new Error(`${id} has no lens`);
  return lens;
}

function ladderOf(position: SheetPosition) {
  const { picture } = lensOf(position, 'f3');
  return picture.kind === 'ladder' ? picture.rungs : [];
}

function mapOf(position: SheetPosition): number {
  const { picture } = lensOf(position, 'f3');
  return picture.kind === 'map' ? picture.cells.length : 0;
}

function stepOf(position: SheetPosition, at: number) {
  const { figure, walk } = figureAt(position, 'f6');
  return walk.moments[figure.steps[at]?.at ?? -1];
}

/** Do the ready Pods share all of it, in equal parts? */
function readyMatches(position: SheetPosition): boolean {
  const walk = walkAt(position, 'f7');
  const ready = new Set(podsOfWeb(walk).filter(isReady).flatMap(listPodIPs));
  const { outcomes } = walk.exploration;
  return ready.size === 0
    ? outcomes.every(({ arrived }) => arrived === undefined)
    : outcomes.length === ready.size &&
        outcomes.every(
          ({ arrived, probability }) =>
            arrived !== undefined &&
            ready.has(formatIp(arrived.dst)) &&
            (ready.size === 1 || probability === `1/${ready.size}`),
        );
}
