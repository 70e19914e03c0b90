import { useReachAbout } from '../../shell/bench/use-reach-about';
import { useTranslations } from 'use-intl';
import { useActions, useBench, useBenchStore } from '../../../store/hooks';
import type { Selection } from '../../../store/selection';
import { PointMenu, type MenuItem } from '../../common/floating';
import { RestOfWords } from '../../common/i18n/I18nProvider';
import { shownFamily, withFlow } from './flows.model';
import { findSelection, type StageNode } from './stage-nodes.model';
import type { StageModel } from './stage-types';
import { menuItems } from './StageMenu';
import { type MenuKit } from './menu-kit';
import { makeStage } from './topology.model';

interface Props {
  /** Where it opens, px of the window. */
  readonly at: { readonly x: number; readonly y: number };
  /** Finds the object's box on a stage; undefined: it is not drawn there. */
  readonly find: (stage: StageModel) => StageNode | undefined;
  /** The namespace it is or is in: a stage of many draws it whole then. */
  readonly focus: string;
  /** Rows that mean nothing where it is asked for, by their ids. */
  readonly without: ReadonlySet<string>;
  /** What its form is opened of, where it is on no stage. */
  readonly selection?: Selection;
  readonly onClose: () => void;
}

/** The stage's own menu of a Pod, a node or a Service, asked for where no stage with hands is. */
export function ObjectMenu(props: Props) {
  return (
    <RestOfWords>
      <Items {...props} />
    </RestOfWords>
  );
}

const NOBODY: ReadonlySet<string> = new Set();
const nothing = (): void => undefined;

function Items({ at, find, focus, without, selection, onClose }: Props) {
  const t = useTranslations('hands.menu');
  const store = useBenchStore();
  const reach = useReachAbout();
  const { edit, send, focusNode, select, showLeft } = useActions();
  const document = useBench(({ document: { present } }) => present);
  const bench = useBench(({ run }) => run.bench);
  const result = useBench(({ run }) => run.result);
  if (!bench) return null;
  const stage = makeStage(document, bench, { family: shownFamily(result, bench), focus: new Set([focus]) });
  const node = find(stage);
  const openForm = (of: StageNode | undefined): void => {
    select(selection ?? (of && findSelection(of)));
    showLeft('cluster');
  };
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
    openForm,
    reach,
  };
  const isSomething = selection !== undefined && node === undefined;
  const all: readonly MenuItem[] = isSomething
    ? [{ id: 'form', label: t('form'), onSelect: () => openForm(undefined) }]
    : menuItems(kit, node);
  const items = all.filter((item) => !('id' in item) || !without.has(item.id));
  return <PointMenu at={at} onClose={onClose} items={withoutEmptyHeadings(items)} />;
}

function withoutEmptyHeadings(items: readonly MenuItem[]): readonly MenuItem[] {
  return items.filter((item, index) => {
    const next = items[index + 1];
    return 'id' in item || (next !== undefined && 'id' in next);
  });
}

const AT_ORIGIN = { position: { x: 0, y: 0 } } as const;

/** A Pod of a stage, as a node of it; undefined: it is not drawn. */
export function podOnStage(
  stage: StageModel,
  isIt: (pod: StageModel['nodes'][number]['pods'][number]) => boolean,
): StageNode | undefined {
  for (const { name, pods } of stage.nodes) {
    const pod = pods.find(isIt);
    if (pod) return { id: pod.id, type: 'pod', data: { pod, node: name, dense: false }, ...AT_ORIGIN };
  }
  return undefined;
}

/** A node of a cluster, as it is on a stage. */
export function cardOnStage(
  { nodes, compact }: StageModel,
  isIt: (node: { readonly id: string; readonly name: string }) => boolean,
): StageNode | undefined {
  const card = nodes.find(isIt);
  if (card) return { id: card.id, type: 'card', data: { card }, ...AT_ORIGIN };
  const node = compact.find(isIt);
  return node && { id: node.id, type: 'compact', data: { node }, ...AT_ORIGIN };
}

/** A Service of a stage by its cluster IP, or by another of its addresses where it has none. */
export function chipOnStage(
  { services }: StageModel,
  isIt: (chip: StageModel['services'][number]) => boolean,
): StageNode | undefined {
  const own = services.filter(isIt);
  const chip = own.find(({ via }) => via === 'clusterIP') ?? own[0];
  return chip && { id: chip.id, type: 'service', data: { chip }, ...AT_ORIGIN };
}

/** Finds the box of a stage for an object picked in a list; undefined: the stage draws none. */
export function selectionOnStage(stage: StageModel, selection: Selection): StageNode | undefined {
  if (selection.kind === 'node') return cardOnStage(stage, ({ name }) => name === selection.name);
  if (selection.kind !== 'pod' && selection.kind !== 'service') return undefined;
  const isIt = ({ namespace, name }: { readonly namespace: string; readonly name: string }): boolean =>
    namespace === selection.namespace && name === selection.name;
  return selection.kind === 'pod' ? podOnStage(stage, isIt) : chipOnStage(stage, isIt);
}
