import { type MenuItem } from '../../common/floating';
import { type StageNode } from './stage-nodes.model';
import type { FlowSource } from '../../../core/document/document';
import { waysFromOutside, type PacketDestination } from './flows.model';
import type { ServiceChip, StageModel } from './stage-types';
import { type MenuKit, formatTitle, MENU_ITEMS_MOST } from './menu-kit';

/** Where a flow from this box can go: anywhere by choosing on the stage, to Services at once. */
export function flowItems(kit: MenuKit, node: StageNode | undefined, from: FlowSource | undefined): MenuItem[] {
  const { t, stage, sendFlow, aim } = kit;
  if (!from || !node) return [];
  const goals = from.kind === 'external' ? outsideGoals(stage) : stage.services.map(makeGoal);
  return [
    { heading: t('send') },
    { id: 'aim', label: t('aim'), hint: t('aimHint'), onSelect: () => aim(node) },
    ...goals
      .slice(0, MENU_ITEMS_MOST)
      .map((goal) => ({ id: goal.id, label: goal.label, onSelect: () => sendFlow(from, goal.goal) })),
  ];
}

/** An entry of a menu that leads to a Service. */
interface Offer {
  readonly id: string;
  readonly label: string;
  readonly goal: PacketDestination;
}

function makeGoal(chip: ServiceChip): Offer {
  return { id: chip.id, label: formatTitle(chip), goal: { kind: 'service', chip } };
}

/** From outside: what is reached there of all Services first (ports of nodes, the balancers' addresses), then cluster IPs. */
function outsideGoals(stage: StageModel): Offer[] {
  const inside = stage.services.filter(({ via }) => via === 'clusterIP');
  const ports = inside.flatMap((chip) => waysFromOutside(stage, chip)).filter(({ node }) => node !== undefined);
  const brought = stage.services.filter(({ via }) => via !== 'clusterIP');
  return [...ports.map(makeOffer), ...brought.map(makeGoal), ...inside.map(makeGoal)];
}

/** `node1:30080`, or the address of the way. */
function makeOffer(goal: ReturnType<typeof waysFromOutside>[number]): Offer {
  const { chip, node } = goal;
  if (node === undefined) return { id: chip.id, label: `${chip.address}:${chip.port}`, goal };
  return { id: `${chip.id} ${node}`, label: `${node}:${chip.nodePort ?? chip.port} (${chip.name})`, goal };
}

export function sendFrom({ t, stage, sendFlow }: MenuKit, node: StageNode): MenuItem[] {
  if (node.type !== 'service') return [];
  const { chip } = node.data;
  const goal: PacketDestination = { kind: 'service', chip };
  const pods = stage.nodes.flatMap(({ pods: own }) => own).slice(0, MENU_ITEMS_MOST - 1);
  const client = stage.outside.some(({ kind }) => kind === 'client');
  return [
    { heading: t('sendFrom') },
    ...(client ? waysFromOutside(stage, chip).map(makeOffer) : []).map((offer) => ({
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
