import { isReady, listPodIPs } from '../../../core/kubernetes/pods';
import { formatIp } from '../../../core/net/ip';
import type { SheetWalk } from '../../../core/sheet/walks';
import { stepsOfWalk } from '../../../core/story/walk';
import { ASKED_FROM_OUTSIDE } from './asked-from-outside';
import type { SheetClaim } from './claims';
import { HOW_ONE_IS_CHOSEN } from './how-one-is-chosen';
import { devicesWith, listKinds, podsOfWeb } from './walked';
import { figureAt, isOfMode, lensAt, type SheetPosition } from './positions';

const VIRTUAL = '10.110.182.19';

const walkAt = (position: SheetPosition, id = 'f1'): SheetWalk => figureAt(position, id).walk;

/** True of a sentence with the words of the mode its walk is in: those of iptables, nftables and IPVS, in this order. */
function saysItsMode(position: SheetPosition, [, ...words]: RegExpExecArray): boolean {
  const { mode } = walkAt(position).document;
  return (['iptables', 'nftables', 'ipvs'] as const).every((each, at) => (words[at] !== undefined) === (each === mode));
}

/** What *Where a Service’s packet really goes* says, sentence by sentence. */
export const CLAIMS: readonly SheetClaim[] = [
  {
    says: /IPVS has its own table/,
    in: { ko: /IPVS는 자기 표가 있어/ },
    holds: (p) => {
      const way = figureAt(p, 'f4').figure.ways.find(({ mode }) => mode === 'ipvs');
      return p.rendered.walks.get(way?.walk ?? '')?.lenses[way?.at ?? 0]?.picture.kind === 'servers';
    },
  },
  {
    says: /an address that no Pod has becomes one/,
    in: { ko: /어느 Pod에도 없던 주소가 어느 Pod의 주소가 됩니다/ },
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
    in: { ko: /그림은 모두 (?:지금 이 자리에서|굵은 말이 정한 대로) 계산/ },
    holds: ({ rendered }) => rendered.blocks.every(({ kind }) => kind !== 'fault'),
  },
  {
    says: /An address nobody has/,
    in: { ko: /^아무에게도 없는 주소$/ },
    holds: (p) => devicesWith(walkAt(p), VIRTUAL).length === 0,
  },
  {
    says: /An address that leads nowhere/,
    in: { ko: /^어디로도 이어지지 않는 주소$/ },
    holds: (p) => {
      const own = devicesWith(walkAt(p), VIRTUAL);
      return own.length > 0 && own.every(({ device }) => device === 'dummy');
    },
  },
  {
    says: /^The kernel has been told/,
    in: { ko: /^커널은 미리 알고 있습니다/ },
    holds: (p) => figureAt(p, 'f2').moment.kind === 'recognised' && figureAt(p, 'f2').moment.because.length > 0,
  },
  {
    says: /an address a packet would get nowhere/,
    in: { ko: /이런 주소로는 패킷이 아무 데도/ },
    holds: (p) => devicesWith(walkAt(p), VIRTUAL).every(({ device }) => device === 'dummy'),
  },
  {
    says: /packets do not pass through kube-proxy/,
    in: { ko: /패킷은 kube-proxy를 지나지 않습니다/ },
    holds: (p) =>
      walkAt(p).moments.every(
        ({ header, node }) => ![header.from.name, header.to.name, node].some((each) => each?.includes('kube-proxy')),
      ),
  },
  {
    says: /^Only one to choose from/,
    in: { ko: /^고를 것이 하나뿐일 때/ },
    holds: (p) => walkAt(p, 'f3').exploration.outcomes.length === 1,
  },
  {
    says: /^Somebody has to be chosen/,
    in: { ko: /^누군가는 뽑혀야 합니다/ },
    holds: (p) => walkAt(p, 'f3').exploration.outcomes.length > 1,
  },
  {
    says: /^Back from memory/,
    in: { ko: /^기억으로 돌아오는 길/ },
    holds: (p) =>
      stepOf(p, 2)?.kind === 'translated-back' && stepOf(p, 2)?.because.some(({ kind }) => kind === 'moment') === true,
  },
  {
    says: /^Asked from outside/,
    in: { ko: /^밖에서 물으면/ },
    holds: (p) => walkAt(p, 'f8').moments[0]?.header.from.kind === 'outside',
  },
  {
    says: /^There and back/,
    in: { ko: /^갔다가 돌아오기/ },
    holds: (p) => listKinds(walkAt(p, 'f9')).includes('arrives') && listKinds(walkAt(p, 'f9')).at(-1) === 'received',
  },
  {
    says: /^Two nodes, kube-proxy in (\w+) mode/,
    in: { ko: /^노드 두 대, kube-proxy는 (\w+) 모드/ },
    holds: (p, [, mode]) => walkAt(p).document.cluster.nodes.length === 2 && walkAt(p).document.mode === mode,
  },
  {
    says: /`?client`? runs on node1/,
    in: { ko: /^node1의 client가 web에게/ },
    holds: (p) =>
      walkAt(p).document.cluster.pods.some(
        ({ metadata, spec }) => metadata.name === 'client' && spec.nodeName === 'node1',
      ),
  },
  {
    says: /the address 10\.110\.182\.19/,
    in: { ko: /web은 Service, 곧 이름과 포트와 주소 10\.110\.182\.19/ },
    holds: (p) =>
      walkAt(p).document.cluster.services.some(
        ({ metadata, spec }) => metadata.name === 'web' && spec.clusterIP === VIRTUAL,
      ),
  },
  {
    says: /No network card has it, no Pod, no router/,
    in: { ko: /어느 랜카드에도, Pod에도, 라우터에도 없습니다/ },
    holds: (p) => devicesWith(walkAt(p), VIRTUAL).length === 0,
  },
  {
    says: /No Pod has it and no card; every node has put it on kube-ipvs0/,
    in: { ko: /Pod에도 랜카드에도 없습니다|노드마다 kube-ipvs0에 올려 두었지만, 어디로도 이어지지 않는 더미 장치/ },
    holds: (p) => {
      const own = devicesWith(walkAt(p), VIRTUAL);
      return own.length === 2 && own.every(({ kind, device }) => kind === 'node' && device === 'dummy');
    },
  },
  {
    says: /told the kernel of every node, (in a list of rules)?(in a map with one entry for each port of a Service, which is looked up and not read through)?(as a virtual server)?/,
    in: {
      ko: /모든 노드의 커널에 (위에서부터 차례로 묻는 규칙)?(Service 포트마다 항목이 하나씩 있고, 훑지 않고 찾아보는 맵)?(Pod 표가 딸린 가상 서버)?/,
    },
    holds: saysItsMode,
  },
  {
    says: /The address is the node’s own, so the packet goes on from PREROUTING to INPUT, and there IPVS looks/,
    in: { ko: /PREROUTING에서 INPUT으로 가고, 거기서 IPVS가 자기 표를/ },
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
  {
    says: /^It happens at PREROUTING/,
    in: { ko: /들어오는 자리, PREROUTING에서 벌어지는/ },
    holds: (p) => figureAt(p, 'f2').moment.hook === 'PREROUTING',
  },
  {
    says: /^One address is let go/,
    in: { ko: /^주소 하나를 놓아 줍니다/ },
    holds: (p) => figureAt(p, 'f5').moment.before?.to.text === `${VIRTUAL}:80`,
  },
  {
    says: /^Now (?:the rule of the chosen Pod|(IPVS)) does one thing/,
    in: { ko: /^이제 (?:뽑힌 Pod의 규칙이|(IPVS)가) 하는 일은 하나/ },
    holds: (p, [, ipvs]) => {
      const { before, header } = figureAt(p, 'f5').moment;
      const isOne = before?.from.text === header.from.text && before.to.text !== header.to.text;
      return isOne && isOfMode(p, 'ipvs', ipvs);
    },
  },
  {
    says: /strikes out (\S+) and writes (\S+)\./,
    in: { ko: /^(\S+)을 지우고 (\S+)을 적습니다/ },
    holds: (p, [, was, is]) =>
      figureAt(p, 'f5').moment.before?.to.text === was && figureAt(p, 'f5').moment.header.to.text === is,
  },
  {
    says: /an ordinary packet between two Pods, and no router/,
    in: { ko: /두 Pod 사이의 평범한 패킷이고, 길 위의 라우터는/ },
    holds: (p) => {
      const { header } = figureAt(p, 'f5').moment;
      return header.from.kind === 'pod' && header.to.kind === 'pod';
    },
  },
  {
    says: /node1 remembers what it changed/,
    in: { ko: /node1은 무엇을 바꾸었는지 기억합니다/ },
    holds: (p) => {
      const { picture } = lensAt(p, 'f5');
      return picture.kind === 'header' && picture.entry !== undefined && !picture.forgotten;
    },
  },
  {
    says: /The Pod sees client itself as the sender/,
    in: { ko: /Pod에게 출발지는 client 그대로/ },
    holds: (p) => stepOf(p, 0)?.header.from.name === 'client',
  },
  {
    says: /Only the destination was changed/,
    in: { ko: /바뀐 것은 목적지뿐/ },
    holds: (p) => {
      const walk = walkAt(p, 'f6');
      return stepOf(p, 0)?.header.from.text === walk.moments[0]?.header.from.text;
    },
  },
  {
    says: /it answers client, from its own address/,
    in: { ko: /자기 주소로 client에게 답합니다/ },
    holds: (p) => stepOf(p, 1)?.header.to.name === 'client' && stepOf(p, 1)?.header.from.kind === 'pod',
  },
  {
    says: /It knows nothing of web/,
    in: { ko: /web은 알지도 못합니다/ },
    holds: (p) => stepOf(p, 1)?.header.from.address !== VIRTUAL,
  },
  {
    says: /client would refuse it|it never asked that Pod/,
    in: { ko: /client는 거부할 것입니다|그 Pod에게는 물은 적이 없으니까요/ },
    holds: (p) => walkAt(p, 'f6').moments[0]?.header.to.text !== stepOf(p, 1)?.header.from.text,
  },
  {
    says: /No rule decides now|node1 reads its memory backwards, and where the Pod’s address stood it writes the one of web|it passes node1 again/,
    in: {
      ko: /답은 다시 node1을 지납니다|이번에는 규칙이 정하지 않습니다|node1이 기억을 거꾸로 읽어, Pod의 주소가 있던 자리에 web의 주소를/,
    },
    holds: (p) => stepOf(p, 2)?.node === 'node1' && stepOf(p, 2)?.because.every(({ kind }) => kind !== 'rule') === true,
  },
  {
    says: /It never learns who gave it/,
    in: { ko: /web에게서 온 답을 받습니다|누가 답했는지는 끝내 모릅니다/ },
    holds: (p) => stepOf(p, 3)?.header.from.address === VIRTUAL,
  },
  {
    says: /^When nobody is ready/,
    in: { ko: /^준비된 Pod가 없을 때/ },
    holds: (p) =>
      p.knobs['ready'] !== 0 || walkAt(p, 'f7').exploration.outcomes.every(({ arrived }) => arrived === undefined),
  },
  {
    says: /kube-proxy was here first/,
    in: { ko: /kube-proxy가 먼저 다녀갔습니다/ },
    holds: (p) => figureAt(p, 'f2').moment.because.length > 0,
  },
  {
    says: /what really stands on node1; the lit words are those that matched/,
    in: { ko: /node1에 실제로 있는 내용이고, 밝은 부분이 맞아떨어진/ },
    holds: (p) => figureAt(p, 'f2').moment.node === 'node1' && lensAt(p, 'f2').lines.some(({ lit }) => lit.length > 0),
  },
  {
    says: /Try Local on node2/,
    in: { ko: /node2와 Local을 골라/ },
    holds: ({ rendered }) =>
      ['policy', 'node'].every((name) => rendered.knobs.some((knob) => knob.name === name && knob.values.length === 2)),
  },
  {
    says: /is left out, and the others share/,
    in: { ko: /준비되지 않은 Pod는 빠지고, 그 몫은 다른 Pod들이 나눕니다/ },
    holds: (p) => readyMatches(p),
  },
  {
    says: /Of the Pods of web, (?:(1) is|((?!1 )\d+) are) ready now/,
    in: { ko: /web의 Pod 가운데 (\d+)개가 준비되어/ },
    holds: (p, [, one, count = one]) => podsOfWeb(walkAt(p, 'f7')).filter(isReady).length === Number(count),
  },
  {
    says: /^With none, (kube-proxy writes a rule)?(kube-proxy writes an entry)?(the table of IPVS is empty)?.* at once instead of waiting/,
    in: {
      ko: /^하나도 없으면 (kube-proxy가 거부하는 규칙을)?(kube-proxy가 거부하는 항목을)?(IPVS의 표가 비어)?.* 기다리는 대신 곧바로/,
    },
    holds: (p, found) =>
      saysItsMode(p, found) &&
      (p.knobs['ready'] !== 0 ||
        (figureAt(p, 'f7').moment.kind === 'refused' && listKinds(walkAt(p, 'f7')).at(-1) === 'received')),
  },
  ...HOW_ONE_IS_CHOSEN,
  ...ASKED_FROM_OUTSIDE,
  {
    says: /changed once, remembered, and changed back/,
    in: { ko: /한 번 바꾸고, 기억했다가, 되돌립니다/ },
    holds: (p) =>
      ['rewritten', 'translated-back'].every(
        (kind) => listKinds(walkAt(p, 'f9')).filter((each) => each === kind).length === 1,
      ),
  },
  {
    says: /given to the only Pod there is/,
    in: { ko: /하나뿐인 Pod에게 주고/ },
    holds: (p) => podsOfWeb(walkAt(p, 'f9')).length === 1,
  },
  {
    says: /Sent to (?:(nobody)|an address that leads nowhere)/,
    in: { ko: /(아무에게도 없는) 주소로 보내고|어디로도 이어지지 않는 주소로 보내고/ },
    holds: (p, [, nobody]) => {
      const own = devicesWith(walkAt(p, 'f9'), VIRTUAL);
      return nobody ? own.length === 0 : own.length > 0 && own.every(({ device }) => device === 'dummy');
    },
  },
  {
    says: /(dealt in turn)|drawn by lot/,
    in: { ko: /(차례로 나누고)|추첨으로 고르고/ },
    holds: (p, [, turn]) => isOfMode(p, 'ipvs', turn),
  },
];

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
