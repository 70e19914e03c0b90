import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { questionsOf, type NodeIdentity } from '../../core/paste/asking';
import type { Assumption } from '../../core/paste/pasted-types';
import type { Trace } from '../../core/sim/trace';
import styles from './import.module.css';

export interface NodeSummaryProps {
  readonly identities: readonly NodeIdentity[];
  readonly assumptions: readonly Assumption[];
  /** Of the shown flow, if there is one. */
  readonly trace?: Trace | undefined;
}

/** What the pasted machines are, a sentence each, and the two or three texts that would settle most. */
export function NodeSummary({ identities, assumptions, trace }: NodeSummaryProps) {
  const t = useTranslations('import.asked');
  const questions = useMemo(() => questionsOf(assumptions, trace), [assumptions, trace]);
  return (
    <div className={styles.summary}>
      {identities.map((identity) => (
        <Identity key={identity.node ?? ''} identity={identity} />
      ))}
      {questions.length > 0 && (
        <section aria-label={t('label')}>
          <p className={styles.note}>{t('about')}</p>
          <ol className={styles.questions}>
            {questions.map(({ command, node, settles, onTheWay }) => (
              <li key={`${node ?? ''} ${command}`}>
                {node !== undefined && <b className={styles.machine}>{node}</b>}
                <code className={styles.command}>{command}</code>{' '}
                <span className={styles.note}>
                  {t('settles', { settles, way: onTheWay === 0 ? 'none' : `${onTheWay}` })}
                </span>
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}

function Identity({ identity }: { readonly identity: NodeIdentity }) {
  const t = useTranslations('import.identity');
  const { node, proxy, podNetwork, others } = identity;
  const range = proxy && (proxy.from === proxy.to ? t('one', proxy) : t('between', proxy));
  const parts = [
    proxy && range !== undefined ? t('proxy', { mode: proxy.mode, range }) : t('noProxy'),
    ...(podNetwork.length > 0 ? [t('podNetwork', { names: podNetwork.join(', ') })] : []),
    ...(proxy && podNetwork.length === 0 ? [t('noPodNetwork')] : []),
    ...(others.length > 0 ? [t('others', { names: others.join(', ') })] : []),
    ...(!proxy && podNetwork.length + others.length === 0 ? [t('nobody')] : []),
  ];
  return (
    <p className={styles.identity}>
      {node !== undefined && <b className={styles.machine}>{node}</b>}
      {parts.join('; ')}.
    </p>
  );
}
