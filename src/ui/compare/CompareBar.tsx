import { ArrowLeft, Plus } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import { Button } from '../common/Button';
import { Select } from '../common/Select';
import { VerdictBadge } from '../common/VerdictBadge';
import { sourceTitle, targetTitle } from '../editors/flow.model';
import { useFlowWords } from '../editors/use-flow-words';
import { useShell } from '../shell/shell-context';
import { dispositionMark } from '../theme/verdicts';
import { endsOf, MOST_PANES, onePaneMore } from './compare.model';
import type { CompareState } from './use-comparison';
import styles from './compare.module.css';

/** Above the table: the flow, what came of it in a sentence, one pane more, the way back. */
export function CompareBar({ state }: { readonly state: CompareState }) {
  const t = useTranslations('compare');
  const { setComparing } = useShell();
  const release = useBench(({ document }) => document.present.release);
  const { panes, offers, setPanes } = state;
  return (
    <div className={styles.bar}>
      <Button variant="quiet" icon={<ArrowLeft aria-hidden />} onClick={() => setComparing(false)}>
        {t('back')}
      </Button>
      <FlowChoice />
      <Ends state={state} />
      {panes.length < MOST_PANES && (
        <Button
          size="s"
          icon={<Plus aria-hidden />}
          className={styles.add}
          onClick={() => setPanes(onePaneMore(panes, offers, release))}
        >
          {t('add')}
        </Button>
      )}
    </div>
  );
}

function FlowChoice() {
  const t = useTranslations('compare');
  const words = useFlowWords();
  const flows = useBench(({ document }) => document.present.flows);
  const flowId = useBench(({ run }) => run.flowId);
  const { selectFlow } = useActions();
  const options = flows
    .filter(({ from }) => from.kind !== 'interface')
    .map((flow) => ({ id: flow.id, label: flow.title ?? `${sourceTitle(flow.from, words)} → ${targetTitle(flow)}` }));
  return (
    <Select
      aria-label={t('flow')}
      value={flowId ?? ''}
      onChange={selectFlow}
      options={options}
      className={styles.flow}
    />
  );
}

/** Do the panes end alike? Said in words, with each end's mark. */
function Ends({ state: { comparison, offers, working } }: { readonly state: CompareState }) {
  const t = useTranslations('compare');
  const verdict = useTranslations('common.verdict');
  const panes = comparison?.panes ?? [];
  const ends = endsOf(panes);
  const titleOf = (index: number): string => {
    const spec = panes[index]?.spec;
    const twice = panes.filter((pane) => pane.spec.mode === spec?.mode).length > 1;
    const title = offers.find(({ id }) => id === spec?.mode)?.title ?? '';
    return twice ? `${title} ${spec?.release}` : title;
  };
  return (
    <p role="status" className={styles.ends} data-ends={ends.length}>
      {!comparison && working && t('working')}
      {comparison && <b>{t(ends.length === 0 ? 'none' : ends.length === 1 ? 'same' : 'differ')}</b>}
      {ends.map(({ disposition, answered, panes: which }) => (
        <span key={`${disposition} ${answered}`} className={styles.ending}>
          {ends.length > 1 && <span>{t('ending', { panes: which.map(titleOf).join(', ') })} </span>}
          <VerdictBadge mark={dispositionMark({ kind: disposition } as never)} word={verdict(disposition)} />
          {disposition === 'DELIVERED' && !answered && <span className={styles.silent}>, {t('silent')}</span>}
        </span>
      ))}
    </p>
  );
}
