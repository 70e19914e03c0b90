import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../../store/hooks';
import { useReachAbout } from '../../shell/bench/use-reach-about';
import { PointMenu, type MenuItem } from '../../common/floating';
import { RestOfWords } from '../../common/i18n/I18nProvider';
import { findSelection, type StageNode, flowSource } from './stage-nodes.model';
import type { Clipboard } from './use-clipboard';
import type { StageHistory, StageEdits } from './use-stage-edits';
import type { StagePicture } from './use-stage';
import { moveAll, editAll, takes, type ManyAct } from './many.model';
import { cordonNode, isNodeReady, removeNode, setNodeUp, addNode } from '../../../core/document/edits/nodes';
import {
  addDeployment,
  addPod,
  findDeployment,
  killPod,
  movePod,
  removePod,
  scaleDeployment,
  setPodReady,
  setPodTerminating,
} from '../../../core/document/edits/pods';
import {
  addService,
  duplicateService,
  removeService,
  setServiceType,
  setSessionAffinity,
  setTrafficPolicy,
} from '../../../core/document/edits/services';
import type { PodBox, ServiceChip, StageModel } from './stage-types';
import { getNamespace, type ServiceObject, type ServiceType, type TrafficPolicy } from '../../../core/kubernetes/types';
import { deploymentsBehind } from '../../editors/tree.model';
import { flowItems, sendFrom } from './menu-flows';
import { type MenuKit, act, formatTitle, MENU_ITEMS_MOST } from './menu-kit';

const TYPES: readonly ServiceType[] = ['ClusterIP', 'NodePort', 'LoadBalancer'];
/** The API server's default for `sessionAffinity: ClientIP`. */
const AFFINITY_SECONDS = 10_800;

/** Everything of a Service that changes rules and is one choice: its type, policies, affinity, and how many Pods stand behind. */
function serviceItems(kit: MenuKit, chip: ServiceChip): MenuItem[] {
  const service = kit.document.cluster.services.find(
    (object) => object.metadata.name === chip.name && getNamespace(object) === chip.namespace,
  );
  if (!service) return [];
  const { t } = kit;
  return [
    { heading: formatTitle(chip) },
    ...typeItems(kit, service, chip),
    ...policyItems(kit, service, chip),
    ...scaleItems(kit, service),
    act(kit, 'duplicate', t('duplicate'), (doc) => duplicateService(doc, chip)),
    act(kit, 'remove', t('remove'), (doc) => removeService(doc, chip)),
  ];
}

function typeItems(kit: MenuKit, service: ServiceObject, chip: ServiceChip): MenuItem[] {
  const now = service.spec.type ?? 'ClusterIP';
  return TYPES.filter((type) => type !== now).map((type) =>
    act(kit, `type ${type}`, kit.t('type', { type }), (doc) => setServiceType(doc, chip, type)),
  );
}

function policyItems(kit: MenuKit, { spec }: ServiceObject, chip: ServiceChip): MenuItem[] {
  const { t } = kit;
  const reachable = spec.type === 'NodePort' || spec.type === 'LoadBalancer' || (spec.externalIPs?.length ?? 0) > 0;
  // An empty one is as good as none.
  const other = (policy: TrafficPolicy | '' = ''): TrafficPolicy => (policy === 'Local' ? 'Cluster' : 'Local');
  const [external, internal] = [other(spec.externalTrafficPolicy), other(spec.internalTrafficPolicy)];
  const sticky = spec.sessionAffinity === 'ClientIP';
  const words = (policy: string, value: string): string => t('policy', { policy, value });
  return [
    ...(reachable
      ? [
          act(kit, 'external', words('externalTrafficPolicy', external), (doc) =>
            setTrafficPolicy(doc, chip, { external }),
          ),
        ]
      : []),
    act(kit, 'internal', words('internalTrafficPolicy', internal), (doc) => setTrafficPolicy(doc, chip, { internal })),
    act(kit, 'affinity', t(sticky ? 'affinityOff' : 'affinityOn'), (doc) =>
      setSessionAffinity(doc, chip, sticky ? undefined : AFFINITY_SECONDS),
    ),
  ];
}

function scaleItems(kit: MenuKit, service: ServiceObject): MenuItem[] {
  const { t } = kit;
  return deploymentsBehind(kit.document, service).flatMap((deployment) => {
    const which = { namespace: getNamespace(deployment), name: deployment.metadata.name };
    const replicas = deployment.spec.replicas ?? 1;
    const to = (count: number) => (doc: MenuKit['document']) => scaleDeployment(doc, which, count);
    const less = Math.max(0, replicas - 1);
    const { name } = which;
    return [
      act(kit, `more ${name}`, t('scaleUpOf', { name, count: replicas + 1 }), to(replicas + 1)),
      act(kit, `less ${name}`, t('scaleDownOf', { name, count: less }), to(less)),
    ];
  });
}

