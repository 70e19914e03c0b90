import { emptyDocument, type Document, type Flow } from '../../core/document/document';
import { addFlow, replaceCluster } from '../../core/document/edits/cluster';
import { inMode } from '../../core/document/edits/proxy';
import type { Script } from '../../core/document/script';
import { makeCluster, node, service } from '../../core/kubernetes/build';
import type { KubernetesObject, ServiceObject } from '../../core/kubernetes/types';
import type { Variant, TimelineQuestionKind } from '../../core/timeline/question';
import type { ProxyModeId } from '../../core/kubernetes/mode-ids';
import type { Locale, LocaleTexts } from '../languages';
import { textIn, type TimeSceneId } from '../titles';
import { clientPod, dnsService, httpPods, makePod, toService } from '../examples/example';
import { DNS } from './bench';

/** What happens while time runs, with a question: told in the lanes of time. */
export interface TimeScene {
  /** Speakable: it stands in links. */
  readonly id: string;
  /** The list of scenes has it behind "more". */
  readonly further?: true;
  readonly title: LocaleTexts;
  readonly document: (locale?: Locale) => Document;
  readonly question: TimelineQuestionKind;
  /** What is else in the timeline beside it. */
  readonly beside?: Variant;
  /** What is to be said once it was answered. */
  readonly notes: LocaleTexts;
}

interface Recipe extends Omit<TimeScene, 'id' | 'document' | 'title' | 'notes'> {
  /** Names its words in each language's `time-scenes.ts`. */
  readonly id: TimeSceneId;
  readonly script: Partial<Script>;
  /** Target of the requests: web by its cluster IP, by its load balancer from outside, or DNS. */
  readonly asks?: 'web' | 'balancer' | 'dns';
  readonly release?: string;
  readonly mode?: ProxyModeId;
  readonly replicas?: number;
  readonly nodes?: number;
  readonly service?: Partial<Omit<ServiceObject['spec'], 'ports'>>;
  /** So many more Services, each with an endpoint. */
  readonly more?: number;
  /** Of all nodes. */
  readonly kernel?: string;
}

const FLOWS = {
  web: { to: toService('web'), protocol: 'tcp', port: 80 },
  balancer: { from: { kind: 'external' }, to: toService('web', 'loadBalancer'), protocol: 'tcp', port: 80 },
  dns: { to: DNS, protocol: 'udp', port: 53 },
} as const;

/** The Deployment that serves every scene. */
export const WEB = 'default/web';

function machine(name: string, kernel: string | undefined): KubernetesObject {
  const made = node(name);
  if (kernel === undefined || made.kind !== 'Node') return made;
  return { ...made, status: { ...made.status, nodeInfo: { ...made.status.nodeInfo, kernelVersion: kernel } } };
}

/** What a scene is called, and what is to be said once it was answered. */
function timeSceneWords(id: TimeSceneId): Pick<TimeScene, 'title' | 'notes'> {
  return {
    title: textIn(({ TIME_SCENE_WORDS }) => TIME_SCENE_WORDS[id].title),
    notes: textIn(({ TIME_SCENE_WORDS }) => TIME_SCENE_WORDS[id].notes),
  };
}

/** Three nodes, a client on the first, DNS, and the Service web with three Pods; twenty requests a second. */
export function timeScene(recipe: Recipe): TimeScene {
  const { script, asks = 'web', mode = 'iptables', release = '1.30', ...shape } = recipe;
  const { replicas = 3, nodes = 3, more = 0, kernel, service: spec = {}, ...told } = shape;
  const words = timeSceneWords(told.id);
  const others = Array.from({ length: more }, (_, nth) => [
    httpPods(`app${nth}`, 1),
    service(`app${nth}`, { selector: { app: `app${nth}` }, ports: [{ port: 80, targetPort: 'http' }] }),
  ]);
  const objects = [
    ...Array.from({ length: nodes }, (_, nth) => machine(`node${nth + 1}`, kernel)),
    ...dnsService(),
    httpPods('web', replicas),
    clientPod('node1'),
    service('web', {
      selector: { app: 'web' },
      ...spec,
      ports: [{ name: 'http', port: 80, targetPort: 'http' }],
    }),
    ...others.flat(),
  ];
  const document = (locale: Locale = 'en'): Document => {
    const made = replaceCluster({ ...emptyDocument(words.title[locale]), release }, makeCluster(objects));
    const flow: Omit<Flow, 'id'> = { from: makePod(made.cluster, 'client'), ...FLOWS[asks] };
    const whole = inMode(addFlow(made, flow), mode);
    const id = whole.flows[0]?.id ?? '';
    const clients = script.clients ?? [{ flow: '', perSecond: 20, sends: 'new' }];
    return {
      ...whole,
      script: { duration: 60_000, events: [], ...script, clients: clients.map((client) => ({ ...client, flow: id })) },
    };
  };
  return { ...told, ...words, document };
}
