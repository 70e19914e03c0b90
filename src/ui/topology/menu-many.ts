import type { MenuItem } from '../common/Menu';
import { moveAll, onAll, takes, type ManyAct } from './many.model';
import { act, type MenuKit } from './menu-kit';
import type { StageNode } from './stage-nodes.model';

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

/** What can be done with everything that is selected, each one undo step. */
export function manyItems(kit: MenuKit, nodes: readonly StageNode[]): readonly MenuItem[] {
  const { t, stage, copy } = kit;
  const pods = nodes.some(({ type }) => type === 'pod');
  const targets = pods ? [...stage.nodes, ...stage.compact].slice(0, MOST) : [];
  return [
    { heading: t('many', { count: nodes.length }) },
    ...ACTS.filter((each) => takes(each, nodes)).map((each) => act(kit, each, t(each), onAll(each, nodes))),
    ...targets.map(({ name }) => act(kit, `move ${name}`, t('move', { node: name }), moveAll(nodes, name))),
    { id: 'copy', label: t('copy'), shortcut: 'mod+c', onSelect: () => copy(nodes) },
  ];
}
