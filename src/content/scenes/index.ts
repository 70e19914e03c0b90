import type { MomentKind } from '../../core/story/moment';
import type { LocaleTexts } from '../languages';
import { type LessonWordsId, textIn } from '../titles';
import { type LessonId, LESSON_IDS, type Scene } from './scene';
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

export type { LessonId, Scene } from './scene';
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

/** What the scenes of each lesson must have shown. */
const SHOWS: Readonly<Record<LessonId, Lesson['shows']>> = {
  'what-a-service-is': ['sent', 'rewritten', 'translated-back'],
  'why-this-pod': ['chosen', 'refused'],
  'from-outside': ['marked', 'source-rewritten', 'dropped'],
  'back-to-oneself': ['marked', 'source-rewritten', 'translated-back'],
  'four-ways': ['chosen', 'crosses'],
  'real-nodes': ['marked', 'dropped'],
};

/** What a lesson is called, and what somebody knows at its end. */
function lessonWords(id: LessonWordsId): Pick<Lesson, 'title' | 'goal'> {
  return {
    title: textIn(({ LESSON_WORDS }) => LESSON_WORDS[id].title),
    goal: textIn(({ LESSON_WORDS }) => LESSON_WORDS[id].goal),
  };
}

/** The lessons, each with its scenes. */
export const LESSONS: readonly Lesson[] = LESSON_IDS.map((id) => ({
  id,
  ...lessonWords(id),
  shows: SHOWS[id],
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
export const TIME_LESSON = { id: 'time', ...lessonWords('time') } as const;

/** The scene of that id that is told in the lanes of time, if there is one. */
export function timeSceneById(id: string): TimeScene | undefined {
  return TIME_SCENES.find((scene) => scene.id === id);
}

/** The scene of that id, if there is one. */
export function sceneById(id: string): Scene | undefined {
  return SCENES.find((scene) => scene.id === id);
}