/** Actions of a box; of the empty stage when it is undefined. */
export function menuItems(kit: MenuKit, node: StageNode | undefined): readonly MenuItem[] {
  const { t, fit, stage } = kit;
  const from = flowSource(node, stage);
  const rest: MenuItem = { id: 'fit', label: t('fit'), onSelect: fit };
  if (stage.subject === 'pasted') return [...nodeHead(kit, node), ...flowItems(kit, node, from), rest];
  switch (node?.type) {
    case 'pod':
      return [
        ...podItems(kit, node.data.pod, node.data.node),
        ...commonItems(kit, node),
        ...flowItems(kit, node, from),
      ];
    case 'card':
    case 'compact':
      return [
        ...nodeHead(kit, node),
        ...nodeItems(kit, node),
        ...commonItems(kit, node),
        ...flowItems(kit, node, from),
      ];
    case 'service':
      return [...serviceItems(kit, node.data.chip), ...commonItems(kit, node), ...sendFrom(kit, node)];
    case 'outside':
      return [...flowItems(kit, node, from), rest];
    case 'lane':
    case 'more':
    case 'rails':
    case undefined:
      return [...addItems(kit), rest];
  }
}

function addItems(kit: MenuKit): MenuItem[] {
  const { t, paste } = kit;
  return [
    act(kit, 'deployment', t('addDeployment'), (doc) => {
      const made = addDeployment(doc, { replicas: 3, ports: [{ containerPort: 8080 }] });
      const [name = 'app'] = made.cluster.deployments.slice(-1).map(({ metadata }) => metadata.name);
      const ports = [{ protocol: 'TCP' as const, port: 80, targetPort: 8080 }];
      return addService(made, { name, spec: { selector: { app: name }, ports } });
    }),
    act(kit, 'pod', t('addPod'), (doc) => addPod(doc)),
    act(kit, 'service', t('addService'), (doc) => addService(doc)),
    act(kit, 'node', t('addNode'), (doc) => addNode(doc)),
    { id: 'paste', label: t('paste'), shortcut: 'mod+v', onSelect: paste },
  ];
}

/** Menu items of any object: copy, pick, open as a form. */
function commonItems(kit: MenuKit, node: StageNode): MenuItem[] {
  const { t, copy, pick, picked, openForm } = kit;
  return [
    ...reachItems(kit, node),
    { id: 'copy', label: t('copy'), shortcut: 'mod+c', onSelect: () => copy([node]) },
    { id: 'pick', label: t(picked.has(node.id) ? 'unpick' : 'pick'), onSelect: () => pick(node) },
    { id: 'form', label: t('form'), onSelect: () => openForm(node) },
  ];
}

/** A box as the words of a statement name it. */
function nameParty(node: StageNode): string | undefined {
  const named = findSelection(node);
  if (named?.kind === 'node') return `node ${named.name}`;
  return named?.kind === 'pod' || named?.kind === 'service'
    ? `${named.kind} ${named.namespace}/${named.name}`
    : undefined;
}

/** All packets to it and from it. */
function reachItems({ t, reach, document }: MenuKit, node: StageNode): MenuItem[] {
  const party = document.subject === 'cluster' ? nameParty(node) : undefined;
  return party === undefined ? [] : [{ id: 'reach', label: t('reach'), onSelect: () => reach(party) }];
}

function podItems(kit: MenuKit, pod: PodBox, node: string): MenuItem[] {
  const { t, stage } = kit;
  const ready = pod.readiness === 'ready';
  const ending = pod.readiness === 'terminating';
  return [
    { heading: pod.name },
    act(kit, 'ready', ready ? t('notReady') : t('ready'), (doc) => setPodReady(doc, pod, !ready)),
    act(kit, 'end', ending ? t('unterminate') : t('terminate'), (doc) => setPodTerminating(doc, pod, !ending)),
    ...ownerItems(kit, pod),
    ...nodeNames(stage)
      .filter((name) => name !== node)
      .slice(0, MENU_ITEMS_MOST)
      .map((name) => act(kit, `move ${name}`, t('move', { node: name }), (doc) => movePod(doc, pod, name))),
  ];
}

function nodeNames({ nodes, compact }: StageModel): readonly string[] {
  return [...nodes, ...compact].map(({ name }) => name);
}

