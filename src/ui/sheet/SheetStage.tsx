import { useCallback, useMemo, useState, type CSSProperties } from 'react';
import { useTranslations } from 'use-intl';
import { castAt } from '../story/cast/cast.model';
import { makeDrawing } from '../story/drawing/drawing.model';
import { deepNodes, lackOfHeight, makeLayout, neededHeight, type Paper } from '../story/layout/layout.model';
import { sceneAt } from '../story/cast/scene.model';
import { tallShape } from '../story/drawing/sight.model';
import { Stage } from '../story/drawing/Stage';
import { useMeasure } from '../story/page/use-measure';
import type { Picture } from '../story/drawing/picture';
import { useSize, type Measuring, type PageSize } from '../story/page/use-page-unit';
import type { PlayedWalk } from './sheet.model';
import styles from './sheet.module.css';

interface Props {
  readonly walk: PlayedWalk;
  readonly at: number;
  /** True where the walk has just come to this moment. */
  readonly moving: boolean;
  /** px of the window that are one of the drawing. */
  readonly unit: number;
  /** On a slide: no higher than what is left of it. */
  readonly fits?: boolean;
}

/** Narrower than this the nodes stand under each other, px of the drawing. */
const TALL_BELOW = 620;
const NO_LETTERS: ReadonlyMap<string, string> = new Map();
/** Nothing here has to give way to what is above and below. */
const ROOM = 2000;
/** A low stage is drawn so much larger: its letters are as large as the least of a slide. */
const LOW = 1.04;
/** The lowest stage there is, px of the drawing; machines with longer addresses need more. */
const LOWEST = 152;

/** The story's stage at one moment of a walk. */
export function SheetStage({ walk, at, moving, unit, fits = false }: Props) {
  const [size, place] = useSizeAtOnce(!fits);
  const drawn = usePicture(walk, at, useRoom(size, unit, fits));
  return (
    <div ref={place} className={styles.stage} style={styleOf(drawn, unit, fits)}>
      {drawn && (
        <Stage
          picture={drawn.picture}
          passed={drawn.picture.scene.passed}
          moving={moving}
          letters={NO_LETTERS}
          onMenu={undefined}
          onMorePods={undefined}
        />
      )}
    </div>
  );
}

/** The size of an element; `atOnce`: before it is painted for the first time, so that nothing below it moves. */
function useSizeAtOnce(atOnce: boolean): readonly [PageSize, Measuring] {
  const [size, watch] = useSize();
  const [first, setFirst] = useState(size);
  const place = useCallback<Measuring>(
    (element) => {
      if (element && atOnce) setFirst({ width: element.clientWidth, height: element.clientHeight });
      return watch(element);
    },
    [watch, atOnce],
  );
  return [size.width > 0 ? size : first, place];
}

/** A stage, and between which heights its element may be, px of the drawing. */
interface DrawnStage {
  readonly picture: Picture;
  readonly least: number;
  readonly most: number;
}

/** A stage is as high as it is drawn, or on a slide as what is left of it. */
function styleOf(drawn: DrawnStage | undefined, unit: number, fits: boolean): CSSProperties {
  if (!drawn) return fits ? { flex: '1 1 0' } : { height: 0 };
  const { least, most, picture } = drawn;
  if (!fits) return { height: picture.layout.paper.height * unit };
  return { flex: '1 1 0', minHeight: least * unit, maxHeight: most * unit };
}

/** How much room there is, px of the drawing; `height`: no more of it than that. */
interface StageRoom {
  readonly width: number;
  readonly height?: number;
}

function useRoom({ width, height }: PageSize, unit: number, fits: boolean): StageRoom {
  return useMemo(
    () => ({ width: width / unit, ...(fits ? { height: height / unit - BELOW } : {}) }),
    [width, height, unit, fits],
  );
}

/** Below a stage, px of the drawing. */
const BELOW = 8;

function usePicture(walk: PlayedWalk, at: number, room: StageRoom): DrawnStage | undefined {
  const t = useTranslations('story');
  const measure = useMeasure();
  return useMemo(() => {
    const words = { to: t('to'), from: t('from'), remembered: t('remembered'), routing: t('routing') };
    const draw = (tall: boolean) => drawStage([walk, at], room, { tall, measure, words });
    if (room.width === 0) return undefined;
    const drawn = draw(room.width < TALL_BELOW);
    // Where nodes have no room beside each other they stand under each other: none is left out that the packet passes.
    return drawn && room.height === undefined && leavesOut(drawn.picture, walk) ? draw(true) : drawn;
  }, [walk, at, room, measure, t]);
}

/** Does a picture lack a node at whose hooks or routes the packet of the walk comes by? */
function leavesOut({ layout, cast }: Picture, { moments }: PlayedWalk): boolean {
  const passed = deepNodes(moments);
  const shown = new Set(layout.hosts.map(({ host }) => host.id));
  return cast.hosts.some(({ id }) => passed.has(id) && !shown.has(id));
}

/** A stage as it is drawn in its room, with nodes beside or, `tall`, under each other; undefined: there is no such moment. */
function drawStage(
  [walk, at]: readonly [walk: PlayedWalk, at: number],
  room: StageRoom,
  { tall, ...drawnWith }: Pick<Paper, 'tall' | 'measure' | 'words'>,
): DrawnStage | undefined {
  const scene = sceneAt(walk, at);
  if (!scene) return undefined;
  const { width } = room;
  const { beside, folded } = tall ? tallShape(walk, { width, height: ROOM }) : { beside: false, folded: false };
  const base = { tall, beside, folded, deep: deepNodes(walk.moments) };
  const cast = castAt(walk.cast, at);
  const most = neededHeight(walk.cast, base);
  const layOut = (size: Pick<Paper, 'width' | 'height' | 'small'>) =>
    makeLayout(cast, scene, { ...base, spare: 0, ...drawnWith, ...size });
  const low = (height: number) => layOut({ small: true, width: width / LOW, height });
  const least = tall || room.height === undefined ? most : (LOWEST + lackOfHeight(low(LOWEST))) * LOW;
  const height = Math.min(most, Math.max(least, room.height ?? most));
  const layout = height < most ? low(height / LOW) : layOut({ width, height });
  return { picture: { cast, scene, layout, drawing: makeDrawing(layout, scene, undefined) }, least, most };
}
