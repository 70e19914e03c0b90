import { useBench } from '../../../store/hooks';
import { cardOnStage, chipOnStage, ObjectMenu, podOnStage } from '../../stage/topology/ObjectMenu';
import type { StageNode } from '../../stage/topology/stage-nodes.model';
import type { StageModel } from '../../stage/topology/stage-types';
import type { MenuTarget } from '../drawing/picture';

interface Props {
  readonly asked: MenuTarget;
  readonly onClose: () => void;
}

/** Rows that only mean something where boxes are picked and dragged. */
const HANDS_ONLY = ['aim', 'fit', 'pick', 'copy', 'paste'] as const;
/** And those that open panes of the bench. */
const IN_STORY: ReadonlySet<string> = new Set([...HANDS_ONLY, 'form', 'datapath']);
const ON_BENCH: ReadonlySet<string> = new Set(HANDS_ONLY);

/** The menu of a Pod, a node or the Service: the bench's own, without items that need its panes. */
export function StoryMenu({ asked, onClose }: Props) {
  const told = useBench(({ view }) => view.depth === 'story');
  const find = (stage: StageModel): StageNode | undefined => findNode(stage, asked);
  return <ObjectMenu at={asked} find={find} focus={asked.id} without={told ? IN_STORY : ON_BENCH} onClose={onClose} />;
}

function findNode(stage: StageModel, { kind, id }: MenuTarget): StageNode | undefined {
  switch (kind) {
    case 'pod':
      return podOnStage(stage, (pod) => pod.id === id);
    case 'node':
      return cardOnStage(stage, (node) => node.id === id);
    case 'service':
      return chipOnStage(stage, ({ name }) => name === id);
    case 'add':
      return undefined;
  }
}
