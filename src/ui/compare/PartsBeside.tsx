import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { ExplainedPart } from '../../engine/protocol';
import { usePhrase } from '../i18n/use-phrase';
import { countParts, groupParts, partKey } from '../parts/parts.model';
import styles from './rules-panel.module.css';

/** So many parts are listed. */
const MOST = 300;

/** Everything a Service port made in one pane, each with why it exists. */
export function PartsBeside({ title, parts }: { readonly title: string; readonly parts: readonly ExplainedPart[] }) {
  const t = useTranslations('compare.rules');
  const kinds = useTranslations('parts.kind');
  const say = usePhrase();
  const count = useMemo(() => countParts(groupParts(parts)), [parts]);
  const groups = useMemo(() => groupParts(parts.slice(0, MOST)), [parts]);
  return (
    <section className={styles.column} aria-label={title}>
      <h3 className={styles.title}>
        {title} <span className={styles.count}>{t('count', { count })}</span>
      </h3>
      {groups.map(({ kind, owner, parts: own }) => (
        <div key={`${kind} ${owner}`}>
          <h4 className={styles.owner}>
            {kinds(kind)} <code>{owner}</code>
          </h4>
          <ul className={styles.parts}>
            {own.map((part) => (
              <li key={partKey(part)}>
                <code className={styles.text}>{part.text}</code>
                {part.origin && <span className={styles.why}>{say(part.origin.why)}</span>}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
