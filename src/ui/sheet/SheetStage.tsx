import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { castAt } from '../story/cast/cast.model';
import { makeDrawing } from '../story/drawing/drawing.model';
import { deepNodes, makeLayout, neededHeight } from '../story/layout/layout.model';
import { sceneAt } from '../story/cast/scene.model';
import { tallShape } from '../story/drawing/sight.model';
import { Stage } from '../story/drawing/Stage';
import { useMeasure } from '../story/page/StoryPage';
import type { Picture } from '../story/drawing/picture';
import { useSize } from '../story/page/use-page-unit';
import type { PlayedWalk } from './sheet.model';
import styles from './sheet.module.css';

interface Props {
  readonly walk: PlayedWalk;
  readonly at: number;
  /** True where the walk has just come to this moment. */
  readonly moving: boolean;
  /** px of the window that are one of the drawing. */
  readonly unit: number;
}

/** Narrower than this the nodes stand under each other, px of the drawing. */
const TALL_BELOW = 620;
const NO_LETTERS: ReadonlyMap<string, string> = new Map();
/** Nothing here has to give way to what is above and below. */
const ROOM = 2000;

/** The story's stage at one moment of a walk. */
export function SheetStage({ walk, at, moving, unit }: Props) {
  const [size, place] = useSize();
  const width = size.width / unit;
  const picture = usePicture(walk, at, width);
  return (
    <div ref={place} className={styles.stage} style={{ height: picture ? picture.layout.paper.height * unit : 0 }}>
      {picture && (
        <Stage
          picture={picture}
          passed={picture.scene.passed}
          moving={moving}
          letters={NO_LETTERS}
          onMenu={undefined}
          onMorePods={undefined}
        />
      )}
    </div>
  );
}

function usePicture(walk: PlayedWalk, at: number, width: number): Picture | undefined {
  const t = useTranslations('story');
  const measure = useMeasure();
  return useMemo(() => {
    const scene = sceneAt(walk, at);
    if (!scene || width === 0) return undefined;
    const tall = width < TALL_BELOW;
    const deep = deepNodes(walk.moments);
    const { beside, folded } = tall ? tallShape(walk, { width, height: ROOM }) : { beside: false, folded: false };
    const base = { tall, beside, folded, deep };
    const words = { to: t('to'), from: t('from'), remembered: t('remembered'), routing: t('routing') };
    const cast = castAt(walk.cast, at);
    const height = neededHeight(walk.cast, base);
    const layout = makeLayout(cast, scene, { ...base, spare: 0, width, height, measure, words });
    return { cast, scene, layout, drawing: makeDrawing(layout, scene, undefined) };
  }, [walk, at, width, measure, t]);
}
