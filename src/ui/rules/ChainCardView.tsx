import { useTranslations } from 'use-intl';
import { assertNever } from '../../core/lib/assert';
import type { RuleRef } from '../../core/linux/xtables/types';
import styles from './chain-card.module.css';
import { FoldedRules } from './FoldedRules';
import { Odds } from './Odds';
import { StepRow } from './StepRow';
import { RuleRow } from './RuleRow';
import type { ChainCard } from './rules.model';
import type { Row } from './visits.model';

/** A chain as one visit saw it: its rules in order, folded where nothing happened. */
export function ChainCardView({ card }: { readonly card: ChainCard }) {
  const t = useTranslations('rules');
  return (
    <article className={styles.card} data-card={card.id} aria-label={t('chain', { chain: card.chain })}>
      <ChainHead card={card} />
      <ol className={styles.rows}>
        {card.rows.map((row) => (
          <li key={rowKey(row)}>
            <RowView card={card} row={row} />
          </li>
        ))}
        {card.rows.length === 0 && <li className={styles.quiet}>{t('noRules')}</li>}
      </ol>
      {card.ladder && <p className={styles.ladder}>{t(card.ladder.rungs.length > 1 ? 'ladder' : 'ladderOne')}</p>}
    </article>
  );
}

function ChainHead({ card }: { readonly card: ChainCard }) {
  const t = useTranslations('rules');
  const { view, chain } = card;
  const policy = view?.policy;
  return (
    <header className={styles.head}>
      <h5 className={styles.name}>{chain}</h5>
      {view?.service !== undefined && <span className={styles.service}>{view.service}</span>}
      <span className={styles.size}>
        {policy === undefined ? t('ruleCount', { count: view?.length ?? 0 }) : t('policy', { policy })}
      </span>
    </header>
  );
}

function RowView({ card, row }: { readonly card: ChainCard; readonly row: Row }) {
  const t = useTranslations('rules');
  const { table, chain, ladder } = card;
  const at = (index: number): RuleRef => ({ table, chain, index });
  const odds = (index: number) => {
    const rung = ladder?.rungs.find((each) => each.index === index);
    return rung && <Odds rung={rung} />;
  };
  switch (row.kind) {
    case 'hit':
      return (
        <RuleRow at={at(row.index)} state="hit" step={row.step} verdict={row.verdict}>
          {odds(row.index)}
        </RuleRow>
      );
    case 'miss':
      return (
        <RuleRow at={at(row.index)} state="miss" step={row.step}>
          {odds(row.index)}
        </RuleRow>
      );
    case 'later':
      return (
        <RuleRow at={at(row.index)} state="later">
          {odds(row.index)}
        </RuleRow>
      );
    case 'run':
      return <FoldedRules table={table} chain={chain} from={row.from} to={row.to} step={row.step} />;
    case 'rest':
      return <FoldedRules table={table} chain={chain} from={row.from} to={row.to} />;
    case 'back':
      return <StepRow step={row.step} verdict={undefined} words={t('emptyChain', { chain: row.chain })} />;
    case 'end':
      return (
        <StepRow
          step={row.step}
          verdict={row.verdict}
          words={row.verdict ? t('byPolicy') : t('backTo', { chain: callerOf(card) })}
        />
      );
    default:
      return assertNever(row);
  }
}

function rowKey(row: Row): string {
  if (row.kind === 'end') return `end-${row.step.index}`;
  if (row.kind === 'run' || row.kind === 'rest') return `${row.kind}-${row.from}`;
  if (row.kind === 'back') return `back-${row.step.index}`;
  return `${row.kind}-${row.index}-${row.kind === 'later' ? '' : row.step.index}`;
}

function callerOf({ from }: ChainCard): string {
  const jump = from?.step.data;
  return jump?.kind === 'rule' ? jump.ref.chain : '';
}
