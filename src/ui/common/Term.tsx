import type { ReactNode } from 'react';
import { useLocale } from 'use-intl';
import { GLOSSARY, type GlossaryTerm } from '../../content/glossary';
import styles from './term.module.css';
import { Tooltip } from './Tooltip';

/** A word of the field, explained from the glossary on hover and on focus: `<Term id="dnat">DNAT</Term>`. */
export function Term({ id, children }: { readonly id: GlossaryTerm; readonly children?: ReactNode }) {
  const locale = useLocale();
  const entry = GLOSSARY[id];
  return (
    <Tooltip text={entry[locale]} side="top">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the explanation must open without a mouse */}
      <span tabIndex={0} className={styles.term}>
        {children ?? entry.term}
      </span>
    </Tooltip>
  );
}
