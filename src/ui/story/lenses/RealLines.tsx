import { useLayoutEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { Lens } from '../../../core/story/lens';
import { classes } from '../../common/classes';
import { ruleOptions } from './rule-options.model';
import styles from './lens.module.css';

/** The kernel's own lines for this moment; what decided is lit. */
export function RealLines({ lens: { lines }, pods }: { readonly lens: Lens; readonly pods: ReadonlySet<string> }) {
  const t = useTranslations('story');
  const list = useRef<HTMLDivElement>(null);
  // What decided is in sight, however many rules were asked before it.
  useLayoutEffect(() => {
    const scroller = lines.length > 0 ? list.current : null;
    const decided = scroller?.querySelectorAll<HTMLElement>('[data-said=yes]');
    const last = decided?.item(decided.length - 1);
    if (scroller && last) scroller.scrollTop = Math.max(0, last.offsetTop + last.offsetHeight - scroller.clientHeight);
  }, [lines]);
  if (lines.length === 0) return <p className={styles.title}>{t('lens.noLines')}</p>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div ref={list} className={styles.scroller} role="region" tabIndex={0} aria-label={t('rules')}>
      <ul className={styles.lines}>
        {lines.map(({ text, said, lit, name, source }, index) => (
          <li
            // oxlint-disable-next-line react/no-array-index-key -- the same line may stand twice, and none moves
            key={`${index} ${text}`}
            data-said={said}
            className={classes(styles.line, said === 'yes' && styles.taken)}
          >
            <span
              className={classes(styles.lineName, name !== undefined && pods.has(name) && said === 'yes' && styles.pod)}
            >
              {name ?? source}
            </span>
            <code className={styles.lineText}>
              {ruleOptions(text, lit).map(({ key, parts }) => (
                <span key={key} className={styles.option}>
                  {parts.map((part) =>
                    part.lit ? (
                      <b key={part.text} className={said === 'yes' ? styles.litYes : styles.lit}>
                        {part.text}
                      </b>
                    ) : (
                      part.text
                    ),
                  )}
                </span>
              ))}
            </code>
            <span className={styles.lineSaid}>{said === undefined ? '' : t(`lens.saidShort.${said}`)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
