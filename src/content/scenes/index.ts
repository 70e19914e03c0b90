import type { MomentKind } from '../../core/story/moment';
import { type LessonId, LESSON_IDS, type Scene, type LocaleTexts } from './scene';
import { A_HEADLESS_NAME } from './a-headless-name';
import { A_NAME } from './a-name';
import { AFFINITY } from './affinity';
import { ANY_NODE } from './any-node';
import { ARP_BY_A_NODE } from './arp-by-a-node';
import { ASKED_FROM_OUTSIDE } from './asked-from-outside';
import { BRIDGE_NF_OFF } from './bridge-nf-off';
import { BY_PATH } from './by-path';
import { BY_WEIGHT } from './by-weight';
import { CALICO_BESIDE } from './calico-beside';
import { DNS_BY_TCP } from './dns-by-tcp';
import { DNS_BY_UDP } from './dns-by-udp';
import { DNS_ON_THE_NODE } from './dns-on-the-node';
import { DOCKER_BESIDE } from './docker-beside';
import { ELB } from './elb';
import { EXTERNAL_IP } from './external-ip';
import { HEALTHY_NODES } from './healthy-nodes';
import { HAIRPIN } from './hairpin';
import { HAIRPIN_OFF } from './hairpin-off';
import { HAIRPIN_SEEN } from './hairpin-seen';
import { HOST_TO_POD } from './host-to-pod';
import { AN_OLD_NODE_PORT } from './an-old-node-port';
import { IN_IPTABLES } from './in-iptables';
import { IN_NFTABLES } from './in-nftables';
import { IN_USERSPACE } from './in-userspace';
import { IPVS_DH, IPVS_LC, IPVS_NQ, IPVS_RR, IPVS_SED, IPVS_SH, IPVS_WRR } from './ipvs-schedulers';
import { ON_WINDOWS } from './on-windows';
import { WINDOWS_SOURCE } from './windows-source';
import { KUBELET_CHAINS } from './kubelet-chains';
import { LEFT_BY_IPVS } from './left-by-ipvs';
import { LOAD_BALANCER } from './load-balancer';
import { LOCAL_DROPS } from './local-drops';
import { LOCAL_KEEPS } from './local-keeps';
import { NAT_HIDES_THE_SOURCE } from './nat-hides-the-source';
import { NAT_KEEPS_THE_SOURCE } from './nat-keeps-the-source';
import { NO_DNS } from './no-dns';
import { NO_DEVICE } from './no-device';
import { NO_RULE } from './no-rule';
import { NOBODY } from './nobody';
import { NOT_READY } from './not-ready';
import { ONE_POD } from './one-pod';
import { PING_A_SERVICE } from './ping-a-service';
import { PING_IN_IPVS } from './ping-in-ipvs';
import { PING_IN_OLD_IPVS } from './ping-in-old-ipvs';
import { POLICY_OR_SERVICE } from './policy-or-service';
import { PROXY_STOPPED } from './proxy-stopped';
import { ROUTED_FROM_OUTSIDE } from './routed-from-outside';
import { SOURCE_RANGES } from './source-ranges';
import { TEN_PODS } from './ten-pods';
import { HEALTH_CHECK, LOCAL_TERMINATING } from './time-balancers';
import { type TimeScene } from './time-bench';
import { AFFINITY_ENDS, DNS_RACE, IPVS_GRACEFUL, STALE_DNS, TABLE_FULL } from './time-connections';
import { CRASH, KEEP_ALIVE, NODE_LOST, PRE_STOP } from './time-pods';
import { BIG_SYNC, FLUSH, MIN_SYNC_PERIOD, THREE_CHANGES, WATCH_LOST } from './time-syncs';
import { THE_API_SERVER } from './the-api-server';
import { THREE_NETWORKS } from './three-networks';
import { THROUGH_IPIP } from './through-ipip';
import { THROUGH_VXLAN } from './through-vxlan';
import { TWO_BACKENDS } from './two-backends';
import { TWO_PODS } from './two-pods';
import { WHO_IS_ASKING } from './who-is-asking';
import { WHY_THIS_POD } from './why-this-pod';
import { WHY_USERSPACE_WENT } from './why-userspace-went';

export type { LessonId, Scene, LocaleTexts } from './scene';
export type { TimeScene } from './time-bench';

/** Every scene: one line each, in the order of their lessons. */
export const SCENES: readonly Scene[] = [
  NO_DEVICE,
  THREE_NETWORKS,
  PING_A_SERVICE,
  PING_IN_IPVS,
  PING_IN_OLD_IPVS,
  DNS_BY_UDP,
  DNS_BY_TCP,
  A_NAME,
  NO_DNS,
  THE_API_SERVER,
  ONE_POD,
  TWO_PODS,
  WHY_THIS_POD,
  TEN_PODS,
  AFFINITY,
  NOT_READY,
  NOBODY,
  A_HEADLESS_NAME,
  ASKED_FROM_OUTSIDE,
  ROUTED_FROM_OUTSIDE,
  ANY_NODE,
  WHO_IS_ASKING,
  LOCAL_KEEPS,
  LOCAL_DROPS,
  LOAD_BALANCER,
  ELB,
  NAT_KEEPS_THE_SOURCE,
  NAT_HIDES_THE_SOURCE,
  AN_OLD_NODE_PORT,
  HEALTHY_NODES,
  ARP_BY_A_NODE,
  BY_PATH,
  BY_WEIGHT,
  NO_RULE,
  SOURCE_RANGES,
  EXTERNAL_IP,
  HAIRPIN,
  HAIRPIN_SEEN,
  HAIRPIN_OFF,
  BRIDGE_NF_OFF,
  HOST_TO_POD,
  THROUGH_VXLAN,
  THROUGH_IPIP,
  IN_IPTABLES,
  IN_NFTABLES,
  IPVS_RR,
  IPVS_LC,
  IPVS_SH,
  IPVS_DH,
  IPVS_WRR,
  ON_WINDOWS,
  WINDOWS_SOURCE,
  IPVS_SED,
  IPVS_NQ,
  IN_USERSPACE,
  WHY_USERSPACE_WENT,
  DOCKER_BESIDE,
  TWO_BACKENDS,
  KUBELET_CHAINS,
  LEFT_BY_IPVS,
  PROXY_STOPPED,
  CALICO_BESIDE,
  POLICY_OR_SERVICE,
  DNS_ON_THE_NODE,
];

