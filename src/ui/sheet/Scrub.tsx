import { useCallback, useState } from 'react';
import { classes } from '../common/classes';
import { NamesContext } from '../story/page/names';
import { Caption, Foot, type FigureProps } from './FigureParts';
import { FigureSteps } from './FigureSteps';
import { Prose } from './Prose';
import { colouredNames, type PlayedWalk } from './sheet.model';
import { SheetStage } from './SheetStage';
import styles from './sheet.module.css';

type ScrubProps = FigureProps & { readonly walk: PlayedWalk };

/** A figure that scrolling moves: the order of its text is the order of the walk. On a slide its steps are gone one by one. */
export function Scrub(props: ScrubProps) {
  return props.slide ? <SlideScrub {...props} /> : <ScrolledScrub {...props} />;
}

function SlideScrub(props: ScrubProps) {
  const { figure, walk, unit, narrow, place } = props;
  const [[step, forward], setStep] = useState<readonly [step: number, forward: boolean]>([0, false]);
  const at = figure.veiled ? 0 : (figure.steps[step]?.at ?? figure.at);
  const moments = figure.steps.flatMap((each) => walk.moments[each.at] ?? []);
  return (
    <NamesContext value={colouredNames(walk, at)}>
      <figure
        ref={place}
        id={figure.id}
        className={styles.figure}
        data-figure={figure.id}
        data-moment={walk.moments[at]?.kind}
      >
        <Caption {...props} walk={walk} at={at} />
        <SheetStage walk={walk} at={at} moving={forward} unit={unit} fits={!narrow} />
        <Foot {...props} walk={walk} at={at}>
          {!figure.veiled && (
            <FigureSteps
              number={figure.number}
              moments={moments}
              numbers={figure.steps.map((each) => each.at + 1)}
              at={step}
              onGo={(to) => setStep([to, to === step + 1])}
            />
          )}
        </Foot>
      </figure>
    </NamesContext>
  );
}

function ScrolledScrub(props: ScrubProps) {
  const { figure, walk, unit, knobs, onTurn, place } = props;
  const { steps } = figure;
  const [list, [step, forward]] = useStep();
  const at = figure.veiled ? 0 : (steps[step]?.at ?? figure.at);
  return (
    <NamesContext value={colouredNames(walk, at)}>
      <div className={styles.scrub}>
        {/* The steps are watched as they come: hidden ones are none. */}
        <ol key={figure.veiled ? 'veiled' : 'told'} ref={list} className={styles.scrubText}>
          {(figure.veiled ? [] : steps).map(({ text, at: of }, index) => (
            <li
              // oxlint-disable-next-line react/no-array-index-key -- steps of one figure never change places
              key={index}
              className={classes(index === step && styles.current)}
              data-step={index}
              data-of={of}
              aria-current={index === step ? 'step' : undefined}
            >
              <p>
                <Prose text={text} knobs={knobs} onTurn={onTurn} />
              </p>
            </li>
          ))}
        </ol>
        <figure
          ref={place}
          id={figure.id}
          className={classes(styles.figure, styles.sticky)}
          data-figure={figure.id}
          data-moment={walk.moments[at]?.kind}
        >
          <Caption {...props} walk={walk} at={at} />
          <SheetStage walk={walk} at={at} moving={forward} unit={unit} />
          <Foot {...props} walk={walk} at={at} />
        </figure>
        <div className={styles.strip} aria-hidden>
          {(figure.veiled ? [] : steps).map(({ at: of }, index) => (
            // oxlint-disable-next-line react/no-array-index-key
            <SheetStage key={index} walk={walk} at={of} moving={false} unit={unit} />
          ))}
        </div>
      </div>
    </NamesContext>
  );
}

/** The step that stands in the middle of the window, and whether it was come to from the one before. */
function useStep() {
  const [state, setState] = useState<readonly [step: number, forward: boolean]>([0, false]);
  const list = useCallback((element: HTMLOListElement | null) => {
    if (!element || typeof IntersectionObserver !== 'function') return undefined;
    const items = [...element.children];
    const seen = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          const step = items.indexOf(target);
          if (isIntersecting) setState(([before]) => [step, step === before + 1]);
        }
      },
      { rootMargin: '-45% 0px -45% 0px' },
    );
    for (const item of items) seen.observe(item);
    return () => seen.disconnect();
  }, []);
  return [list, state] as const;
}
