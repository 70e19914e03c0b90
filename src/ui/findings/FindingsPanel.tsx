import { useTranslations } from 'use-intl';
import { useBench } from '../../store/hooks';
import { Button } from '../common/Button';
import { FindingList } from './FindingList';
import { largeSize, severityCounts } from './findings.model';
import { useFindings } from './use-findings';
import styles from './findings.module.css';

/** What is odd about the pasted node, the worst first. */
export function FindingsPanel() {
  const t = useTranslations('findings');
  const pasted = useBench(({ document }) => document.present.pasted);
  const size = largeSize(pasted.texts);
  const { status, progress, findings, message, start, stop } = useFindings(pasted, size === undefined);
  return (
    <section aria-label={t('title')} aria-busy={status === 'working'}>
      <h3 className={styles.heading}>
        {t('title')}
        {findings && <span className={styles.count}>{t('counts', severityCounts(findings))}</span>}
      </h3>
      {status === 'idle' && size !== undefined && (
        <p className={styles.working}>
          <span>{t('large', { size })}</span>
          <Button size="s" onClick={start}>
            {t('check')}
          </Button>
        </p>
      )}
      {status === 'working' && (
        <p className={styles.working} role="status">
          <span>{t('working', { percent: progress })}</span>
          <Button size="s" onClick={stop}>
            {t('stop')}
          </Button>
        </p>
      )}
      {(status === 'stopped' || status === 'failed') && (
        <p className={styles.working} role="alert">
          <span>{status === 'stopped' ? t('stopped') : t('failed', { message })}</span>
          <Button size="s" onClick={start}>
            {t('again')}
          </Button>
        </p>
      )}
      {findings && (
        <>
          <p className={styles.note}>{findings.length === 0 ? `✓ ${t('none')}` : t('about')}</p>
          <FindingList findings={findings} />
        </>
      )}
    </section>
  );
}
