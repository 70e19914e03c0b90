import { useTranslations } from 'use-intl';
import type { PlacedEvidence } from '../../../core/questions/evidence/list-evidence';
import { type Books, phrasesWith } from '../../common/i18n/use-phrase';
import { SaidFinding } from './SaidFinding';
import styles from './findings.module.css';

/** Says sentences of core, those on what texts prove among them. Suspends until they are there. */
export const useEvidencePhrase = phrasesWith(import.meta.glob<Books>('../../../content/*/phrases/evidence-books.ts'));

/** Findings the texts prove by themselves, each with its line and what to do next. */
export function EvidenceList({ evidence }: { readonly evidence: readonly PlacedEvidence[] }) {
  const t = useTranslations('findings');
  const say = useEvidencePhrase();
  return (
    <ul>
      {evidence.map(({ id, severity, says, next, line }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- findings have no identity of their own
        <li key={`${id} ${at}`} className={styles.finding}>
          <SaidFinding severity={severity} says={say(says)} next={say(next)}>
            {line && <p className={styles.note}>{t('lineOf', { title: line.file, line: line.line })}</p>}
          </SaidFinding>
        </li>
      ))}
    </ul>
  );
}
