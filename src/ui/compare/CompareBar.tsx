import { ArrowLeft, ChartNoAxesCombined, Plus, ChevronDown, Columns3, Images } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { Flow } from '../../core/document/document';
import { useActions, useBench } from '../../store/hooks';
import { COMPARE_TABS } from '../../store/types';
import { Button, Segmented, Select } from '../common/controls';
import { VerdictBadge } from '../common/VerdictBadge';
import { useShell } from '../bench/use-shortcuts';
import { dispositionMark } from '../theme/verdicts';
import { listEnds, MOST_SHOWN_PANES } from './compare.model';
import { paneTitles, titleText } from './pane.model';
import { type Compared, usePictured } from './use-comparison';
import styles from './compare.module.css';
import { Menu } from '../common/Menu';
import { PICTURES } from './pictured.model';
import { useArrangeItems, useFlowChoice, useOnePaneMore } from './use-compare-tools';

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
  const { setComparing } = useShell();
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
      {tab === 'walk' && <Ends compared={compared} />}
    </div>
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
  const { openDialog } = useShell();
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
