import { useMemo, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import type { RenderedBlock } from '../../core/sheet/render';
import { Button } from '../common/controls';
import { Clock } from '../common/Clock';
import { LETTERS } from '../story/page/quiz.model';
import { useTitle } from './Article';
import type { SheetSlide, ShownSheet } from './sheet.model';
import { listSpeeches, minutesAhead, type SlideSpeech } from './speech.model';
import { SpeakerScreen } from './SpeakerScreen';
import { useSheetPhrase } from './use-sheet-phrase';
import type { SlidePlace } from './use-sheet-keys';
import styles from './sheet.module.css';

export interface SpeakerProps extends SlidePlace {
  readonly shown: ShownSheet;
  readonly slides: readonly SheetSlide[];
}

/** The speaker's window: the screen, what is to be said, what is right and why, how far it is, and what comes. */
export function Speaker({ shown, slides, at = 0, count, go }: SpeakerProps) {
  const t = useTranslations('sheet.speaker');
  const locale = useLocale();
  const title = useTitle(shown.sheet.sheet.title);
  const speeches = useMemo(() => listSpeeches(shown.sheet, slides, locale), [shown, slides, locale]);
  const speech = speeches[at];
  const next = slides[at + 1];
  return (
    <main className={styles.desk}>
      <div>
        <h1>
          {title} <span>{t('slide', { number: at + 1, count })}</span>
        </h1>
        <SpeakerScreen />
        <p className={styles.speech} data-speaker-notes="">
          {speech && speech.say.length > 0 ? speech.say.join(' ') : t('none')}
        </p>
        {speech?.prose.map((text) => (
          <p key={text}>{text}</p>
        ))}
        <Keys />
      </div>
      <div>
        <Pace plan={speech?.plan} />
        <PlanBar speeches={speeches} at={at} />
        {speech?.ask && <Answers key={speech.ask.id} ask={speech.ask} />}
        <footer>
          <p data-speaker-next="">{next ? <Coming slide={next} shown={shown} /> : t('last')}</p>
          <Button disabled={at === 0} onClick={() => go(at - 1)}>
            {t('back')}
          </Button>
          <Button variant="primary" disabled={at + 1 >= count} onClick={() => go(at + 1)}>
            {t('forward')}
          </Button>
        </footer>
      </div>
    </main>
  );
}

const KEYS = [
  ['→', 'forward'],
  ['A', 'answer'],
  ['.', 'blank'],
  ['o', 'spot'],
  ['0', 'reset'],
] as const;

/** What is pressed here is meant for the slides. */
function Keys() {
  const t = useTranslations('sheet.speaker');
  return (
    <ul className={styles.keys}>
      {KEYS.map(([key, does]) => (
        <li key={key}>
          <kbd>{key}</kbd> {t(does)}
        </li>
      ))}
    </ul>
  );
}

/** The minutes that are planned, a part for each of the Sheet’s; those that were are filled. */
function PlanBar({ speeches, at }: { readonly speeches: readonly SlideSpeech[]; readonly at: number }) {
  const now = speeches[at]?.plan?.from ?? 0;
  const plans = speeches.flatMap(({ plan }) => plan ?? []);
  const parts = new Map(plans.map(({ from, until }) => [from, until]));
  if (parts.size === 0) return null;
  return (
    <div className={styles.plan} aria-hidden>
      {[...parts].map(([from, until]) => (
        <span key={from} style={{ flexGrow: until - from }} data-past={from <= now || undefined} />
      ))}
    </div>
  );
}

/** The clock, and how far one is from the plan. */
function Pace({ plan }: { readonly plan: SlideSpeech['plan'] }) {
  const t = useTranslations('sheet.speaker');
  if (!plan) return <Clock className={styles.clock} />;
  const say = (seconds: number): string => {
    const ahead = minutesAhead(plan, seconds);
    const planned = t('plan', { from: plan.from, until: plan.until });
    return `${planned} · ${ahead === 0 ? t('inTime') : t(ahead > 0 ? 'ahead' : 'behind', { count: Math.abs(ahead) })}`;
  };
  return <Clock className={styles.clock}>{say}</Clock>;
}

/** The right answer, and why each is right or wrong; how many in the room are for it. */
function Answers({ ask }: { readonly ask: Extract<RenderedBlock, { kind: 'ask' }> }) {
  const t = useTranslations('sheet.speaker');
  const say = useSheetPhrase();
  const [hands, setHands] = useState<readonly number[]>([]);
  const { asks, options, key } = ask.question;
  const all = Math.max(1, sum(hands));
  const raise = (at: number, by: number): void =>
    setHands(options.map((_, index) => (hands[index] ?? 0) + (index === at ? by : 0)));
  return (
    <section data-speaker-answers="">
      <h2>{say(asks)}</h2>
      <ul className={styles.hands}>
        {options.map(({ text, says, why }, at) => (
          <li key={text} data-right={at === key || undefined}>
            <b>
              {LETTERS[at]} {say(says)}
              {at === key && ` ✓ ${t('right')}`}
            </b>
            <p>{say(why)}</p>
            <span className={styles.bar} aria-hidden>
              <span style={{ width: `${(100 * (hands[at] ?? 0)) / all}%` }} />
            </span>
            <Hands letter={LETTERS[at] ?? ''} count={hands[at] ?? 0} onRaise={(by) => raise(at, by)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const sum = (all: readonly number[]): number => all.reduce((total, each) => total + each, 0);

interface HandsProps {
  readonly letter: string;
  readonly count: number;
  readonly onRaise: (by: 1 | -1) => void;
}

/** How many in the room raised a hand for an answer, as the speaker counts them. */
function Hands({ letter, count, onRaise }: HandsProps) {
  const t = useTranslations('sheet.speaker');
  return (
    <span data-hands={letter}>
      <Button aria-label={t('fewerHands', { letter })} disabled={count === 0} onClick={() => onRaise(-1)}>
        −
      </Button>{' '}
      <span role="status">{t('hands', { count })}</span>{' '}
      <Button aria-label={t('moreHands', { letter })} onClick={() => onRaise(1)}>
        +
      </Button>
    </span>
  );
}

/** What the next slide is: its question, else what its figure says. */
function Coming({ slide, shown }: { readonly slide: SheetSlide } & Pick<SpeakerProps, 'shown'>) {
  const t = useTranslations('sheet.speaker');
  const say = useSheetPhrase();
  if (slide.part === 'lens') return t('nextLens');
  const blocks = slide.blocks.map((index) => shown.sheet.blocks[index]);
  const ask = blocks.find((block) => block?.kind === 'ask');
  const figure = blocks.find((block) => block?.kind === 'figure');
  if (ask?.kind === 'ask') return t('next', { title: say(ask.question.asks) });
  const moment = figure?.kind === 'figure' ? shown.walks.get(figure.walk)?.moments[figure.at] : undefined;
  const says = figure?.kind === 'figure' ? (figure.sentence ?? moment?.sentence) : undefined;
  return says ? t('next', { title: say(says) }) : t('nextFigure');
}
