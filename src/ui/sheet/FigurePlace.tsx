import type { RenderedFigure } from '../../core/sheet/render';
import { Caption, type FigureProps } from './FigureParts';
import type { ToldMoment } from './sheet.model';
import styles from './sheet.module.css';

/** So high a figure is about, rem: what stands below one stays below the window while it is filled. */
const HEIGHTS: Readonly<Record<RenderedFigure['draws'], number>> = {
  stage: 36,
  outside: 36,
  rules: 20,
  choice: 20,
  compare: 26,
  scrub: 80,
  poster: 36,
};
/** A lens below a stage, rem. */
const LENS = 10;

interface Props extends Pick<FigureProps, 'figure' | 'place' | 'slide'> {
  readonly moments: readonly ToldMoment[];
}

/** Where a figure comes to stand, with what it says, until its walk is there. */
export function FigurePlace({ figure, moments, place, slide }: Props) {
  const { id, at, draws, lens } = figure;
  const minHeight = `${HEIGHTS[draws] + (lens ? LENS : 0)}rem`;
  return (
    <figure ref={place} className={styles.figure} style={{ minHeight }} data-coming={id} aria-busy="true">
      <Caption figure={figure} walk={{ moments }} at={at} slide={slide} />
    </figure>
  );
}
