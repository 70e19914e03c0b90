import { useTranslations } from 'use-intl';
import { useActions, useBench, useBenchStore } from '../../store/hooks';
import { PointMenu, type MenuItem } from '../common/floating';
import { RestOfWords } from '../i18n/I18nProvider';
import { withFlow } from '../topology/flows.model';
import { shownFamily } from '../topology/flows.model';
import type { StageNode } from '../topology/stage-nodes.model';
import type { StageModel } from '../topology/stage-types';
import { menuItems, type MenuKit } from '../topology/StageMenu';
import { makeStage } from '../topology/topology.model';
import type { MenuAsked } from './story-parts';

interface Props {
  readonly asked: MenuAsked;
  readonly onClose: () => void;
}

/** What can be done with a Pod, a node or the Service: the bench's own menus, without what needs its panes. */
export function StoryMenu(props: Props) {
  return (
    <RestOfWords>
      <Items {...props} />
    </RestOfWords>
  );
}

/** Rows that only mean something on the bench. */
const BENCH_ONLY: ReadonlySet<string> = new Set(['aim', 'fit', 'pick', 'copy', 'paste', 'form', 'datapath']);

const NOBODY: ReadonlySet<string> = new Set();
const nothing = (): void => undefined;

function Items({ asked, onClose }: Props) {
  const t = useTranslations('hands.menu');
  const store = useBenchStore();
  const { edit, send, focusNode } = useActions();
  const document = useBench(({ document: { present } }) => present);
  const bench = useBench(({ run }) => run.bench);
  const result = useBench(({ run }) => run.result);
  if (!bench) return null;
  const stage = makeStage(document, bench, { family: shownFamily(result, bench), focus: new Set([asked.id]) });
  const kit: MenuKit = {
    t,
    stage,
    document,
    edit,
    sendFlow: (from, goal) => {
      const made = withFlow(store.getState().document.present, from, goal);
      edit(() => made.document);
      send(made.id);
    },
    focusNode,
    picked: NOBODY,
    fit: nothing,
    pick: nothing,
    aim: nothing,
    copy: nothing,
    paste: nothing,
    openForm: nothing,
  };
  const items = menuItems(kit, findNode(stage, asked)).filter((item) => !('id' in item) || !BENCH_ONLY.has(item.id));
  return <PointMenu at={asked} onClose={onClose} items={withoutEmptyHeadings(items)} />;
}

function withoutEmptyHeadings(items: readonly MenuItem[]): readonly MenuItem[] {
  return items.filter((item, index) => {
    const next = items[index + 1];
    return 'id' in item || (next !== undefined && 'id' in next);
  });
}

const AT_ORIGIN = { position: { x: 0, y: 0 } } as const;

function findNode(stage: StageModel, { kind, id }: MenuAsked): StageNode | undefined {
  switch (kind) {
    case 'pod': {
      const card = stage.nodes.find(({ pods }) => pods.some((pod) => pod.id === id));
      const pod = card?.pods.find((each) => each.id === id);
      return card && pod && { id, type: 'pod', data: { pod, node: card.name, dense: false }, ...AT_ORIGIN };
    }
    case 'node': {
      const card = stage.nodes.find((each) => each.id === id);
      return card && { id, type: 'card', data: { card }, ...AT_ORIGIN };
    }
    case 'service': {
      const chip = stage.services.find(({ name, via }) => name === id && via === 'clusterIP');
      return chip && { id, type: 'service', data: { chip }, ...AT_ORIGIN };
    }
    case 'add':
      return undefined;
  }
}
