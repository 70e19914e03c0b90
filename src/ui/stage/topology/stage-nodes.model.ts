import type { Node } from '@xyflow/react';
import { assertNever } from '../../../core/lib/result';
import type { FlowSource } from '../../../core/document/document';
import type { Selection } from '../../../store/selection';
import type { PacketDestination } from './flows.model';
import { type Point, type Rect, placeAt } from './geometry.model';
import type { StageLayout } from './layout.model';
import type { CompactNode, NodeCard, OutsideBox, PodBox, ServiceChip, StageModel } from './stage-types';

export type LaneNode = Node<{ readonly stage: StageModel }, 'lane'>;
export type ServiceNode = Node<{ readonly chip: ServiceChip }, 'service'>;
export type CardNode = Node<{ readonly card: NodeCard }, 'card'>;
export type PodNode = Node<{ readonly pod: PodBox; readonly node: string; readonly dense: boolean }, 'pod'>;
export type CompactStageNode = Node<{ readonly node: CompactNode }, 'compact'>;
export type MoreNode = Node<{ readonly count: number }, 'more'>;
export type OutsideNode = Node<{ readonly box: OutsideBox }, 'outside'>;
export type RailsNode = Node<{ readonly stage: StageModel }, 'rails'>;

export type StageNode =
  | LaneNode
  | ServiceNode
  | CardNode
  | PodNode
  | CompactStageNode
  | MoreNode
  | OutsideNode
  | RailsNode;

/** Backgrounds nobody picks or moves. */
const SCENERY = {
  draggable: false,
  selectable: false,
  focusable: false,
  connectable: false,
  style: { pointerEvents: 'none' },
} as const;
const FIXED = { draggable: false, connectable: true } as const;

/** The stage as xyflow nodes: parents before children, sizes fixed by the layout. */
export function stageNodes(stage: StageModel, layout: StageLayout, selection: Selection | undefined): StageNode[] {
  const at = (id: string): Rect => layout.rects.get(id) ?? { x: 0, y: 0, width: 0, height: 0 };
  const lane: StageNode[] = layout.rects.has(placeAt.lane)
    ? [{ id: placeAt.lane, type: 'lane', data: { stage }, ...makeBox(at(placeAt.lane)), ...SCENERY }]
    : [];
  const movable = stage.subject === 'cluster';
  const cards = stage.nodes.flatMap((card) => cardNodes(card, layout, { at, selection, movable }));
  return [
    ...lane,
    ...stage.services.map((chip): ServiceNode => ({
      id: chip.id,
      type: 'service',
      data: { chip },
      ...makeBox(at(chip.id)),
      ...FIXED,
      selected: isSelected(selection, { kind: 'service', namespace: chip.namespace, name: chip.name }),
    })),
    ...cards,
    ...stage.compact.map((node): CompactStageNode => ({
      id: placeAt.compact(node.id),
      type: 'compact',
      data: { node },
      ...makeBox(at(placeAt.compact(node.id))),
      ...FIXED,
      selected: isSelected(selection, { kind: 'node', name: node.name }),
    })),
    ...moreNode(stage, at),
    { id: 'rails', type: 'rails', data: { stage }, ...makeBox(layout.bounds), ...SCENERY, zIndex: 4 },
    ...stage.outside.map((box): OutsideNode => ({
      id: placeAt.outside(box.id),
      type: 'outside',
      data: { box },
      ...makeBox(at(placeAt.outside(box.id))),
      ...FIXED,
      zIndex: 5,
      selected: isSelected(selection, { kind: 'netns', id: box.id }),
    })),
  ];
}

function makeBox(rect: Rect, origin: Point = { x: 0, y: 0 }): Pick<Node, 'position' | 'width' | 'height' | 'measured'> {
  const { width, height } = rect;
  return { position: { x: rect.x - origin.x, y: rect.y - origin.y }, width, height, measured: { width, height } };
}

interface CardContext {
  readonly at: (id: string) => Rect;
  readonly selection: Selection | undefined;
  /** Pods of a built cluster can be dragged. */
  readonly movable: boolean;
}

function cardNodes(card: NodeCard, { grid }: StageLayout, { at, selection, movable }: CardContext): StageNode[] {
  const id = placeAt.card(card.id);
  const rect = at(id);
  return [
    {
      id,
      type: 'card',
      data: { card },
      ...makeBox(rect),
      ...FIXED,
      zIndex: 1,
      selected: isSelected(selection, { kind: 'node', name: card.name }),
    },
    ...card.pods.map((pod): PodNode => ({
      id: placeAt.pod(pod.id),
      type: 'pod',
      parentId: id,
      data: { pod, node: card.name, dense: grid.form === 'dense' },
      ...makeBox(at(placeAt.pod(pod.id)), rect),
      draggable: movable,
      connectable: true,
      zIndex: 2,
      selected: isSelected(selection, { kind: 'pod', namespace: pod.namespace, name: pod.name }),
    })),
  ];
}

