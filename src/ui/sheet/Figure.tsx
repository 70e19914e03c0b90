import { memo, useCallback, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { RenderedFigure } from '../../core/sheet/render';
import { classes } from '../common/classes';
import { useSheetPhrase } from './use-sheet-phrase';
import { Named } from '../story/page/Headline';
import { LensDrawing } from '../story/page/Lens';
import { RealLines } from '../story/lenses/RealLines';
import { NamesContext } from '../story/page/names';
import { FigurePlace } from './FigurePlace';
import { Caption, Foot, type FigureProps, type WalkProps } from './FigureParts';
import { Poster } from './Poster';
import { Scrub } from './Scrub';
import { colouredNames, valueLabel } from './sheet.model';
import { SheetStage } from './SheetStage';
import { FigureSteps } from './FigureSteps';
import { Tally } from './Tally';
import { useWhenFree } from './use-when-free';
import { VeiledChoice } from './Veiled';
import lensStyles from '../story/lenses/lens.module.css';
import styles from './sheet.module.css';

/**
 * A figure: what its moment says, the drawing of the story, and what can be turned. Of those that nobody sees what changes is
 * drawn one by one, when the browser has nothing else to do.
 */
export function Figure(props: FigureProps) {
  const [seen, place] = useSeen();
  const drawn = useWhenFree(props, seen || props.slide !== undefined);
  return <DrawnFigure {...drawn} place={place} />;
}

/** Is an element in the window, or near it? Until it is known it is. */
function useSeen(): readonly [seen: boolean, place: (element: HTMLElement | null) => (() => void) | undefined] {
  const [seen, setSeen] = useState(true);
  const place = useCallback((element: HTMLElement | null) => {
    if (!element || typeof IntersectionObserver !== 'function') return undefined;
    const watch = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting !== false), NEAR);
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return [seen, place];
}

const NEAR = { rootMargin: '20%' } as const;

const DrawnFigure = memo(function DrawnFigure(props: FigureProps) {
  const { figure, walks, told, place, slide } = props;
  const walk = walks.get(figure.walk);
  const [moved, setMoved] = useState<{ readonly of: string; readonly at: number; readonly forward: boolean }>();
  const moments = told?.[figure.walk];
  if (!walk) return moments ? <FigurePlace {...{ figure, moments, place, slide }} /> : null;
  if (figure.draws === 'scrub') return <Scrub {...props} walk={walk} />;
  const own = moved?.of === `${figure.walk} ${figure.at}` ? moved : undefined;
  const at = clamp(own?.at ?? figure.at, figure.range);
  const moves = figure.draws === 'stage' || figure.draws === 'outside';
  const goTo = (to: number): void => setMoved({ of: `${figure.walk} ${figure.at}`, at: to, forward: to === at + 1 });
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
        <Drawing {...props} walk={walk} at={at} moving={own?.forward === true} />
        <Foot {...props} walk={walk} at={at}>
          {moves && !figure.veiled && (
            <FigureSteps number={figure.number} moments={walk.moments} at={at} onGo={goTo} range={figure.range} />
          )}
        </Foot>
      </figure>
    </NamesContext>
  );
}, isAlike);

/** Do two show the same, and do the same? What of the Sheet is not theirs may differ. */
function isAlike(
  { figure, knobs, walks, slide, ...rest }: FigureProps,
  { figure: nextFigure, knobs: nextKnobs, walks: nextWalks, slide: nextSlide, ...next }: FigureProps,
): boolean {
  const own = (all: FigureProps['knobs']) => all.filter(({ name }) => figure.knobs.includes(name));
  const nextOwn = own(nextKnobs);
  return (
    figure === nextFigure &&
    [figure, ...figure.ways, ...figure.steps].every(({ walk }) => walks.get(walk) === nextWalks.get(walk)) &&
    own(knobs).every((knob, at) => knob === nextOwn[at]) &&
    slide?.part === nextSlide?.part &&
    slide?.isAsked === nextSlide?.isAsked &&
    (Object.keys({ ...rest, ...next }) as (keyof typeof rest)[]).every((name) => rest[name] === next[name])
  );
}

