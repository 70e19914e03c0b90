import { ArrowLeft, ChartNoAxesCombined, Plus, ChevronDown, Columns3, Images } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { type Flow, type Document, flowsOfSubject } from '../../core/document/document';
import { useActions, useBench, useBenchStore } from '../../store/hooks';
import { COMPARE_TABS } from '../../store/view-state';
import { AsSheet, changeSheetId } from '../common/AsSheet';
import { Button, Segmented, Select } from '../common/controls';
import { VerdictBadge } from '../common/VerdictBadge';
import { sideKey } from '../reach/sides.model';
import { useReachChanges } from '../shell/bench/use-reach-about';
import { useWorkspace } from '../shell/bench/use-shortcuts';
import { dispositionMark } from '../common/theme/verdicts';
import {
  listEnds,
  MOST_SHOWN_PANES,
  PICTURES,
  ARRANGEMENTS,
  arrange,
  type Arrangement,
  onePaneMore,
} from './compare.model';
import { paneTitles, titleText, BEFORE_KEY, CLUSTER_KEY, findPolicyKind } from './pane.model';
import { type Compared, usePictured, useFlowTitle } from './use-comparison';
import styles from './compare.module.css';
import { Menu, type MenuItem } from '../common/floating';
import { Suspense, useState, type ReactNode } from 'react';
import { lazyPart } from '../common/late';
import { isProbe } from '../../core/questions/compare/compare-probes';

/** Panes that belong together, with one choice. */
function ArrangeMenu({ compared }: { readonly compared: Compared }) {
  const t = useTranslations('compare.arrange');
  return (
    <Menu
      label={t('label')}
      items={useArrangeItems(compared)}
      trigger={
        <Button size="s" icon={<Columns3 aria-hidden />} className={styles.add}>
          {t('label')}
          <ChevronDown aria-hidden />
        </Button>
      }
    />
  );
}

/** Above the table: the way back, what is looked at, the flow, how the panes stand; then what came of it in a sentence. */
export function CompareBar({ compared }: { readonly compared: Compared }) {
  const t = useTranslations('compare');
  const { setComparing } = useWorkspace();
  const { setCompare } = useActions();
  const tab = useBench(({ view }) => view.compare.tab);
  return (
    <div className={styles.bar}>
      <Button
        variant="quiet"
        icon={<ArrowLeft aria-hidden />}
        aria-label={t('back')}
        title={t('back')}
        onClick={() => setComparing(false)}
      />
      <Segmented
        label={t('tabs')}
        value={tab}
        onChange={(next) => setCompare({ tab: next })}
        items={COMPARE_TABS.map((id) => ({ id, label: t(`tab.${id}`) }))}
      />
      {tab !== 'probes' && <FlowChoice flow={compared.flow} />}
      <ArrangeMenu compared={compared} />
      {compared.panes.length < MOST_SHOWN_PANES && <AddPane compared={compared} />}
      {tab === 'walk' && <PicturesSwitch />}
      <CostButton />
      <ChangeSheet compared={compared} />
      {tab === 'walk' && <Ends compared={compared} />}
    </div>
  );
}

/** The first two panes for all packets and as a Sheet, where they are two modes or releases of the cluster on the bench. */
function ChangeSheet({ compared: { panes } }: { readonly compared: Compared }) {
  const t = useTranslations('reach');
  const openChanges = useReachChanges();
  const isCluster = useBench(({ document }) => document.present.subject === 'cluster');
  const own = panes.filter(({ document, policy }) => document === undefined && policy === undefined);
  const [before, after] = own;
  if (!isCluster || !before || !after || (before.mode === after.mode && before.release === after.release)) return null;
  return (
    <>
      <Button size="s" onClick={() => openChanges(`${sideKey(before)} ${sideKey(after)}`)}>
        {t('card')}
      </Button>
      <AsSheet name={changeSheetId(before, after, false)} />
    </>
  );
}

/** One pane more. */
function AddPane({ compared }: { readonly compared: Compared }) {
  const t = useTranslations('compare');
  const { add, window } = useOnePaneMore(compared);
  return (
    <>
      <Button size="s" icon={<Plus aria-hidden />} className={styles.add} onClick={add}>
        {t('add')}
      </Button>
      {window}
    </>
  );
}

/** Pictures above the table, or the table alone. */
function PicturesSwitch() {
  const t = useTranslations('pictures');
  const on = usePictured();
  const { setCollapsed } = useActions();
  return (
    <Button
      size="s"
      icon={<Images aria-hidden />}
      className={styles.add}
      aria-pressed={on}
      title={t('showHint')}
      onClick={() => setCollapsed(PICTURES, on)}
    >
      {t('show')}
    </Button>
  );
}

/** To what each mode costs as Services come: asked where modes are chosen. */
function CostButton() {
  const t = useTranslations('cost');
  const { openDialog } = useWorkspace();
  return (
    <Button
      size="s"
      icon={<ChartNoAxesCombined aria-hidden />}
      className={styles.add}
      title={t('openHint')}
      onClick={() => openDialog('cost')}
    >
      {t('open')}
    </Button>
  );
}