/** An ordered list of scenes with a goal. */
export interface Lesson {
  readonly id: LessonId;
  readonly title: LocaleTexts;
  /** What somebody knows at its end. */
  readonly goal: LocaleTexts;
  /** What its scenes must have shown for that. */
  readonly shows: readonly MomentKind[];
  readonly scenes: readonly Scene[];
}

const TOLD: Readonly<Record<LessonId, Pick<Lesson, 'title' | 'goal' | 'shows'>>> = {
  'what-a-service-is': {
    title: { en: 'What a Service is', ko: 'Service란 무엇인가' },
    goal: {
      en: 'A Service is an address of no machine: rules make it work.',
      ko: 'Service는 어느 머신의 것도 아닌 주소이며, 규칙이 있어야 통합니다.',
    },
    shows: ['sent', 'rewritten', 'translated-back'],
  },
  'why-this-pod': {
    title: { en: 'Why this Pod', ko: '왜 이 Pod일까' },
    goal: {
      en: 'Which Pod answers is drawn for each connection, among those that are ready.',
      ko: '어느 Pod가 응답할지는 연결마다, 준비된 Pod 가운데서 정해집니다.',
    },
    shows: ['chosen', 'refused'],
  },
  'from-outside': {
    title: { en: 'From outside', ko: '바깥에서' },
    goal: {
      en: 'Who comes from outside is let in by a node, and often loses its address there.',
      ko: '바깥에서 온 패킷은 노드를 거쳐 들어오고, 거기서 주소를 잃을 때가 많습니다.',
    },
    shows: ['marked', 'source-rewritten', 'dropped'],
  },
  'back-to-oneself': {
    title: { en: 'Back to oneself', ko: '자신에게 돌아오는 길' },
    goal: {
      en: 'The way back decides whether it works: every change must be undone where it was made.',
      ko: '되는지 안 되는지는 돌아오는 길이 정합니다. 바꾼 것은 바꾼 곳에서 되돌려야 합니다.',
    },
    shows: ['marked', 'source-rewritten', 'translated-back'],
  },
  'four-ways': {
    title: { en: 'Four ways to do the same', ko: '같은 일을 하는 네 가지 방법' },
    goal: {
      en: 'Four modes choose in four places; what arrives is nearly the same.',
      ko: '네 모드는 서로 다른 곳에서 고르지만, 도착하는 것은 거의 같습니다.',
    },
    shows: ['chosen', 'crosses'],
  },
  'real-nodes': {
    title: { en: 'Reading a real node', ko: '실제 노드 읽기' },
    goal: {
      en: 'On a real node others write rules, too: look whose rule ended it.',
      ko: '실제 노드에서는 다른 프로그램도 규칙을 씁니다. 끝낸 규칙의 주인을 보십시오.',
    },
    shows: ['marked', 'dropped'],
  },
};

/** The lessons, each with its scenes. */
export const LESSONS: readonly Lesson[] = LESSON_IDS.map((id) => ({
  id,
  ...TOLD[id],
  scenes: SCENES.filter(({ lesson }) => lesson === id),
}));

/** Scenes that are told in the lanes of time, in the order of their lesson. */
export const TIME_SCENES: readonly TimeScene[] = [
  PRE_STOP,
  MIN_SYNC_PERIOD,
  THREE_CHANGES,
  BIG_SYNC,
  WATCH_LOST,
  FLUSH,
  CRASH,
  NODE_LOST,
  HEALTH_CHECK,
  LOCAL_TERMINATING,
  KEEP_ALIVE,
  IPVS_GRACEFUL,
  AFFINITY_ENDS,
  STALE_DNS,
  DNS_RACE,
  TABLE_FULL,
];

/** The lesson they are of. */
export const TIME_LESSON = {
  id: 'time',
  title: { en: 'From an edit to the last failed request', ko: '변경에서 마지막 실패한 요청까지' },
  goal: {
    en: 'Rules follow objects late, each node on its own; who asks meanwhile meets what was.',
    ko: '규칙은 노드마다 제각기 늦게 객체를 따라가고, 그 사이의 요청은 이전 상태를 만납니다.',
  },
} as const;

/** The scene of that id that is told in the lanes of time, if there is one. */
export function timeSceneById(id: string): TimeScene | undefined {
  return TIME_SCENES.find((scene) => scene.id === id);
}

/** The scene of that id, if there is one. */
export function sceneById(id: string): Scene | undefined {
  return SCENES.find((scene) => scene.id === id);
}
