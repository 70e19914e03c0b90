import { CircleX, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Finding } from '../../../core/questions/lint/finding';
import { classes } from '../../common/classes';
import severities from '../../common/severity.module.css';
import styles from './findings.module.css';

const ICONS = { error: CircleX, warning: TriangleAlert, info: Info } as const;

interface SaidFindingProps {
  readonly severity: Finding['severity'];
  readonly says: string;
  /** What to do about it. */
  readonly next?: string | undefined;
  /** Where it is. */
  readonly children?: ReactNode;
}

/** A finding in words: how bad it is, what it is, where, and the next step. */
export function SaidFinding({ severity, says, next, children }: SaidFindingProps) {
  const t = useTranslations('findings');
  const Icon = ICONS[severity];
  return (
    <>
      <p>
        <span className={classes(styles.severity, severities[severity])}>
          <Icon size={14} aria-hidden />
          {t(`severity.${severity}`)}
        </span>{' '}
        {says}
      </p>
      {children}
      {next !== undefined && (
        // Objects to apply stand in it line by line.
        <p className={styles.next} style={{ whiteSpace: 'pre-wrap' }}>
          <strong>{t('next')}</strong> {next}
        </p>
      )}
    </>
  );
}
