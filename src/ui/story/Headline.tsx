import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useTranslations } from 'use-intl';
import type { StoryQuestion } from '../../core/story/question';
import { classes } from '../common/classes';
import { usePhrase } from '../i18n/use-phrase';
import { useReducedMotion } from '../theme/media';
import { Named } from './Named';
import { LETTERS } from './quiz.model';
import type { Quiz } from './use-quiz';
import { useFitting } from './use-fitting';
import type { StoryTelling, ToldStory } from './use-story';
import styles from './story.module.css';

/**
 * Another sentence appears in the place of the last, in the same elements: to the browser it is the page that changes, not a
 * larger one that is still loading. The first may stand there already (theme/opening.css).
 */
function useAppearing(index: number, sentence: string): RefObject<HTMLDivElement | null> {
  const words = useRef<HTMLDivElement>(null);
  const still = useReducedMotion();
  useLayoutEffect(() => {
    if (index === 0 || still) return;
    // It moves and does not fade: it can be read from its first frame on.
    words.current?.animate?.({ translate: ['0 0.375rem', '0 0'] }, { duration: 200, easing: 'ease-out' });
    // oxlint-disable-next-line react/exhaustive-deps -- another sentence is what it follows
  }, [index, sentence, still]);
  return words;
}

/** What happens, and why. After an edit, first what that changed. */
export function Headline({
  telling: { index, change },
  story,
  quiz: { asked, given },
  tall,
}: {
  readonly telling: StoryTelling;
  readonly story: ToldStory;
  readonly quiz: Quiz;
  readonly tall: boolean;
}) {
  const t = useTranslations('story');
  const say = usePhrase();
  const moment = story.moments[index];
  const [said, setSaid] = useState<{ readonly change: StoryTelling['change']; readonly index: number }>();
  if (change !== said?.change) setSaid({ change, index });
  const sentence = moment ? say(moment.sentence) : '';
  const words = useAppearing(index, sentence);
  useFitting(words, asked ? say(asked.asks) : sentence, { index, tall });
  if (!moment) return null;
  const news = change && said?.index === index ? getNews(change) : undefined;
  if (asked) {
    return (
      <div className={styles.say} role="status" aria-live="polite" aria-atomic="true">
        <div key={asked.kind} ref={words} className={styles.said}>
          <h2 data-asked="">
            <Named>{say(asked.asks)}</Named>
          </h2>
          <p>
            <Named>{sentence}</Named>
          </p>
        </div>
      </div>
    );
  }
  const cause = moment.cause ? say(moment.cause) : '';
  const answered = given.get(index);
  return (
    <div className={styles.say} role="status" aria-live="polite" aria-atomic="true">
      <div ref={words} className={classes(styles.said, styles.told)}>
        <h2 data-sentence="">
          <Named>{sentence}</Named>
        </h2>
        <p data-cause="">
          {answered?.option !== undefined && news === undefined ? (
            <Verdict question={answered.question} option={answered.option} cause={cause} />
          ) : news === undefined ? (
            <Named>{cause}</Named>
          ) : (
            <span className={styles.news}>
              <Named>{news}</Named>
            </span>
          )}
        </p>
      </div>
    </div>
  );

  function getNews(is: NonNullable<StoryTelling['change']>): string {
    switch (is.kind) {
      case 'endpoints':
        return t('changed.endpoints', { service: is.service, before: is.before, after: is.after });
      case 'chosen':
        return t('changed.chosen', { before: is.before, after: is.after });
      case 'end':
        return t('changed.end', { before: t(`kinds.${is.before.kind}`), after: t(`kinds.${is.after.kind}`) });
      case 'same':
        return t('changed.same');
    }
  }
}

interface VerdictProps {
  readonly question: StoryQuestion;
  readonly option: number;
  readonly cause: string;
}

/** The letter that was given, and what the engine says of it. */
function Verdict({ question: { kind, options, key }, option, cause }: VerdictProps) {
  const t = useTranslations('story');
  const say = usePhrase();
  const right = option === key;
  const why = options[option]?.why;
  return (
    <span data-given={right ? 'right' : 'wrong'}>
      <b className={classes(styles.given, right && styles.correct)}>
        {t(right ? 'right' : 'wrong', { letter: LETTERS[option] ?? '' })}
      </b>{' '}
      <Named>{right && cause !== '' ? cause : why ? say(why) : ''}</Named>
      {/* Who took it for another end has not yet heard why it ends so. */}
      {!right && kind === 'ends' && cause !== '' && (
        <>
          {' '}
          <Named>{cause}</Named>
        </>
      )}
    </span>
  );
}
