import { Dice5 } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import { shownSteps } from '../../store/selectors';
import { AddressChip } from '../common/addresses';
import { classes } from '../common/classes';
import { Button, IconButton } from '../common/controls';
import { Menu, type MenuItem } from '../common/floating';
import { oddsText } from '../common/texts.model';
import { isInTurn, shareOf } from '../common/turns.model';
import { DispositionBadge, MisdeliveredBadge } from '../common/VerdictBadge';
import { useMisdelivered } from '../rules/parts/CertainNote';
import styles from './outcomes.module.css';
import { outcomeLines, type OutcomeLine } from './transport.model';

const NONE = [] as const;

/** The dice, and beside it the odds of what it gave: they open the list of everything it could have given. */
export function Outcomes() {
  const t = useTranslations('shell.transport');
  const { dice } = useActions();
  const outcomes = useBench(({ run }) => run.result?.outcomes.length ?? 0);
  const trace = useBench(({ run }) => run.result?.trace);
  const odds = trace && oddsText(trace);
  const share = useShare()(odds?.meant);
  const only = outcomes < 2;
  const items = useOutcomeItems();
  return (
    <div className={styles.dice}>
      <IconButton
        label={only ? t('onlyOne') : t('dice')}
        shortcut={only ? undefined : 'd'}
        icon={<Dice5 aria-hidden />}
        disabled={only}
        onClick={dice}
      />
      <Menu
        label={t('outcomes')}
        items={items}
        side="top"
        align="end"
        width={360}
        trigger={
          <Button
            disabled={outcomes === 0}
            className={classes(styles.odds, share && styles.share)}
            aria-label={
              share
                ? t('shareOf', share)
                : t('odds', { odds: odds?.meant ?? t('unknownOdds'), kernel: odds?.kernel ?? 'none' })
            }
          >
            {outcomes === 0 ? '–' : share ? t('share', share) : (odds?.short ?? '?')}
          </Button>
        }
      />
    </div>
  );
}

/** The share of an outcome whose endpoint is taken in turn; gives nothing where it is drawn, hashed or certain. */
function useShare(): (odds: string | undefined) => ReturnType<typeof shareOf> {
  const inTurn = useBench((state) => isInTurn(shownSteps(state)));
  return (odds) => (inTurn ? shareOf(odds) : undefined);
}

/** Every outcome with its odds; choosing one shows it. */
function useOutcomeItems(): readonly MenuItem[] {
  const t = useTranslations('shell.transport');
  const { showOutcome } = useActions();
  // The list is looked at when its menu is opened.
  const result = useDeferredValue(useBench(({ run }) => run.result));
  const netns = useBench(({ run }) => run.bench?.netns ?? NONE);
  const asked = useBench(({ run }) => run.outcome !== undefined);
  const isAstray = useMisdelivered();
  const inTurn = useBench((state) => isInTurn(shownSteps(state)));
  return useMemo(() => {
    const lines = outcomeLines(result?.outcomes ?? NONE, netns);
    const rows = lines.map((line): MenuItem => ({
      id: `outcome ${line.index}`,
      label: <OutcomeRow line={line} astray={isAstray(line.index)} />,
      checked: line.index === result?.shown,
      onSelect: () => showOutcome(line.index),
    }));
    return [
      { heading: t('outcomesOf', { count: lines.length }) },
      ...(inTurn && lines.length > 1 ? [{ heading: t('outcomesInTurn') }] : []),
      ...(lines.some(({ kernel }) => kernel !== undefined) ? [{ heading: t('outcomesDrawn') }] : []),
      ...rows,
      ...(result?.truncated === true ? [{ heading: t('outcomesCut') }] : []),
      ...(asked ? [{ id: 'seed', label: t('seed'), onSelect: () => showOutcome(undefined) }] : []),
    ];
  }, [result, netns, asked, isAstray, inTurn, showOutcome, t]);
}

function OutcomeRow({ line, astray }: { readonly line: OutcomeLine; readonly astray: boolean }) {
  const t = useTranslations('shell.transport');
  const share = useShare()(line.odds);
  const silent = !line.answered && line.disposition.kind === 'DELIVERED';
  return (
    <span className={styles.row}>
      <span className={styles.fraction} title={line.kernel && t('kernelOdds', { kernel: line.kernel })}>
        {share ? t('share', share) : (line.odds ?? '?')}
        {line.kernel !== undefined && <small className={styles.kernel}>{line.kernel}</small>}
      </span>
      <span className={styles.backend}>
        {line.backend} {line.address !== undefined && <AddressChip address={line.address} />}
      </span>
      <span className={styles.end}>
        {astray ? <MisdeliveredBadge /> : <DispositionBadge disposition={line.disposition} />}
        {silent && <> · {t('unanswered')}</>}
        {line.status !== undefined && <> · HTTP {line.status}</>}
      </span>
    </span>
  );
}
