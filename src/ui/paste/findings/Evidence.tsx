import { Fragment } from 'react';
import { useTranslations } from 'use-intl';
import { phrase } from '../../../core/lib/phrase';
import type { PlacedEvidence } from '../../../core/questions/evidence/list-evidence';
import { classifyFinding, FINDING_CLASSES } from '../../../core/questions/evidence/strength';
import { type Books, phrasesWith } from '../../common/i18n/use-phrase';
import { SaidFinding } from './SaidFinding';
import styles from './findings.module.css';

/** Says sentences of core, those on what texts prove among them. Suspends until they are there. */
export const useEvidencePhrase = phrasesWith(
  import.meta.glob<Books>('../../../content/*/phrases/{evidence-books,machine}.ts'),
);

/**
 * Findings the texts prove by themselves, each with its lines and what to do next: those told first open, below what they are to whoever reads
 * them, as `rulewalk explain` heads them; the others folded.
 */
export function EvidenceList({ evidence }: { readonly evidence: readonly PlacedEvidence[] }) {
  const t = useTranslations('findings');
  const say = useEvidencePhrase();
  const leading = evidence.filter(({ isLeading }) => isLeading);
  const others = evidence.filter(({ isLeading }) => !isLeading);
  return (
    <>
      {FINDING_CLASSES.map((about) => [about, leading.filter((each) => classifyFinding(each) === about)] as const)
        .filter(([, own]) => own.length > 0)
        .map(([about, own]) => (
          <Fragment key={about}>
            <h4>{say(phrase('machine.head', { about }))}</h4>
            <PlacedList evidence={own} />
          </Fragment>
        ))}
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
      {evidence.map(({ id, severity, says, also = [], next, line, further }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- findings have no identity of their own
        <li key={`${id} ${at}`} className={styles.finding}>
          <SaidFinding severity={severity} says={[says, ...also].map(say).join(' ')} next={say(next)}>
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