function FlowChoice({ flow }: { readonly flow: Flow | undefined }) {
  const t = useTranslations('compare');
  const { options, choose } = useFlowChoice(flow);
  return (
    <Select aria-label={t('flow')} value={flow?.id ?? ''} onChange={choose} options={options} className={styles.flow} />
  );
}

/** Do the panes end alike? Said in words, with each end's mark. */
function Ends({ compared }: { readonly compared: Compared }) {
  const { comparison, working } = compared;
  const t = useTranslations('compare');
  const verdict = useTranslations('common.verdict');
  const panes = comparison?.panes ?? [];
  const ends = listEnds(panes);
  const titles = paneTitles(
    panes.map(({ spec }) => spec),
    compared,
  ).map(titleText);
  return (
    <p role="status" className={styles.ends} data-ends={ends.length}>
      {!comparison && working && t('working')}
      {comparison && <b>{t(ends.length === 0 ? 'none' : ends.length === 1 ? 'same' : 'differ')}</b>}
      {ends.map(({ disposition, answered, panes: which }) => (
        <span key={`${disposition} ${answered}`} className={styles.ending}>
          {ends.length > 1 && <span>{t('ending', { panes: which.map((pane) => titles[pane]).join(', ') })} </span>}
          <VerdictBadge mark={dispositionMark({ kind: disposition } as never)} word={verdict(disposition)} />
          {disposition === 'DELIVERED' && !answered && <span className={styles.silent}> · {t('silent')}</span>}
        </span>
      ))}
    </p>
  );
}

const OtherPane = lazyPart(async () => (await import('./OtherPane')).OtherPane);

/** The document as it was before the last edit, while that can be undone. */
function useBefore(): Document | undefined {
  const store = useBenchStore();
  useBench(({ document }) => document.present);
  return store.temporal.getState().pastStates.at(-1)?.document?.present;
}

/** Panes that belong together, each with one choice. */
export function useArrangeItems({ offers, flow }: Compared): readonly MenuItem[] {
  const t = useTranslations('compare.arrange');
  const document = useBench((state) => state.document.present);
  const documents = useBench(({ view }) => view.compare.documents);
  const before = useBefore();
  const { setCompare } = useActions();
  const choose = (kind: Arrangement): void => {
    const panes = arrange(kind, { offers, document, flow, before });
    if (!panes) return;
    const kept = kind === 'edit' && before ? { ...documents, [BEFORE_KEY]: before } : documents;
    setCompare({ panes, documents: kept, outcome: undefined });
  };
  const policy = flow ? findPolicyKind(flow) : undefined;
  return ARRANGEMENTS.map((kind) => ({
    id: kind,
    label: t(kind === 'policies' && policy === 'internal' ? 'policiesInternal' : kind),
    hint: t(`hint.${kind}`),
    disabled: arrange(kind, { offers, document, flow, before }) === undefined,
    onSelect: () => choose(kind),
  }));
}

/** Another mode of the cluster; beside a pasted node without a cluster another document, which a window asks for. */
export function useOnePaneMore({ panes, offers, setPanes }: Compared): { readonly add: () => void; window: ReactNode } {
  const release = useBench(({ document }) => document.present.release);
  const mode = useBench(({ document }) => document.present.mode);
  const pasted = useBench(({ document }) => document.present.subject === 'pasted');
  const built = useBench(({ document }) => document.present.cluster.nodes.length > 0);
  const [choosing, setChoosing] = useState(false);
  const add = (): void => {
    if (pasted && !built) setChoosing(true);
    else
      setPanes(
        onePaneMore(panes, offers, { proxied: { mode, release }, ...(pasted ? { document: CLUSTER_KEY } : {}) }),
      );
  };
  const window = choosing && (
    <Suspense fallback={null}>
      <OtherPane onClose={() => setChoosing(false)} onPane={(pane) => setPanes([...panes, pane])} />
    </Suspense>
  );
  return { add, window };
}

interface FlowOptions {
  readonly options: readonly { readonly id: string; readonly label: string }[];
  readonly choose: (id: string) => void;
}

/** The flows that can be compared: the document's, and the generated one that is. */
export function useFlowChoice(flow: Flow | undefined): FlowOptions {
  const titleOf = useFlowTitle();
  const document = useBench(({ document: { present } }) => present);
  const { selectFlow, setCompare, setCompareTick } = useActions();
  const generated = flow && isProbe(flow.id) ? [flow] : [];
  const options = [...generated, ...flowsOfSubject(document)].map((each) => ({
    id: each.id,
    label: titleOf(each),
  }));
  const choose = (id: string): void => {
    setCompare({ probe: undefined, outcome: undefined });
    setCompareTick(0);
    selectFlow(id);
  };
  return { options, choose };
}