function moreNode({ hiddenNodes }: StageModel, at: (id: string) => Rect): MoreNode[] {
  if (hiddenNodes === 0) return [];
  const data = { count: hiddenNodes };
  return [{ id: placeAt.moreNodes, type: 'more', data, ...makeBox(at(placeAt.moreNodes)), ...SCENERY }];
}

/** The object that is selected on the page when a box of the stage is picked; undefined for scenery. */
export function findSelection(node: StageNode): Selection | undefined {
  switch (node.type) {
    case 'service':
      return { kind: 'service', namespace: node.data.chip.namespace, name: node.data.chip.name };
    case 'pod':
      return { kind: 'pod', namespace: node.data.pod.namespace, name: node.data.pod.name };
    case 'card':
      return { kind: 'node', name: node.data.card.name };
    case 'compact':
      return { kind: 'node', name: node.data.node.name };
    case 'outside':
      return { kind: 'netns', id: node.data.box.id };
    case 'lane':
    case 'more':
    case 'rails':
      return undefined;
    default:
      return assertNever(node);
  }
}

/** Source of a flow that starts at a box. */
export function flowSource(node: StageNode | undefined, stage: StageModel): FlowSource | undefined {
  if (stage.subject === 'pasted') return pastedSource(node, stage);
  if (node?.type === 'pod') return { kind: 'pod', namespace: node.data.pod.namespace, name: node.data.pod.name };
  if (node?.type === 'card') return { kind: 'node', name: node.data.card.name };
  if (node?.type === 'compact') return { kind: 'node', name: node.data.node.name };
  return node?.type === 'outside' && node.data.box.kind === 'client' ? { kind: 'external' } : undefined;
}

/** Of a pasted node: the node itself, or an address behind one of its devices. */
function pastedSource(node: StageNode | undefined, { nodes }: StageModel): FlowSource | undefined {
  const real = nodes.find(({ guessed }) => !guessed);
  const cable = real?.lower.find(({ kind }) => kind === 'physical')?.name;
  const behind = (device: string | undefined, address: string): FlowSource | undefined =>
    device === undefined ? undefined : { kind: 'interface', device, address };
  if (node?.type === 'card' && !node.data.card.guessed) return { kind: 'interface', address: node.data.card.address };
  if (node?.type === 'outside') return behind(cable, node.data.box.address);
  if (node?.type !== 'pod') return undefined;
  const { pod, node: host } = node.data;
  return behind(host === real?.name ? (pod.veth?.bridge ?? pod.veth?.name) : cable, pod.address);
}

/** The end of a flow that is drawn to a box; undefined: nothing can be sent there. */
export function findPacketDestination(node: StageNode | undefined): PacketDestination | undefined {
  switch (node?.type) {
    case 'service':
      return { kind: 'service', chip: node.data.chip };
    case 'pod': {
      const { namespace, name, address } = node.data.pod;
      return { kind: 'pod', namespace, name, address };
    }
    case 'card':
      return toAddress(node.data.card.address, getListener(node.data.card));
    case 'compact':
      return toAddress(node.data.node.address, KUBELET);
    case 'outside':
      return toAddress(node.data.box.address, WEB);
    case 'lane':
    case 'more':
    case 'rails':
    case undefined:
      return undefined;
  }
}

/** What a node is asked for when nothing else is known to listen, and a host outside. */
const [KUBELET, WEB] = [10_250, 80];

function toAddress(address: string, port: number): PacketDestination | undefined {
  return address === '' ? undefined : { kind: 'address', address, port };
}

/** The first TCP port something in the node's own namespace listens on. */
function getListener({ local }: NodeCard): number {
  const port = local.owners.flatMap((owner) => owner.ports).find((text) => /^:\d+$/.test(text));
  return port === undefined ? KUBELET : Number(port.slice(1));
}

function isSelected(selection: Selection | undefined, own: Selection): boolean {
  if (selection?.kind !== own.kind) return false;
  return Object.entries(own).every(([key, value]) => (selection as unknown as Record<string, string>)[key] === value);
}

/** The node card under a point of the stage, by the node's name. */
export function cardAt(stage: StageModel, layout: StageLayout, { x, y }: Point): string | undefined {
  return stage.nodes.find(({ id }) => {
    const rect = layout.rects.get(placeAt.card(id));
    return rect && x >= rect.x && x <= rect.x + rect.width && y >= rect.y && y <= rect.y + rect.height;
  })?.name;
}