/** A moment that may be shown: one that was shown before a question was asked may be hidden now. */
const clamp = (at: number, { from = 0, to = at }: Partial<NonNullable<RenderedFigure['range']>> = {}): number =>
  Math.max(from, Math.min(at, to));

/** Figures that show something, and not the answer, while a question hides them. */
const DRAWN_VEILED: ReadonlySet<RenderedFigure['draws']> = new Set(['stage', 'outside', 'choice']);

function Drawing(props: FigureProps & WalkProps & { readonly moving: boolean }) {
  const { figure, walk, at, unit, narrow, moving, slide } = props;
  const lens = walk.lenses[at];
  const moment = walk.moments[at];
  if (!lens || !moment || (figure.veiled && !DRAWN_VEILED.has(figure.draws))) return null;
  switch (figure.draws) {
    case 'stage':
    case 'outside':
      return (
        <>
          {slide?.part !== 'lens' && (
            <SheetStage
              walk={walk}
              at={figure.veiled ? 0 : at}
              moving={moving}
              unit={unit}
              fits={slide !== undefined && !narrow}
            />
          )}
          {figure.lens && !figure.veiled && slide?.part !== 'stage' && (
            <LensBox narrow={narrow}>
              <LensDrawing lens={lens} moment={moment} narrow={narrow} roomy />
            </LensBox>
          )}
        </>
      );
    case 'rules':
      return (
        <LensBox>
          <RealLines lens={lens} pods={colouredNames(walk, at).pods} />
        </LensBox>
      );
    case 'choice':
      return (
        <LensBox narrow={narrow}>
          {figure.veiled ? (
            <VeiledChoice lens={lens} tellsFirst={props.tellsFirst === true} />
          ) : (
            <LensDrawing lens={lens} moment={moment} narrow={narrow} roomy />
          )}
          {figure.tally && !figure.veiled && <Tally rows={figure.tally} />}
        </LensBox>
      );
    case 'compare':
      return <Ways {...props} />;
    case 'poster':
      return (
        <LensBox>
          <Poster moments={walk.moments} />
        </LensBox>
      );
    case 'scrub':
      return null;
  }
}

/** `narrow`: a drawing that is too wide for a phone stands as it does beside others. */
function LensBox({ children, narrow = false }: { readonly children: ReactNode; readonly narrow?: boolean }) {
  const inner = narrow ? (
    <div className={classes(lensStyles.tall, lensStyles.beside, styles.small)}>{children}</div>
  ) : (
    children
  );
  return <div className={styles.lens}>{inner}</div>;
}

/** The same moment in each mode, beside each other. */
function Ways({ figure, walks }: FigureProps) {
  const say = useSheetPhrase();
  const t = useTranslations('sheet');
  return (
    <div className={classes(styles.lens, styles.ways)}>
      {figure.ways.map(({ mode, name, walk: key, at, ended }) => {
        const walk = walks.get(key);
        const [lens, moment] = [walk?.lenses[at], walk?.moments[at]];
        const title = name ? say(name) : valueLabel(mode);
        return (
          walk &&
          lens &&
          moment && (
            <NamesContext key={mode} value={colouredNames(walk, at)}>
              <section
                className={styles.way}
                aria-label={`${t('figure', { number: figure.number })}, ${title}`}
                data-way={mode}
              >
                <h3>{title}</h3>
                {ended && (
                  <b>
                    <Named>{say(ended)}</Named>
                  </b>
                )}
                <div className={classes(lensStyles.tall, lensStyles.beside, styles.small)}>
                  <LensDrawing lens={lens} moment={moment} narrow roomy />
                </div>
                <p>{moment.cause && <Named>{say(moment.cause)}</Named>}</p>
              </section>
            </NamesContext>
          )
        );
      })}
    </div>
  );
}
