import { Suspense, useLayoutEffect, useRef, useState, type RefObject, Fragment } from 'react';
import { lazyPart } from '../../common/late';
import { useTranslations } from 'use-intl';
import type { StoryQuestion } from '../../../core/story/question';
import { useBench } from '../../../store/hooks';
import { classes } from '../../common/classes';
import { usePhrase } from '../../common/i18n/use-phrase';
import { useReducedMotion } from '../../common/theme/media';
import { LETTERS, explainAnswer } from './quiz.model';
import type { Quiz } from './use-quiz';
import { useFitting } from './use-fitting';
import type { StoryState, LoadedStory } from './use-story';
import styles from './story.module.css';
import { Explained } from '../../common/Explained';
import { splitName } from '../../common/texts.model';
import { useNames } from './names';

const HangsOn = lazyPart(async () => (await import('../../paste/findings/HangsOn')).HangsOn);
const EditReach = lazyPart(async () => (await import('./EditReach')).EditReach);

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

/** The sentence of the moment and its cause. After an edit, first the change it made. */
export function Headline({
  telling: { index, change, before },
  story,
  quiz: { asked, given },
  tall,
}: {
  readonly telling: StoryState;
  readonly story: LoadedStory;
  readonly quiz: Quiz;
  readonly tall: boolean;
}) {
  const t = useTranslations('story');
  const say = usePhrase();
  const moment = story.moments[index];
  const hides = useBench(({ view }) => view.hides);
  const [said, setSaid] = useState<{ readonly change: StoryState['change']; readonly index: number }>();
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
            <Named>{asked.premise ? say(asked.premise) : sentence}</Named>
          </p>
        </div>
      </div>
    );
  }
  const cause = moment.cause ? say(moment.cause) : '';
  const isBegin = hides && index === 0 && given.size === 0 && story.questions.length > 0;
  const answered = given.get(index);
  return (
    <div className={styles.say} role="status" aria-live="polite" aria-atomic="true">
      <div ref={words} className={classes(styles.said, styles.told)}>
        <h2 data-sentence="">
          <Named>{sentence}</Named>
        </h2>
        <p data-cause="">
          {isBegin ? (
            <span className={styles.news}>{t('predictNext', { count: story.questions.length })}</span>
          ) : answered?.option !== undefined && news === undefined ? (
            <Verdict question={answered.question} option={answered.option} cause={cause} />
          ) : news === undefined ? (
            <Named>{cause}</Named>
          ) : (
            <span className={styles.news}>
              <Named>{news}</Named>
              {before && (
                <Suspense>
                  <EditReach before={before} after={story.document} />
                </Suspense>
              )}
            </span>
          )}
        </p>
        {index === story.moments.length - 1 && <EndGuesses document={story.document} />}
      </div>
    </div>
  );

  function getNews(is: NonNullable<StoryState['change']>): string {
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

/** What the verdict hangs on, of what was pasted as a node or as objects. */
function EndGuesses({ document: { subject, told } }: Pick<LoadedStory, 'document'>) {
  if (subject !== 'pasted' && !told?.length) return null;
  return (
    <Suspense>
      <HangsOn />
    </Suspense>
  );
}

interface VerdictProps {
  readonly question: StoryQuestion;
  readonly option: number;
  readonly cause: string;
}

/** The letter that was given, and what the engine says of it. */
function Verdict({ question, option, cause }: VerdictProps) {
  const t = useTranslations('story');
  const say = usePhrase();
  const right = option === question.key;
  const why = explainAnswer(question, option).map(say).join(' ');
  return (
    <span data-given={right ? 'right' : 'wrong'}>
      <b className={classes(styles.given, right && styles.correct)}>
        {t(right ? 'right' : question.options[option]?.could ? 'notNow' : 'wrong', { letter: LETTERS[option] ?? '' })}
      </b>{' '}
      <Named>{why === '' ? cause : why}</Named>
    </span>
  );
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Any of the names as a whole word, with its namespace where that is said, the longest first; a label's value is none. */
function findPattern(names: readonly string[]): RegExp | undefined {
  if (names.length === 0) return undefined;
  const words = names.toSorted((a, b) => b.length - a.length).map(escaped);
  return new RegExp(String.raw`(?<![\w.=/-])((?:[a-z0-9-]+/)?(?:${words.join('|')}))(?![\w-]|\.\w)`, 'u');
}

/** A sentence in which Pods and the Service stand in their colours, and words of the glossary explain themselves. */
export function Named({ children }: { readonly children: string }) {
  const { service, pods } = useNames();
  const pattern = findPattern([...pods, ...(service === undefined ? [] : [service])]);
  const parts = pattern ? children.split(pattern) : [children];
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      // Parts of one sentence never change places.
      // oxlint-disable-next-line react/no-array-index-key
      <Words key={index}>{part}</Words>
    ) : (
      // Parts of one sentence never change places.
      // oxlint-disable-next-line react/no-array-index-key
      <em key={index} className={pods.has(splitName(part).name) ? styles.pod : styles.service}>
        <Name>{part}</Name>
      </em>
    ),
  );
}

/** A name ends no line inside, but behind its namespace. */
function Name({ children }: { readonly children: string }) {
  const parts = children.split(/(?<=\/)/u);
  return parts.map((part, index) => (
    <Fragment key={part}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

/** Behind a dot of a DNS name a line may end, rather than inside one of its labels. */
const LABELS = /(?<=[a-z]\.)(?=[a-z])/u;

/** A word with a hyphen, `load-balancer`, with what hangs on it: it ends no line inside. */
const HYPHENED = /(?<!\S)((?=\S{3,48}(?!\S))[\w.]+(?:-[\w.]+)+\S*)/u;
/** Letters that fit every line; a longer one has to end lines where it is wider than they are. */
const SHORT = 20;

/** `ingress-nginx/` before a name: it ends no line inside, but behind it. */
const NAMESPACE = /(?<![\w.=/-])([a-z0-9-]{3,24}\/(?=[a-z0-9-]+-[a-z0-9]+(?![\w./])))/u;

function Words({ children }: { readonly children: string }) {
  return children.split(LABELS).map((each, index) => (
    // Parts of one sentence never change places.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {each.split(NAMESPACE).map((side, before) =>
        before % 2 === 1 ? (
          // oxlint-disable-next-line react/no-array-index-key
          <Fragment key={before}>
            <span className={styles.whole}>{side}</span>
            <wbr />
          </Fragment>
        ) : (
          // oxlint-disable-next-line react/no-array-index-key
          <Hyphened key={before}>{side}</Hyphened>
        ),
      )}
    </Fragment>
  ));
}

function Hyphened({ children }: { readonly children: string }) {
  return children.split(HYPHENED).map((part, at) => (
    // oxlint-disable-next-line react/no-array-index-key
    <span key={at} className={at % 2 === 0 ? undefined : part.length > SHORT ? styles.unit : styles.whole}>
      <Explained>{part}</Explained>
    </span>
  ));
}
