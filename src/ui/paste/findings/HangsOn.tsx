import { Suspense, useCallback, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { phrase } from '../../../core/lib/phrase';
import type { PastedText } from '../../../core/paste/pasted-types';
import type { WalkGuess } from '../../../core/questions/evidence/walk-guesses';
import type { AskOptions } from '../../../engine/client';
import { background } from '../../../engine/page-engines';
import { useBench } from '../../../store/hooks';
import { useQuestion } from '../../common/use-asked';
import { EvidenceList, useEvidencePhrase } from './Evidence';
import styles from './findings.module.css';
import { useEvidence } from './use-evidence';

const NOTHING: readonly WalkGuess[] = [];

/** Asks a worker what the shown walk rests on that no text tells: none of a cluster that was opened from no text. */
function useGuesses(): readonly WalkGuess[] {
  const document = useBench(({ run }) => run.shownDocument);
  const result = useBench(({ run }) => run.result);
  const ask = useCallback(
    (options: AskOptions) => {
      const outcome = result?.outcomes[result.shown];
      if (!document || !result || !outcome) return Promise.resolve(NOTHING);
      const { arrived, answered, disposition } = outcome;
      const end = { disposition, answered, ...(arrived ? { arrived } : {}) };
      return background.ask('guesses', { document, flowId: result.flowId, end }, options);
    },
    [document, result],
  );
  const isOfTexts = document?.subject === 'pasted' || (document?.told ?? []).length > 0;
  const { status, answer } = useQuestion(isOfTexts ? ask : undefined);
  return status === 'done' ? (answer ?? NOTHING) : NOTHING;
}

/** Beside a verdict: the guesses without which it would be another one, each with the command that settles it. */
export function HangsOn() {
  const say = useEvidencePhrase();
  const deciding = useGuesses().filter(({ decides }) => decides);
  return deciding.map(({ says, settledBy }) => (
    <p key={JSON.stringify(says)} data-hangs="">
      {say(phrase('evidence.hangs', { guess: say(says), command: settledBy }))}
    </p>
  ));
}

/** The guesses of the shown walk, and what the texts prove that its cluster was opened from. */
export function ToldNotes() {
  const told = useBench(({ run }) => run.shownDocument?.told);
  return (
    <>
      <Guesses />
      <Suspense fallback={null}>{told && <Proven texts={told} />}</Suspense>
    </>
  );
}

function Guesses() {
  const say = useEvidencePhrase();
  const guesses = useGuesses().filter(({ isListed, decides }) => decides || !isListed);
  if (guesses.length === 0) return null;
  return (
    <ul>
      {guesses.map(({ says, settledBy, decides }) => (
        <li key={JSON.stringify(says)} className={styles.finding} data-hangs={decides ? '' : undefined}>
          {say(phrase(decides ? 'evidence.hangs' : 'evidence.rests', { guess: say(says), command: settledBy }))}
        </li>
      ))}
    </ul>
  );
}

function Proven({ texts }: { readonly texts: readonly PastedText[] }) {
  const t = useTranslations('findings');
  const pasted = useMemo(() => ({ texts, facts: {} }), [texts]);
  const { answer = [] } = useEvidence(pasted);
  if (answer.length === 0) return null;
  return (
    <section aria-label={t('evidence')}>
      <h3 className={styles.heading}>{t('evidence')}</h3>
      <EvidenceList evidence={answer} />
    </section>
  );
}
