import { cordonNode, removeNode, setNodeUp } from '../../core/document/edits/nodes';
import {
  deploymentOf,
  killPod,
  movePod,
  removePod,
  scaleDeployment,
  setPodReady,
  setPodTerminating,
} from '../../core/document/edits/pods';
import { removeService } from '../../core/document/edits/services';
import type { Document, FlowSource } from '../../core/document/document';
import type { MenuItem } from '../common/Menu';
import type { Goal } from './flows.model';
import { sourceOf, type StageNode } from './stage-nodes.model';
import type { NodeCard, PodBox, ServiceChip, StageModel } from './stage-types';
import type { useTranslations } from 'use-intl';

/** Rows of a list of targets or sources; more belong in the flow form. */
const MOST = 8;

/** What menu items are made from. */
export interface MenuKit {
  readonly t: ReturnType<typeof useTranslations<'topology.menu'>>;
  readonly stage: StageModel;
  readonly document: Document;
  readonly edit: (change: (document: Document) => Document) => void;
  readonly sendFlow: (from: FlowSource, goal: Goal) => void;
  readonly focusNode: (netns: string) => void;
  readonly fit: () => void;
}

/** Actions of a box; of the empty stage when it is undefined. */
export function menuItems(kit: MenuKit, node: StageNode | undefined): readonly MenuItem[] {
  const { t, fit, stage } = kit;
  const rest: MenuItem = { id: 'fit', label: t('fit'), onSelect: fit };
  if (node?.type === 'pod' && stage.subject === 'cluster')
    return [...podItems(kit, node.data.pod, node.data.node), ...sendTo(kit, sourceOf(node, stage))];
  if (node?.type === 'card') return nodeItems(kit, node.data.card, sourceOf(node, stage));
  if (node?.type === 'service' && stage.subject === 'cluster') return serviceItems(kit, node.data.chip);
  return [...sendTo(kit, sourceOf(node, stage)), rest];
}

function act(kit: MenuKit, id: string, label: string, change: (doc: Document) => Document): MenuItem {
  return { id, label, onSelect: () => kit.edit(change) };
}

function sendTo({ t, stage, sendFlow }: MenuKit, from: FlowSource | undefined): MenuItem[] {
  if (!from || stage.services.length === 0) return [];
  return [
    { heading: t('send') },
    ...stage.services.slice(0, MOST).map((chip) => ({
      id: chip.id,
      label: titleOf(chip),
      onSelect: () => sendFlow(from, { kind: 'service', chip }),
    })),
  ];
}

/** `web 10.96.98.173:80`; the protocol is said unless it is TCP. */
function titleOf({ name, address, port, protocol }: ServiceChip): string {
  return `${name} ${address}:${port}${protocol === 'TCP' ? '' : ` ${protocol}`}`;
}

function sendFrom({ t, stage, sendFlow }: MenuKit, goal: Goal): MenuItem[] {
  const pods = stage.nodes.flatMap(({ pods: own }) => own).slice(0, MOST - 1);
  const client = stage.outside.some(({ kind }) => kind === 'client');
  return [
    { heading: t('sendFrom') },
    ...(client ? [{ id: 'outside', label: t('outside'), onSelect: () => sendFlow({ kind: 'external' }, goal) }] : []),
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
    ...stage.nodes
      .filter(({ name }) => name !== node)
      .map(({ name }) => act(kit, `move ${name}`, t('move', { node: name }), (doc) => movePod(doc, pod, name))),
  ];
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
  const less = Math.max(0, replicas - 1);
  return [
    { id: 'kill', label: t('kill'), hint: t('killHint'), onSelect: () => kit.edit((doc) => killPod(doc, pod)) },
    act(kit, 'more', t('scaleUp', { count: replicas + 1 }), (doc) => scaleDeployment(doc, which, replicas + 1)),
    act(kit, 'less', t('scaleDown', { count: less }), (doc) => scaleDeployment(doc, which, less)),
  ];
}

function nodeItems(kit: MenuKit, { id, name, cordoned, down }: NodeCard, from: FlowSource | undefined): MenuItem[] {
  const { t, stage, focusNode } = kit;
  const always: MenuItem[] = [
    { heading: name },
    { id: 'datapath', label: t('datapath'), onSelect: () => focusNode(id) },
  ];
  if (stage.subject === 'pasted') return [...always, ...sendTo(kit, from)];
  return [
    ...always,
    act(kit, 'cordon', cordoned ? t('uncordon') : t('cordon'), (doc) => cordonNode(doc, name, !cordoned)),
    act(kit, 'down', down ? t('bringUp') : t('takeDown'), (doc) => setNodeUp(doc, name, down)),
    act(kit, 'remove', t('remove'), (doc) => removeNode(doc, name)),
    ...sendTo(kit, from),
  ];
}

function serviceItems(kit: MenuKit, chip: ServiceChip): MenuItem[] {
  return [
    { heading: titleOf(chip) },
    act(kit, 'remove', kit.t('remove'), (doc) => removeService(doc, chip)),
    ...sendFrom(kit, { kind: 'service', chip }),
  ];
}
