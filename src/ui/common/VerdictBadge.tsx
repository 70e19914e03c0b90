import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Verdict } from '../../core/linux/hooks';
import type { Disposition } from '../../core/sim/trace';
import { ASTRAY_MARK, dispositionMark, targetMark, verdictMark, type VerdictMark } from './theme/verdicts';
import { classes } from './classes';
import styles from './verdict-badge.module.css';

interface BadgeProps {
  readonly mark: VerdictMark;
  /** Instead of the mark's own word. */
  readonly word?: string;
  /** A tinted pill instead of plain words. */
  readonly pill?: boolean;
  /** A sentence: it may take several lines. */
  readonly wraps?: boolean;
  /** After the word: the chain jumped to, the new address. */
  readonly children?: ReactNode;
}

/** A sign and a word in the verdict's colour. */
export function VerdictBadge({ mark, word, pill = false, wraps = false, children }: BadgeProps) {
  return (
    <span className={classes(styles.badge, styles[mark.tone], pill && styles.pill, wraps && styles.wraps)}>
      <span aria-hidden className={styles.sign}>
        {mark.sign}
      </span>
      {word ?? mark.word}
      {children !== undefined && <> {children}</>}
    </span>
  );
}

/** The badge of what a rule or policy said; a jump names its chain. */
export function VerdictOf({ verdict, pill }: { readonly verdict: Verdict; readonly pill?: boolean }) {
  const chain = verdict.kind === 'JUMP' || verdict.kind === 'GOTO' ? verdict.chain : undefined;
  return (
    <VerdictBadge mark={verdictMark(verdict)} pill={pill ?? false}>
      {chain}
    </VerdictBadge>
  );
}

/** The badge of a target by its name: DNAT, MASQUERADE, MARK. */
export function TargetBadge({ target, pill }: { readonly target: string; readonly pill?: boolean }) {
  return <VerdictBadge mark={targetMark(target)} pill={pill ?? false} />;
}

/** The badge of how a packet ended, in the language of the page. */
export function DispositionBadge({
  disposition,
  pill,
}: {
  readonly disposition: Disposition;
  readonly pill?: boolean;
}) {
  const t = useTranslations('common.verdict');
  return <VerdictBadge mark={dispositionMark(disposition)} word={t(disposition.kind)} pill={pill ?? false} />;
}

/** The badge of a packet that was delivered, but not to an endpoint of the Service it was for. */
export function MisdeliveredBadge({ pill = false }: { readonly pill?: boolean }) {
  const t = useTranslations('common');
  return <VerdictBadge mark={ASTRAY_MARK} word={t('astray')} pill={pill} wraps />;
}
