import { useTranslations } from 'use-intl';
import type { QuestionOption, StoryQuestion } from '../../../core/story/question';
import { classes } from '../../common/classes';
import { RestOfWords } from '../../common/i18n/I18nProvider';
import { usePhrase } from '../../common/i18n/use-phrase';
import { LETTERS } from './quiz.model';
import type { Quiz } from './use-quiz';
import type { LoadedStory } from './use-story';
import styles from '../lenses/lens.module.css';

interface Props {
  readonly question: StoryQuestion;
  readonly story: LoadedStory;
  readonly answer: Quiz['answer'];
}

/** The answers to choose from: by hand, or by the keys A to D. */
export function Answers(props: Props) {
  return (
    <RestOfWords>
      <Offered {...props} />
    </RestOfWords>
  );
}

function Offered({ question, story, answer }: Props) {
  const t = useTranslations('lessons');
  const { options } = question;
  const long = options.some((option) => option.end === undefined && option.text.length > 40);
  return (
    <div data-quiz={question.kind}>
      <div className={styles.askHead}>
        <p>{t('answer', { count: options.length })}</p>
        <button type="button" className={styles.skip} onClick={() => answer(undefined)}>
          {t('skip')} <kbd>→</kbd>
        </button>
      </div>
      <ol className={classes(styles.answers, long && styles.askLong)} aria-label={t('answers')}>
        {options.map((option, at) => (
          <li key={option.text}>
            <button type="button" onClick={() => answer(at)} aria-keyshortcuts={LETTERS[at]}>
              <span className={styles.askLetter}>{LETTERS[at]}</span>
              <Said option={option} story={story} />
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Somebody by name, and where they are; else the words of the answer. */
function Said({
  option: { end, says, text },
  story,
}: {
  readonly option: QuestionOption;
  readonly story: LoadedStory;
}) {
  const t = useTranslations('lessons');
  const say = usePhrase();
  if (!end)
    return (
      <span className={classes(styles.askText, says.id === 'question.option.rule' && styles.mono)}>{say(says)}</span>
    );
  const host = story.cast.hosts.find(({ actors }) => actors.some(({ id, endpoint }) => id === end.netns && endpoint));
  return (
    <span className={styles.askText}>
      <strong>{end.name}</strong>
      {host ? (
        <span className={styles.askUnder}>{t('on', { node: host.name })}</span>
      ) : (
        end.name !== text && <span className={classes(styles.askUnder, styles.mono)}>{text}</span>
      )}
    </span>
  );
}
