import { useTranslations } from 'use-intl';
import type { PlacedEvidence } from '../../../core/questions/evidence/list-evidence';
import { type Books, phrasesWith } from '../../common/i18n/use-phrase';
import { SaidFinding } from './SaidFinding';
import styles from './findings.module.css';

/** Says sentences of core, those on what texts prove among them. Suspends until they are there. */
export const useEvidencePhrase = phrasesWith(import.meta.glob<Books>('../../../content/*/phrases/evidence-books.ts'));

/** Findings the texts prove by themselves, each with its lines and what to do next: those told first open, the others folded. */
export function EvidenceList({ evidence }: { readonly evidence: readonly PlacedEvidence[] }) {
  const t = useTranslations('findings');
  const others = evidence.filter(({ isLeading }) => !isLeading);
  return (
    <>
      <PlacedList evidence={evidence.filter(({ isLeading }) => isLeading)} />
      {others.length > 0 && (
        <details>
          <summary>{t('more', { count: others.length })}</summary>
          <PlacedList evidence={others} />
        </details>
      )}
    </>
  );
}

function PlacedList({ evidence }: { readonly evidence: readonly PlacedEvidence[] }) {
  const t = useTranslations('findings');
  const say = useEvidencePhrase();
  return (
    <ul>
      {evidence.map(({ id, severity, says, next, line, further }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- findings have no identity of their own
        <li key={`${id} ${at}`} className={styles.finding}>
          <SaidFinding severity={severity} says={say(says)} next={say(next)}>
            {line && (
              <p className={styles.note}>
                {[line, ...further].map((each) => t('lineOf', { title: each.file, line: each.line })).join(', ')}
              </p>
            )}
          </SaidFinding>
        </li>
      ))}
    </ul>
  );
}
