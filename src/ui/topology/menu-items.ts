import { cordonNode, isNodeReady, removeNode, setNodeUp } from '../../core/document/edits/nodes';
import {
  addDeployment,
  addPod,
  deploymentOf,
  killPod,
  movePod,
  removePod,
  scaleDeployment,
  setPodReady,
  setPodTerminating,
} from '../../core/document/edits/pods';
import { addNode } from '../../core/document/edits/nodes';
import { addService } from '../../core/document/edits/services';
import type { FlowSource } from '../../core/document/document';
import type { MenuItem } from '../common/Menu';
import { waysFromOutside, type Goal } from './flows.model';
import { act, titleOf, type MenuKit } from './menu-kit';
import { serviceItems } from './menu-service';
import { sourceOf, type StageNode } from './stage-nodes.model';
import type { PodBox, ServiceChip, StageModel } from './stage-types';

/** Rows of a list of targets or nodes; more belong in a form. */
const MOST = 8;

/** Actions of a box; of the empty stage when it is undefined. */
export function menuItems(kit: MenuKit, node: StageNode | undefined): readonly MenuItem[] {
  const { t, fit, stage } = kit;
  const from = sourceOf(node, stage);
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

/** What can be done with any object: copied, picked, opened as a form. */
function commonItems({ t, copy, pick, picked, openForm }: MenuKit, node: StageNode): MenuItem[] {
  return [
    { id: 'copy', label: t('copy'), shortcut: 'mod+c', onSelect: () => copy([node]) },
    { id: 'pick', label: t(picked.has(node.id) ? 'unpick' : 'pick'), onSelect: () => pick(node) },
    { id: 'form', label: t('form'), onSelect: () => openForm(node) },
  ];
}

/** Where a flow from this box can go: anywhere by choosing on the stage, to Services at once. */
function flowItems(kit: MenuKit, node: StageNode | undefined, from: FlowSource | undefined): MenuItem[] {
  const { t, stage, sendFlow, aim } = kit;
  if (!from || !node) return [];
  const goals = from.kind === 'external' ? outsideGoals(stage) : stage.services.map(goalOf);
  return [
    { heading: t('send') },
    { id: 'aim', label: t('aim'), hint: t('aimHint'), onSelect: () => aim(node) },
    ...goals
      .slice(0, MOST)
      .map((goal) => ({ id: goal.id, label: goal.label, onSelect: () => sendFlow(from, goal.goal) })),
  ];
}

/** An entry of a menu that leads to a Service. */
interface Offer {
  readonly id: string;
  readonly label: string;
  readonly goal: Goal;
}

function goalOf(chip: ServiceChip): Offer {
  return { id: chip.id, label: titleOf(chip), goal: { kind: 'service', chip } };
}

/** From outside: what is reached there of all Services first (ports of nodes, the balancers' addresses), then cluster IPs. */
function outsideGoals(stage: StageModel): Offer[] {
  const inside = stage.services.filter(({ via }) => via === 'clusterIP');
  const ports = inside.flatMap((chip) => waysFromOutside(stage, chip)).filter(({ node }) => node !== undefined);
  const brought = stage.services.filter(({ via }) => via !== 'clusterIP');
  return [...ports.map(offerOf), ...brought.map(goalOf), ...inside.map(goalOf)];
}

/** `node1:30080`, or the address of the way. */
function offerOf(goal: ReturnType<typeof waysFromOutside>[number]): Offer {
  const { chip, node } = goal;
  if (node === undefined) return { id: chip.id, label: `${chip.address}:${chip.port}`, goal };
  return { id: `${chip.id} ${node}`, label: `${node}:${chip.nodePort ?? chip.port} (${chip.name})`, goal };
}

function sendFrom({ t, stage, sendFlow }: MenuKit, node: StageNode): MenuItem[] {
  if (node.type !== 'service') return [];
  const { chip } = node.data;
  const goal: Goal = { kind: 'service', chip };
  const pods = stage.nodes.flatMap(({ pods: own }) => own).slice(0, MOST - 1);
  const client = stage.outside.some(({ kind }) => kind === 'client');
  return [
    { heading: t('sendFrom') },
    ...(client ? waysFromOutside(stage, chip).map(offerOf) : []).map((offer) => ({
      id: `outside ${offer.id}`,
      label: `${t('outside')} → ${offer.label}`,
      onSelect: () => sendFlow({ kind: 'external' }, offer.goal),
    })),
    ...pods.map(({ id, namespace, name }) => ({
      id,
      label: name,
      onSelect: () => sendFlow({ kind: 'pod', namespace, name }, goal),
    })),
  ];
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
      .slice(0, MOST)
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
  const owner = object && deploymentOf(document, object);
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
