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
    in: { ko: /(node\d)의 포트 30080에 묻습니다/ },
    holds: (p, [, node]) => walkAt(p, 'f8').moments[0]?.header.to.text === `${addressOf(walkAt(p, 'f8'), node)}:30080`,
  },
  {
    says: /Both Pods of this web are on node1/,
    in: { ko: /web의 Pod 둘은 모두 node1에 있고/ },
    holds: (p) => {
      const pods = podsOfWeb(walkAt(p, 'f8'));
      return pods.length === 2 && pods.every(({ spec }) => spec.nodeName === 'node1');
    },
  },
  {
    says: /externalTrafficPolicy is (Cluster|Local)/,
    in: { ko: /externalTrafficPolicy는 (Cluster|Local)/ },
    holds: (p, [, policy]) =>
      (walkAt(p, 'f8').document.cluster.services.find(({ metadata }) => metadata.name === 'web')?.spec
        .externalTrafficPolicy ?? 'Cluster') === policy,
  },
  {
    says: /^With Cluster the answer has to come back through the node that was asked, for only that one can undo its change/,
    in: { ko: /^Cluster에서는 답이 물음을 받은 노드로 돌아와야|바꾼 것을 되돌릴 수 있는 노드가 그곳뿐/ },
    holds: (p) =>
      p.knobs['policy'] !== 'Cluster' ||
      walkAt(p, 'f8').moments.find(({ kind }) => kind === 'translated-back')?.node === p.knobs['node'],
  },
  {
    says: /a rule that kube-proxy wrote marks the packet, and on what is marked the node writes itself as the sender/,
    in: { ko: /kube-proxy가 쓴 규칙이 패킷에 마크를 붙이고, 노드는 마크가 붙은 패킷의 출발지에 자기를/ },
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
    in: { ko: /두 Pod 사이에서는 마크가 필요 없었습니다/ },
    holds: (p) =>
      walkAt(p, 'f6').moments.every(
        ({ kind, variant }) => kind !== 'marked' && (kind !== 'source-rewritten' || variant === 'kept'),
      ),
  },
  {
    says: /^client runs on the node that made the change, and the answer comes home through it/,
    in: { ko: /^client는 바꾼 노드에 있으므로, 응답은 집에 오는 길에 그 노드를/ },
    holds: (p) => {
      const { moments, document } = walkAt(p, 'f6');
      const own = document.cluster.pods.find(({ metadata }) => metadata.name === 'client')?.spec.nodeName;
      return ['rewritten', 'translated-back'].every(
        (kind) => own !== undefined && moments.find((each) => each.kind === kind)?.node === own,
      );
    },
  },
  {
    says: /the Pod cannot tell who asked/,
    in: { ko: /Pod는 누가 물었는지 모르게/ },
    holds: (p) => p.knobs['policy'] !== 'Cluster' || seenAt(p) === 'node',
  },
  {
    says: /With Local a node uses its own Pods only and leaves the sender alone/,
    in: { ko: /Local에서는 노드가 자기 Pod만 쓰고 출발지를 그대로/ },
    holds: (p) => p.knobs['policy'] !== 'Local' || p.knobs['node'] !== 'node1' || seenAt(p) === 'outside',
  },
  {
    says: /without any drops the packet, and tells nobody/,
    in: { ko: /Pod가 없는 노드는 패킷을 (?:폐기하고|버리고) 아무에게도 알리지 않습니다/ },
    holds: (p) =>
      p.knobs['policy'] !== 'Local' || p.knobs['node'] !== 'node2' || listKinds(walkAt(p, 'f8')).at(-1) === 'dropped',
  },
  {
    says: /hands it to a Pod elsewhere all the same, whose answer then comes from a stranger and is refused/,
    in: { ko: /Pod가 없는 노드는 그래도 다른 노드의 Pod에 넘기고, 낯선 곳에서 온 그 응답은 거부/ },
    holds: (p) => {
      if (p.knobs['policy'] !== 'Local' || p.knobs['node'] !== 'node2') return true;
      const kinds = listKinds(walkAt(p, 'f8'));
      return (
        kinds.includes('arrives') && kinds.includes('refused') && kinds.indexOf('refused') > kinds.indexOf('arrives')
      );
    },
  },
];
