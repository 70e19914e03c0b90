import { useLocale } from 'use-intl';
import { GLOSSARY } from '../../content/glossary';
import type { ExplainedProps } from './Explained';
import { Term } from './labels';
import { splitTerms } from './terms.model';
import styles from './term.module.css';

/** {@link Explained} once the glossary is loaded. */
export function ExplainedParts({ children, pressed = false }: ExplainedProps) {
  const locale = useLocale();
  return splitTerms(children).map(({ at, text, term }) => {
    if (term === undefined) return text;
    if (!pressed)
      return (
        <Term key={at} id={term}>
          {text}
        </Term>
      );
    return (
      <span key={at} className={styles.hovered} title={GLOSSARY[term][locale === 'ko' ? 'ko' : 'en']}>
        {text}
      </span>
    );
  });
}
