import { Dices } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import { AddressChip } from '../common/AddressChip';
import { Button } from '../common/Button';
import { classes } from '../common/classes';
import { IconButton } from '../common/IconButton';
import { Popover } from '../common/Popover';
import { DispositionBadge } from '../common/VerdictBadge';
import { VirtualList } from '../common/VirtualList';
import styles from './outcomes.module.css';
import { outcomeLines, type OutcomeLine } from './transport.model';

const NONE = [] as const;
const ROW_PX = 36;
const ROWS_IN_SIGHT = 9;

/** The dice, and beside it the exact odds of what it gave: they open the list of everything it could have given. */
export function Outcomes() {
  const t = useTranslations('shell.transport');
  const { dice } = useActions();
  const [open, setOpen] = useState(false);
  const outcomes = useBench(({ run }) => run.result?.outcomes ?? NONE);
  const odds = useBench(({ run }) => run.result?.trace.probability);
  const only = outcomes.length < 2;
  const text = odds ?? '?';
  return (
    <div className={styles.dice}>
      <IconButton
        label={only ? t('onlyOne') : t('dice')}
        shortcut={only ? undefined : 'd'}
        icon={<Dices aria-hidden />}
        disabled={only}
        onClick={dice}
      />
      <Popover
        label={t('outcomes')}
        side="top"
        align="end"
        open={open}
        onOpenChange={setOpen}
        trigger={
          <Button
            disabled={outcomes.length === 0}
            className={styles.odds}
            aria-label={t('odds', { odds: odds ?? t('unknownOdds') })}
          >
            {outcomes.length === 0 ? '–' : text}
          </Button>
        }
      >
        <OutcomeList onChoose={() => setOpen(false)} />
      </Popover>
    </div>
  );
}

function OutcomeList({ onChoose }: { readonly onChoose: () => void }) {
  const t = useTranslations('shell.transport');
  const { showOutcome } = useActions();
  const result = useBench(({ run }) => run.result);
  const netns = useBench(({ run }) => run.bench?.netns ?? NONE);
  const asked = useBench(({ run }) => run.outcome !== undefined);
  const lines = useMemo(() => outcomeLines(result?.outcomes ?? NONE, netns), [result, netns]);
  const choose = (index: number | undefined): void => {
    showOutcome(index);
    onChoose();
  };
  return (
    <div className={styles.window}>
      <p className={styles.heading}>{t('outcomesOf', { count: lines.length })}</p>
      <div style={{ height: Math.min(lines.length, ROWS_IN_SIGHT) * ROW_PX }}>
        <VirtualList label={t('outcomes')} count={lines.length} rowHeight={ROW_PX} scrollTo={result?.shown}>
          {(at) => {
            const line = lines[at];
            return line && <OutcomeRow line={line} shown={at === result?.shown} onChoose={() => choose(at)} />;
          }}
        </VirtualList>
      </div>
      {result?.truncated === true && <p className={styles.note}>{t('outcomesCut')}</p>}
      {asked && (
        <Button size="s" onClick={() => choose(undefined)}>
          {t('seed')}
        </Button>
      )}
    </div>
  );
}

interface RowProps {
  readonly line: OutcomeLine;
  readonly shown: boolean;
  readonly onChoose: () => void;
}

function OutcomeRow({ line, shown, onChoose }: RowProps) {
  const t = useTranslations('shell.transport');
  return (
    <button
      type="button"
      className={classes(styles.row, shown && styles.shown)}
      aria-current={shown}
      onClick={onChoose}
    >
      <span className={styles.fraction}>{line.odds ?? '?'}</span>
      <span className={styles.backend}>
        {line.backend} {line.address !== undefined && <AddressChip address={line.address} />}
      </span>
      <span className={styles.end}>
        <DispositionBadge disposition={line.disposition} />
        {!line.answered && line.disposition.kind === 'DELIVERED' && <> · {t('unanswered')}</>}
      </span>
    </button>
  );
}
