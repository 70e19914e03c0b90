import { memo } from 'react';
import { useTranslations } from 'use-intl';
import type { TraceStep } from '../../core/sim/trace';
import { headerBefore } from '../../store/selectors';
import { AddressChip } from '../common/AddressChip';
import { classes } from '../common/classes';
import { usePhrase } from '../i18n/use-phrase';
import { endChanged, packetLine, type FieldValue } from '../inspector/packet.model';
import { StepBadge } from '../inspector/StepBadge';
import type { CompareCell } from './compare.model';
import { lineOf } from './line.model';
import styles from './cell.module.css';

interface Props {
  readonly step: TraceStep;
  readonly cell: CompareCell;
  readonly lit: boolean;
}

/** One step in a few words: its verdict, by which rule or lookup, and the addresses it is about. */
export const StepLine = memo(function StepLine({ step, cell, lit }: Props) {
  const t = useTranslations('compare.line');
  const say = usePhrase();
  const { words, detail, odds, reason, quiet } = lineOf(step, cell);
  const lookup = step.kind === 'rule' ? step.lookup : undefined;
  return (
    <li className={classes(styles.line, lit && styles.lit, quiet && styles.quiet)} data-lit={lit ? '' : undefined}>
      <StepBadge step={step} />
      {detail !== undefined && <code className={styles.detail}>{detail}</code>}
      {words && <span className={step.kind === 'rule' ? styles.by : undefined}>{say(words)}</span>}
      {lookup && <span className={styles.lookup}>{t('lookup', { set: lookup.set, size: lookup.size })}</span>}
      {odds !== undefined && <span className={styles.odds}>{t('odds', { odds })}</span>}
      <Ends step={step} />
      {reason && <span className={styles.reason}>{say(reason)}</span>}
    </li>
  );
});

const SHOWS_ENDS: ReadonlySet<TraceStep['kind']> = new Set(['originate', 'receive', 'hook', 'deliver', 'stop']);

/** From and to of the packet where it stands somewhere new; old and new where an end is rewritten. */
function Ends({ step }: { readonly step: TraceStep }) {
  const before = headerBefore(step);
  const now = packetLine(step.packet);
  if (before) {
    const was = packetLine(before);
    const sides = (['src', 'dst'] as const).filter((side) => endChanged(before, step.packet, side));
    return sides.map((side) => (
      <span key={side} className={styles.ends}>
        <End value={was[side]} variant="was" />
        <span className={styles.to}>
          <span aria-hidden>→</span>
          <End value={now[side]} variant="now" />
        </span>
      </span>
    ));
  }
  if (!SHOWS_ENDS.has(step.kind)) return null;
  // Only on its way: more quietly than where it sets out and where it ends.
  const bare = step.kind === 'hook' || step.kind === 'receive';
  return (
    <span className={styles.ends}>
      <End value={now.src} bare={bare} />
      <span className={styles.to}>
        <span aria-hidden>→</span>
        <End value={now.dst} bare={bare} />
      </span>
    </span>
  );
}

interface EndProps {
  readonly value: FieldValue;
  readonly variant?: 'plain' | 'was' | 'now';
  readonly bare?: boolean;
}

function End({ value, variant = 'plain', bare = false }: EndProps) {
  return <AddressChip address={value.address ?? ''} port={value.port} variant={variant} bare={bare} />;
}
