import { Check, Copy } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { collectOfCluster, collectOnNode } from '../../core/paste/collect';
import { Button } from '../common/controls';
import { useCopy } from '../redact/redaction';
import styles from './import.module.css';

/** One command for a node and one for whoever has kubectl: everything that is read here, to be copied. */
export function Collect() {
  const t = useTranslations('import.collect');
  return (
    <details className={styles.collect}>
      <summary>{t('title')}</summary>
      <p>{t('about')}</p>
      <CommandRow label={t('node')} command={collectOnNode()} />
      <CommandRow label={t('cluster')} command={collectOfCluster()} />
    </details>
  );
}

function CommandRow({ label, command }: { readonly label: string; readonly command: string }) {
  const t = useTranslations('import.collect');
  const { outcome, copy } = useCopy();
  return (
    <section className={styles.command}>
      <label>
        {label}
        <input readOnly className={styles.input} value={command} onFocus={(event) => event.target.select()} />
      </label>
      <Button
        size="s"
        aria-label={t('copyOf', { label })}
        icon={outcome === 'copied' ? <Check aria-hidden /> : <Copy aria-hidden />}
        onClick={() => copy(command)}
      >
        {outcome === 'copied' ? t('copied') : t('copy')}
      </Button>
      <span role="status" className={outcome === 'failed' ? styles.problem : 'visually-hidden'}>
        {outcome === 'failed' ? t('copyFailed') : outcome === 'copied' && t('copied')}
      </span>
    </section>
  );
}
