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
    says: /In all, (?<lost>\d+) of (?<sent>\d+) requests get no answer/,
    in: { ko: /모두 합해, 요청 (?<sent>\d+)개 가운데 (?<lost>\d+)개가 응답을/ },
    holds: (p, { groups }) =>
      lostAt(p) === Number(groups?.['lost']) &&
      walkAt(p).lived?.sent === Number(groups?.['sent']) &&
      // The title is of the Sheet as nobody has touched it.
      (p.knobs['sleep'] !== 0 || lostAt(p) === 4),
  },
  {
    says: /Follow one of them, and you know the others/,
    in: { ko: /그 가운데 하나를 따라가/ },
    holds: (p) => lostAt(p) === 0 || !walkAt(p).outcome.answered,
  },
  {
    says: /^Turn the (\d) s of|^The hook has (\d) s here/,
    in: { ko: /^훅의 (\d)초를 바꾸어|^여기서 훅은 (\d)초/ },
    holds: (p, [, turned, stands]) => p.knobs['sleep'] === Number(turned ?? stands),
  },
  {
    says: /waits before it goes gives the news time to reach every node/,
    in: { ko: /끝나기 전에 기다리는 프로세스는 소식이 모든 노드에/ },
    holds: (p) => Number(p.knobs['sleep']) < 2 || lostAt(p) === 0,
  },
  {
    says: /kube-proxy is in (\w+) mode/,
    in: { ko: /kube-proxy는 (\w+) 모드/ },
    holds: (p, [, mode]) => walkAt(p).document.mode === mode,
  },
  {
    says: /sends a hundred requests a second/,
    in: { ko: /(?<!\d)1초에 요청 백 개를 보내고/ },
    holds: (p) => walkAt(p).document.script?.clients[0]?.perSecond === 100,
  },
  { says: /An old Pod is marked as ending/, in: { ko: /오래된 Pod에 끝난다는 표시가/ }, holds: isEnding },
  {
    says: /kube-proxy on each node hears/,
    in: { ko: /노드마다 kube-proxy도 소식을/ },
    holds: (p) => walkAt(p).document.cluster.nodes.length === 3,
  },
  { says: /Nobody waits for the other/, in: { ko: /서로를 기다리지는 않습니다/ }, holds: isEnding },
  {
    says: /hook gives the process (\d) s more/,
    in: { ko: /프로세스는 (\d)초를 더/ },
    holds: (p, [, seconds]) => walkAt(p).document.script?.delays?.preStop === Number(seconds) * 1000,
  },
  {
    says: /sent ([\d.]+) s after the beginning/,
    in: { ko: /([\d.]+)초에 보낸 요청/ },
    holds: (p, [, at]) => walkAt(p).lived?.at === Math.round(Number(at) * 1000),
  },
  {
    says: /node1 has not heard yet/,
    in: { ko: /node1은 아직 소식을 듣지 못했습니다/ },
    holds: (p) => isEnding(p) && walkAt(p).moments.find(({ kind }) => kind === 'chosen')?.node === 'node1',
  },
  {
    says: /(?:a rule still leads to|(IPVS) still has) (\S+), which is ending/,
    in: { ko: /(?:규칙은|(IPVS)에는) 여전히 (\S+), 곧 끝나 가는 Pod/ },
    holds: (p, [, ipvs, address]) =>
      isEnding(p) &&
      (ipvs !== undefined) === (walkAt(p).document.mode === 'ipvs') &&
      walkAt(p).moments.find(({ kind }) => kind === 'rewritten')?.header.to.text === address,
  },
  { says: /^refused\.$/, in: { ko: /커널이 대신 거부한다고/ }, holds: (p) => listKinds(walkAt(p)).includes('refused') },
  {
    says: /The address is still that of the Pod|answers in its place: refused/,
    in: { ko: /주소는 아직 그 Pod의 것이지만/ },
    holds: (p) => listKinds(walkAt(p)).includes('refused') && chosenPod(p) !== undefined,
  },
  {
    says: /it is there, and answers/,
    in: { ko: /아직 그 자리에서 답합니다/ },
    holds: (p) => walkAt(p).outcome.answered,
  },
  {
    says: /The Pod is ending, but its process waits/,
    in: { ko: /Pod는 끝나 가지만 프로세스가/ },
    holds: (p) => isEnding(p) && Number(p.knobs['sleep']) > 0,
  },
  { says: /^Who hears of it/, in: { ko: /^소식을 듣는 이들/ }, holds: isEnding },
  {
    says: /^What the rules say meanwhile/,
    in: { ko: /^그동안 규칙이 하는 말/ },
    holds: (p) => figureAt(p, 't2').moment.kind === 'rewritten' && isEnding(p),
  },
  {
    says: /^What client hears/,
    in: { ko: /^client가 듣는 말/ },
    holds: (p) => listKinds(walkAt(p)).at(-1) === 'received',
  },
  {
    says: /and lose nothing/,
    in: { ko: /^기다리면 잃지 않습니다/ },
    holds: (p) => Number(p.knobs['sleep']) < 2 || lostAt(p) === 0,
  },
  {
    says: /With (\d) or more every node has new rules before the process goes, and client hears no refusal/,
    in: { ko: /^(\d) 이상이면 프로세스가 끝나기 전에 모든 노드가 새 규칙을 갖게 되어, client는 거부당하지 않습니다/ },
    holds: (p, [, seconds]) => {
      const more = Number(p.knobs['sleep']) - Number(seconds);
      // One less is not enough in iptables mode.
      return more < 0 ? more < -1 || p.knobs['mode'] !== 'iptables' || lostAt(p) > 0 : lostAt(p) === 0;
    },
  },
  {
    says: /Where one is refused|the request was never begun/,
    in: { ko: /거부당한 것이 있어도|요청이 시작되지도 않았으니/ },
    holds: (p) => lostAt(p) === 0 || !listKinds(walkAt(p)).includes('arrives'),
  },
];
