import { ANNOUNCED } from '../../../core/kubernetes/announced';
import type { SheetWalk } from '../../../core/sheet/walks';
import type { SheetClaim } from './claims';
import { figureAt, lensAt, type SheetPosition } from './positions';
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
    in: { ko: /client가 web에게, (10\.110\.182\.19)로/ },
    holds: (p, [, to]) => inside(p).moments[0]?.header.to.address === to,
  },
  {
    says: /kube-proxy is in (\w+) mode/,
    in: { ko: /kube-proxy는 (\w+) 모드/ },
    holds: (p, [, mode]) => inside(p).document.mode === mode,
  },
  {
    says: /Every node has this address on a device of its own, kube-ipvs0/,
    in: { ko: /노드마다 이 주소를 kube-ipvs0이라는 장치에/ },
    holds: (p) => {
      const own = devicesWith(inside(p), VIRTUAL);
      return own.length === 2 && own.every(({ kind, device }) => kind === 'node' && device === 'dummy');
    },
  },
  {
    says: /takes the packet for one of its own/,
    in: { ko: /노드 자신에게 온 패킷으로/ },
    holds: (p) => inside(p).moments.find(({ kind }) => kind === 'chosen')?.hook === 'INPUT',
  },
  {
    says: /No device has this address/,
    in: { ko: /이 주소는 어느 장치에도 없습니다/ },
    holds: (p) => devicesWith(inside(p), VIRTUAL).length === 0,
  },
  {
    says: /Behind web (?:stands (1) Pod\.|stand ((?!1 )\d+) Pods)/,
    in: { ko: /web 뒤에는 Pod가 (\d+)개 있습니다/ },
    holds: (p, [, one, count = one]) => podsOfWeb(figureAt(p, 'l2').walk).length === Number(count),
  },
  {
    says: /^An address on (every node|no device)/,
    in: { ko: /^(노드마다 놓인|어느 장치에도 없는) 주소/ },
    holds: (p, [, where = '']) =>
      devicesWith(inside(p), VIRTUAL).length === (/^(?:no device|어느 장치에도 없는)$/.test(where) ? 0 : 2),
  },
  {
    says: /^Only one to choose from/,
    in: { ko: /^고를 것이 하나뿐일 때/ },
    holds: (p) => figureAt(p, 'l2').walk.exploration.outcomes.length === 1,
  },
  {
    says: /^A turn, or a draw/,
    in: { ko: /^차례, 또는 추첨/ },
    holds: (p) => figureAt(p, 'l2').walk.exploration.outcomes.length > 1,
  },
  // Held in both modes: what ends alike in each agrees.
  {
    says: /^Where the two agree/,
    in: { ko: /^둘이 같은 곳/ },
    holds: (p) => listKinds(outside(p)).at(-1) === 'received',
  },
  {
    says: /^Where the two part/,
    in: { ko: /^둘이 갈라지는 곳/ },
    holds: (p) => listKinds(outside(p)).includes(p.knobs['mode'] === 'ipvs' ? 'refused' : 'dropped'),
  },
  { says: /^What it costs/, in: { ko: /^드는 비용/ }, holds: (p) => figureAt(p, 'l4').figure.ways.length === 2 },
  { says: /^In which order/, in: { ko: /^어떤 순서로/ }, holds: () => true },
  {
    says: /The ipvs mode of kube-proxy is going away/,
    in: { ko: /kube-proxy의 ipvs 모드/ },
    holds: () => ANNOUNCED.ipvs.steps.gone !== undefined,
  },
  {
    says: /(IPVS) keeps them in a table|nftables keeps them in a map/,
    in: { ko: /(IPVS)는 이를 표에 적어|nftables는 이를 맵에 적어/ },
    holds: (p, [, ipvs]) => lensAt(p, 'l2').picture.kind === (ipvs ? 'servers' : 'map'),
  },
  {
    says: /(IPVS) gives connections out in turn|nftables draws/,
    in: { ko: /(IPVS)는 연결을 차례로|nftables는 추첨합니다/ },
    holds: (p, [, ipvs]) => {
      const { picture } = lensAt(p, 'l2');
      return ipvs ? picture.kind === 'servers' && picture.scheduler === 'rr' : picture.kind === 'map';
    },
  },
  {
    says: /Over two connections they need not be/,
    in: { ko: /연결 둘만 보면 그렇지 않을/ },
    holds: (p) => p.knobs['pods'] === 1 || figureAt(p, 'l2').walk.exploration.outcomes.length === p.knobs['pods'],
  },
  {
    says: /asks (node\d) on port 30080, both Pods of this web are on node1, and externalTrafficPolicy is (\w+)/,
    in: { ko: /(node\d)의 포트 30080에 묻고, 이번 web의 Pod 둘은 node1에 있으며, externalTrafficPolicy는 (\w+)입니다/ },
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
    says: /With Cluster both modes do the same|the packet is marked, and the node stands in as the sender/,
    in: { ko: /Cluster에서는 두 모드가 같습니다|패킷에 마크가 붙고 노드가 출발지로/ },
    holds: (p) => listKinds(outside(p)).includes('marked') && seenAt(outside(p)) === 'node',
  },
  {
    says: /node1 has Pods of its own|both modes hand the packet to one of them and leave the sender alone/,
    in: { ko: /node1에는 자기 Pod가 있습니다|두 모드 모두 그중 하나에 패킷을 넘기고 출발지를 그대로/ },
    holds: (p) => seenAt(outside(p)) === 'outside' && listKinds(outside(p)).at(-1) === 'received',
  },
  {
    says: /IPVS falls back to Pods elsewhere|goes to the client from a Pod it never asked, and is refused there/,
    in: { ko: /IPVS는 다른 노드의 Pod로 물러섭니다|물은 적 없는 Pod의 응답이 오고, 거기서 거부/ },
    holds: (p) => {
      const kinds = listKinds(outside(p));
      return kinds.includes('arrives') && kinds.includes('refused') && !kinds.includes('received');
    },
  },
  {
    says: /nftables drops it/,
    in: { ko: /nftables는 (?:폐기합니다|버립니다)/ },
    holds: (p) => listKinds(outside(p)).at(-1) === 'dropped',
  },
  {
    says: /Nothing is half delivered any more, and a load balancer that looks at health checks never comes here/,
    in: { ko: /반만 전달되는 일이 없어지고, 헬스 체크를 보는 로드 밸런서는 여기로 오지 않습니다/ },
    holds: (p) => !listKinds(outside(p)).includes('arrives'),
  },
  {
    says: /In both modes the first packet of a connection passes (\d+) rules, even to the last of 1,000 Services; IPVS looks up once, nftables twice/,
    in: {
      ko: /연결의 첫 패킷은 두 모드 모두 규칙 (\d+)개를|1,000개 가운데 마지막 것도 그렇습니다|찾기는 IPVS가 한 번, nftables가 두 번/,
    },
    holds: (_, [, rules]) =>
      (['ipvs', 'nftables'] as const).every((mode, at) => {
        const { most } = costOf(mode).first;
        return most.rules === Number(rules ?? most.rules) && most.lookups === at + 1;
      }),
  },
  {
    says: /Start with the kernels|which Services have the policy Local, and which nodes have none of their Pods|walks must be those you saw/,
    in: { ko: /커널을 확인하십시오|정책이 Local인 Service는 무엇이고, 그 Pod가 없는 노드는|여기서 본 대로 가야/ },
    holds: () => true,
  },
  {
    says: /It is there that their ways part/,
    in: { ko: /두 모드의 길이 거기서 갈립니다/ },
    // With Local at the node without a Pod, and nowhere else.
    holds: (p) =>
      (listKinds(outside(p)).at(-1) === 'received') !== (p.knobs['policy'] === 'Local' && p.knobs['node'] === 'node2'),
  },
];

/** Dates of the note, which is no block: held to where they stand in core. */
export function datesHold(note: string): boolean {
  const { deprecated, off, gone } = ANNOUNCED.ipvs.steps;
  return note.includes(`Deprecated in 1.${deprecated}; by plan off in 1.${off}, and the code gone in 1.${gone}.`);
}
