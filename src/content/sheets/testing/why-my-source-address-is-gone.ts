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
    in: { ko: /(node\d)의 포트 30080에 묻습니다/ },
    holds: (p, [, node]) => walkAt(p).moments[0]?.header.to.text === `${addressOf(walkAt(p), node)}:30080`,
  },
  {
    says: /externalTrafficPolicy is (Cluster|Local)/,
    in: { ko: /externalTrafficPolicy는 (Cluster|Local)/ },
    holds: (p, [, policy]) =>
      (walkAt(p).document.cluster.services.find(({ metadata }) => metadata.name === 'web')?.spec
        .externalTrafficPolicy ?? 'Cluster') === policy,
  },
  {
    says: /whose Pods run on node1/,
    in: { ko: /그 Pod들은 node1에 있습니다/ },
    holds: (p) => podsOfWeb(walkAt(p)).every(({ spec }) => spec.nodeName === 'node1'),
  },
  {
    says: /kube-proxy is in (\w+) mode/,
    in: { ko: /kube-proxy는 (\w+) 모드/ },
    holds: (p, [, mode]) => walkAt(p).document.mode === mode,
  },
  {
    says: /Then any Pod will do|The packet is marked/,
    in: { ko: /어디에서 도는 Pod든 상관없습니다|패킷은 들어오면서 마크가/ },
    holds: (p) => listKinds(walkAt(p)).includes('marked'),
  },
  {
    says: /looks for Pods of its own|Nothing is marked, and without a mark the sender stays/,
    in: { ko: /그러면 노드는 자기 Pod를 찾습니다|아무것도 표시하지 않습니다|마크가 없으면 출발지가 그대로/ },
    holds: (p) => !listKinds(walkAt(p)).includes('marked') && (seenAt(p) === undefined || keeps(p)),
  },
  {
    says: /has to see the answer/,
    in: { ko: /패킷을 바꾼 쪽이 응답을 보아야/ },
    holds: (p) =>
      walkAt(p).moments.filter(({ kind, node }) => kind === 'translated-back' && node === p.knobs['node']).length > 0,
  },
  {
    says: /node\d writes an address of its own over that of the client/,
    in: { ko: /클라이언트의 주소가 있던 자리에 node\d의 주소가/ },
    holds: (p) => {
      const moment = walkAt(p).moments.find(({ kind }) => kind === 'source-rewritten');
      return moment !== undefined && moment.node === p.knobs['node'] && moment.header.from.kind === 'node';
    },
  },
  { says: /Nobody touches the sender/, in: { ko: /출발지를 건드리는 것이 없습니다/ }, holds: keeps },
  {
    says: /node2 has no Pod of web/,
    in: { ko: /node2에는 web의 Pod가 없습니다/ },
    holds: (p) => podsOfWeb(walkAt(p)).every(({ spec }) => spec.nodeName !== 'node2'),
  },
  {
    says: /the packet ends here, and nobody is told/,
    in: { ko: /패킷은 여기서 끝나고, 아무도 알림을/ },
    holds: (p) => listKinds(walkAt(p)).at(-1) === 'dropped',
  },
  {
    says: /IPVS sends it to node1 all the same, with the sender as it was/,
    in: { ko: /IPVS는 출발지를 그대로 둔 채 node1로/ },
    holds: keeps,
  },
  { says: /The Pod sees a node/, in: { ko: /Pod에게 보이는 것은 노드입니다/ }, holds: (p) => seenAt(p) === 'node' },
  {
    says: /known to (node\d) and to nobody behind it/,
    in: { ko: /아는 것은 (node\d)이고, 그 뒤에서는 아무도/ },
    holds: (p, [, node]) =>
      walkAt(p).moments.find(({ kind }) => kind === 'translated-back')?.node === node && !keeps(p),
  },
  {
    says: /sees the client, and answers to it through the same node/,
    in: { ko: /Pod에게 클라이언트가 보이고, 응답은 같은 노드를/ },
    holds: (p) => keeps(p) && endOf(walkAt(p)) === 'received',
  },
  { says: /No Pod sees anything/, in: { ko: /아무 Pod도 보지 못합니다/ }, holds: (p) => seenAt(p) === undefined },
  {
    says: /health check that node2 is not to be asked/,
    in: { ko: /node2에 물으면 안 된다는 것을/ },
    holds: (p) => endOf(walkAt(p)) === 'dropped',
  },
  {
    says: /The Pod sees the client and answers/,
    in: { ko: /Pod에게 클라이언트가 보이고 Pod는 답합니다/ },
    holds: (p) => keeps(p) && listKinds(walkAt(p)).includes('answers'),
  },
  {
    says: /had asked node2, and refuses what comes/,
    in: { ko: /클라이언트가 물은 것은 node2라서, Pod에게서 온 것을 거부/ },
    holds: (p) => endOf(walkAt(p)) === 'refused',
  },
  {
    says: /^Somebody knocks/,
    in: { ko: /^누군가 두드립니다/ },
    holds: (p) => walkAt(p).moments[0]?.header.from.kind === 'outside',
  },
  {
    says: /^A decision on the way in/,
    in: { ko: /^들어올 때 내리는 결정/ },
    holds: (p) => figureAt(p, 's2').moment.hook === 'PREROUTING' || figureAt(p, 's2').moment.node === p.knobs['node'],
  },
  {
    says: /^What comes of it/,
    in: { ko: /^그래서 어떻게 되는가/ },
    holds: (p) => figureAt(p, 's3').moment.node !== '',
  },
  { says: /^In your log/, in: { ko: /^로그에는/ }, holds: (p) => figureAt(p, 's4').walk.moments.length > 0 },
  { says: /^What you can do/, in: { ko: /^할 수 있는 일/ }, holds: () => true },
  {
    says: /^Here it would anyway, for the Pods are its own/,
    in: { ko: /^여기서는 Pod가 제 것이라 어차피/ },
    holds: (p) => podsOfWeb(walkAt(p)).every(({ spec }) => spec.nodeName === p.knobs['node']),
  },
  {
    says: /the mark comes first, and only then is a Pod chosen/,
    in: { ko: /마크가 먼저이고 Pod는 그다음에/ },
    holds: (p) => {
      const kinds = listKinds(walkAt(p));
      return kinds.includes('marked') && kinds.indexOf('marked') < kinds.indexOf('chosen');
    },
  },
  {
    says: /an answer from a stranger/,
    in: { ko: /낯선 이의 답을 받게/ },
    holds: (p) => podsOfWeb(walkAt(p)).every(({ spec }) => spec.nodeName !== p.knobs['node']),
  },
  { says: /^Mode by mode/, in: { ko: /^모드마다/ }, holds: (p) => figureAt(p, 's5').figure.ways.length === 3 },
  {
    says: /With Cluster the sender is lost in all three modes; with Local the ways part/,
    in: { ko: /Cluster에서는 세 모드 모두 출발지를 잃습니다|Local에서는 Pod가 없는 노드에서 길이 갈립니다/ },
    holds: (p) => {
      const ends = figureAt(p, 's5').figure.ways.map(({ walk }) => p.rendered.walks.get(walk)!);
      if (p.knobs['policy'] === 'Cluster') return ends.every((walk) => listKinds(walk).includes('source-rewritten'));
      return new Set(ends.map(endOf)).size === (p.knobs['node'] === 'node2' ? 2 : 1);
    },
  },
  {
    says: /Set Local, and let the load balancer ask the health check of each node|Or keep Cluster/,
    in: { ko: /Local로 바꾸고, 로드 밸런서가|아니면 Cluster를 그대로 두고/ },
    holds: (p) => p.knobs['policy'] !== 'Local' || p.knobs['node'] !== 'node1' || keeps(p),
  },
  {
    says: /The packet itself does not get it back|once a node stood in, the address of the client is gone from it/,
    in: { ko: /패킷 자체가 되찾지는 못합니다|노드가 대신 나선 뒤에는 패킷에 든 주소가 이미 없습니다/ },
    holds: (p) => p.knobs['policy'] !== 'Cluster' || !keeps(p),
  },
];
