import { formatIp } from '../../../core/net/ip';
import { explore } from '../../../core/sim/explore';
import { nextConnection } from '../../../core/story/questions-draws';
import type { SheetWalk } from '../../../core/sheet/walks';
import { stepsOfWalk } from '../../../core/story/walk';
import { exploreFlow } from '../../../core/document/explored';
import type { SheetClaim } from './claims';
import { costOf, podsOfWeb } from './walked';
import { figureAt, isOfMode, lensAt, type SheetPosition } from './positions';

const walkAt = (position: SheetPosition, id: string): SheetWalk => figureAt(position, id).walk;

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
/** Claims of *Where a Service’s packet really goes* about how one Pod is chosen, mode by mode, and what that costs. */
export const HOW_ONE_IS_CHOSEN: readonly SheetClaim[] = [
  {
    says: /Behind web (?:stands (1) Pod\.|stand ((?!1 )\d+) Pods)/,
    in: { ko: /web 뒤에는 Pod가 (\d+)개 있습니다/ },
    holds: (p, [, one, count = one]) => podsOfWeb(walkAt(p, 'f3')).length === Number(count),
  },
  {
    says: /^So node1 has one rule for it, and that one draws nothing/,
    in: { ko: /^그래서 node1에는 규칙이 하나 있고, 그 규칙은 아무것도 추첨하지 않습니다/ },
    holds: (p) => ladderOf(p).length === 1 && ladderOf(p)[0]?.odds === undefined,
  },
  {
    says: /^So node1 has a rule for each, asked in turn/,
    in: { ko: /^그래서 node1에는 Pod마다 규칙이 하나씩 있고, 차례로 묻습니다/ },
    holds: (p) => ladderOf(p).length === Number(p.knobs['pods']),
  },
  {
    says: /Each draws for itself|The last rule takes what is left/,
    in: { ko: /규칙마다 따로 추첨합니다|마지막 규칙은 나머지를 모두 맡습니다/ },
    holds: (p) => ladderOf(p).every(({ odds }, at, all) => (odds === undefined) === (at === all.length - 1)),
  },
  {
    says: /The first says yes to 1 in (\d+)/,
    in: { ko: /첫 규칙은 (\d+)번에 한 번꼴로 예라고/ },
    holds: (p, [, count]) => ladderOf(p)[0]?.odds === `1/${count}`,
  },
  { says: /A map with one entry says whose packet/, in: { ko: /항목이 하나인 맵이/ }, holds: (p) => mapOf(p) === 1 },
  {
    says: /One number is drawn, and a map says whose it is/,
    in: { ko: /숫자 하나를 뽑으면, 누구의 것인지는 맵이/ },
    holds: (p) => mapOf(p) === Number(p.knobs['pods']),
  },
  {
    says: /one Pod comes after the other/,
    in: { ko: /기본은 한 Pod씩 돌아가며/ },
    holds: (p) => {
      const { picture } = lensAt(p, 'f3');
      return picture.kind === 'servers' && picture.scheduler === 'rr';
    },
  },
  {
    says: /With one Pod there is nothing to choose/,
    in: { ko: /Pod가 하나면 고를 것이 없고/ },
    holds: (p) => walkAt(p, 'f3').exploration.outcomes.length === 1,
  },
  {
    says: /1000 times shows where it settles/,
    in: { ko: /1000번을 누르면 어디로 모이는지/ },
    holds: (p) => figureAt(p, 'f3').figure.hand.includes('many'),
  },
  {
    says: /Within one connection nobody is chosen twice/,
    in: { ko: /한 연결 안에서 두 번 고르는 일은 없습니다/ },
    holds: (p) => staysWithin(walkAt(p, 'f3')),
  },
  {
    says: /only its first packet (?:asks the (scheduler)|meets these rules)/,
    in: { ko: /(?:(스케줄러)에 묻는 것은|이 규칙을 만나는 것은) 첫 패킷뿐이고, 연결을 열어 두면 Pod도 그대로/ },
    holds: (p, [, scheduler]) => isOfMode(p, 'ipvs', scheduler) && staysWithin(walkAt(p, 'f3')),
  },
  {
    says: /(Next turn) is a new connection|Draw again is a new connection/,
    in: { ko: /(다음 차례)는 새 연결|다시 추첨은 새 연결/ },
    holds: (p, [, turn]) => isOfMode(p, 'ipvs', turn),
  },
  {
    says: /^Three ways to a Pod/,
    in: { ko: /^Pod에 이르는 세 가지 방법/ },
    holds: (p) =>
      new Set(figureAt(p, 'f4').figure.ways.map(({ walk, at }) => p.rendered.walks.get(walk)?.lenses[at]?.picture.kind))
        .size === 3,
  },
  {
    says: /all that the iptables mode has/,
    in: { ko: /iptables 모드가 할 수 있는 것은 규칙을 차례로 묻는 일뿐/ },
    holds: () => costOf('iptables').first.most.lookups === 0,
  },
  {
    says: /With 1,000 Services, the first packet to the last of them passes ([\d,]+) rules/,
    in: { ko: /Service가 1,000개면 마지막 Service의 첫 패킷은 규칙 ([\d,]+)개를/ },
    holds: (_, [, count = '']) => costOf('iptables').first.most.rules === Number(count.replace(',', '')),
  },
  {
    says: /(\d+) rules and two lookups, for the first Service and for the last/,
    in: { ko: /처음 것이든 마지막 것이든 규칙 (\d+)개와 찾기 두 번/ },
    holds: (_, [, count]) =>
      [costOf('nftables').first.least, costOf('nftables').first.most].every(
        ({ rules, lookups }) => rules === Number(count) && lookups === 2,
      ),
  },
  {
    says: /nftables looks the address up in a map/,
    in: { ko: /nftables는 맵에서 주소를 찾습니다/ },
    holds: () => costOf('nftables').first.least.lookups > 0,
  },
  {
    says: /(\d+) rules and one lookup/,
    in: { ko: /규칙 (\d+)개와 찾기 한 번/ },
    holds: (_, [, count]) => {
      const { rules, lookups } = costOf('ipvs').first.most;
      return rules === Number(count) && lookups === 1;
    },
  },
  {
    says: /Those 14 are the same for one Service as for 1,000/,
    in: { ko: /이 14개는 Service가 하나여도 1,000개여도 같습니다/ },
    holds: () =>
      (['nftables', 'ipvs'] as const).every((mode) =>
        [costOf(mode, 1).first.most, costOf(mode).first.most].every(({ rules }) => rules === 14),
      ),
  },
  {
    says: /^they lead from those places of the kernel, its hooks, into the lists of rules that kube-proxy wrote, its chains/,
    in: { ko: /^커널의 그 자리들\(훅\)에서 kube-proxy가 쓴 규칙 목록\(체인\)으로 들어갔다가 다시 나오는/ },
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
    in: {
      ko: /표를 보여 줄 뿐, 지난 차례가 어디서 끝났는지는 보여 주지 않습니다|밝은 줄은 그럴 수 있는 차례 가운데 하나/,
    },
    // What is shown of a kernel nobody watched is one that may be: all of them are outcomes.
    holds: (p) => {
      const way = figureAt(p, 'f4').figure.ways.find(({ mode }) => mode === 'ipvs');
      return p.rendered.walks.get(way?.walk ?? '')?.exploration.outcomes.length === p.knobs['pods'];
    },
  },
  {
    says: /IPVS deals in turn, and whose turn it is now, nobody outside can know/,
    in: { ko: /IPVS는 차례대로 나누어 주는데, 지금 누구 차례인지 밖에서는 알 수 없습니다/ },
    holds: (p) => {
      const way = figureAt(p, 'f4').figure.ways.find(({ mode }) => mode === 'ipvs');
      const picture = p.rendered.walks.get(way?.walk ?? '')?.lenses[way?.at ?? 0]?.picture;
      return (
        picture?.kind === 'servers' && (picture.odds === undefined || picture.odds === `1/${picture.servers.length}`)
      );
    },
  },
];

function ladderOf(position: SheetPosition) {
  const { picture } = lensAt(position, 'f3');
  return picture.kind === 'ladder' ? picture.rungs : [];
}

function mapOf(position: SheetPosition): number {
  const { picture } = lensAt(position, 'f3');
  return picture.kind === 'map' ? picture.cells.length : 0;
}