/** A Pod of a Deployment is killed and scaled; a bare one is removed. */
function ownerItems(kit: MenuKit, pod: PodBox): MenuItem[] {
  const { t, document } = kit;
  const object = document.cluster.pods.find(
    ({ metadata }) => metadata.name === pod.name && (metadata.namespace ?? 'default') === pod.namespace,
  );
  const owner = object && findDeployment(document, object);
  if (!owner) return [act(kit, 'remove', t('remove'), (doc) => removePod(doc, pod))];
  const replicas = owner.spec.replicas ?? 1;
  const which = { namespace: pod.namespace, name: owner.metadata.name };
  return [
    { id: 'kill', label: t('kill'), hint: t('killHint'), onSelect: () => kit.edit((doc) => killPod(doc, pod)) },
    act(kit, 'more', t('scaleUp', { count: replicas + 1 }), (doc) => scaleDeployment(doc, which, replicas + 1)),
    act(kit, 'less', t('removePod'), (doc) => removePod(doc, pod)),
  ];
}

function nodeHead({ t, focusNode }: MenuKit, node: StageNode | undefined): MenuItem[] {
  const own = node?.type === 'card' ? node.data.card : node?.type === 'compact' ? node.data.node : undefined;
  if (!own) return [];
  return [{ heading: own.name }, { id: 'datapath', label: t('datapath'), onSelect: () => focusNode(own.id) }];
}

function nodeItems(kit: MenuKit, node: Extract<StageNode, { type: 'card' | 'compact' }>): MenuItem[] {
  const { t, document } = kit;
  const { name } = node.type === 'card' ? node.data.card : node.data.node;
  const object = document.cluster.nodes.find(({ metadata }) => metadata.name === name);
  const cordoned = object?.spec.unschedulable ?? false;
  const up = object ? isNodeReady(object) : true;
  return [
    act(kit, 'pod', t('addPodHere'), (doc) => addPod(doc, { nodeName: name })),
    act(kit, 'cordon', cordoned ? t('uncordon') : t('cordon'), (doc) => cordonNode(doc, name, !cordoned)),
    act(kit, 'down', up ? t('takeDown') : t('bringUp'), (doc) => setNodeUp(doc, name, !up)),
    act(kit, 'remove', t('remove'), (doc) => removeNode(doc, name)),
  ];
}

const ACTS: readonly ManyAct[] = [
  'ready',
  'notReady',
  'terminate',
  'kill',
  'cordon',
  'uncordon',
  'takeDown',
  'bringUp',
  'remove',
];
const MOST = 8;

/** Rows of the menu for several selected boxes; each is one undo step. */
export function manyItems(kit: MenuKit, nodes: readonly StageNode[]): readonly MenuItem[] {
  const { t, stage, copy } = kit;
  const pods = nodes.some(({ type }) => type === 'pod');
  const targets = pods ? [...stage.nodes, ...stage.compact].slice(0, MOST) : [];
  return [
    { heading: t('many', { count: nodes.length }) },
    ...ACTS.filter((each) => takes(each, nodes)).map((each) => act(kit, each, t(each), editAll(each, nodes))),
    ...targets.map(({ name }) => act(kit, `move ${name}`, t('move', { node: name }), moveAll(nodes, name))),
    { id: 'copy', label: t('copy'), shortcut: 'mod+c', onSelect: () => copy(nodes) },
  ];
}

/** Where a menu was asked for, and on which box; no box: on the empty stage. `many`: for all that is selected. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
  readonly node?: StageNode | undefined;
  readonly many?: boolean;
}

interface Props {
  readonly picture: StagePicture;
  readonly edits: StageEdits;
  readonly hands: StageHistory;
  readonly clipboard: Clipboard;
  readonly at: MenuPlace | undefined;
  readonly onClose: () => void;
  readonly fit: () => void;
}

/** The menu of a box: by right click, long press, or the menu key while it has the focus. */
export function StageMenu(props: Props) {
  return (
    <RestOfWords>
      <Menu {...props} />
    </RestOfWords>
  );
}

function Menu({ picture, edits, hands, clipboard, at, onClose, fit }: Props) {
  const { edit, focusNode, select, showLeft } = useActions();
  const document = useBench(({ document: { present } }) => present);
  const t = useTranslations('hands.menu');
  const openForm = (node: StageNode): void => {
    select(findSelection(node));
    showLeft('cluster');
  };
  const { picked, pick, aim, pickedNodes } = hands;
  const reach = useReachAbout();
  const { copy, paste } = clipboard;
  const { sendFlow } = edits;
  const kit = {
    t,
    stage: picture.stage,
    document,
    edit,
    sendFlow,
    focusNode,
    fit,
    picked,
    pick,
    aim,
    copy,
    paste,
    openForm,
    reach,
  };
  const items = !at ? [] : at.many ? manyItems(kit, pickedNodes) : menuItems(kit, at.node);
  return <PointMenu at={at} onClose={onClose} items={items} />;
}
