import { classes } from '../../common/classes';
import { box } from '../../common/shapes.model';
import { splitName } from '../../common/texts.model';
import { MOST_LISTED, mostTelling } from '../cast/telling';
import type { Of } from './lens.model';
import { End, Whole } from './LensParts';
import styles from './lens.module.css';
import type { LensKind, LensProps } from './lens-kind';
import {
  arrow,
  END,
  endCell,
  GAP,
  PAPER_LEFT,
  textRow,
  answerCell,
  table,
  title,
  TOP,
  nameOfChoice,
  type Block,
  type LensKit,
  type SheetRow,
} from './lens-pen.model';

/** userspace: a process with two sockets between the client and the Pods. */
export const PROCESS_LENS: LensKind<'process'> = {
  Page: Process,
  shapes: (picture, _, kit) => processShapes(picture, kit),
};

function Process({ picture, t, narrow }: LensProps<'process'>) {
  const { accepts, dials, endpoints, alone, odds } = picture;
  const process = splitName(picture.process).name;
  const shown = mostTelling(endpoints, ({ chosen }) => chosen, MOST_LISTED);
  return (
    <>
      <h3 className={styles.title}>{t(alone ? 'lens.processAlone' : 'lens.process', { process })}</h3>
      <div className={classes(styles.process, narrow && styles.narrowProcess)}>
        <div className={styles.sockets}>
          <strong>{process}</strong>
          <dl>
            <dt>{t('lens.accepts')}</dt>
            <dd>
              <End end={accepts.to} named={false} />
            </dd>
            {!alone && (
              <>
                <dt>{t('lens.dials')}</dt>
                <dd>
                  {dials ? (
                    <End end={dials.to} named={false} />
                  ) : (
                    <span className={styles.mute}>{t('lens.notYet')}</span>
                  )}
                </dd>
              </>
            )}
          </dl>
        </div>
        {shown.length > 0 && (
          <ol className={classes(styles.rows, styles.dialled)}>
            {shown.map(({ end, chosen }) => (
              <li key={end.text} className={classes(styles.row, chosen && styles.taken)}>
                <span className={styles.who}>
                  <Whole>{end.name}</Whole>
                </span>
                {(chosen || !narrow) && (
                  <span className={styles.said}>
                    {chosen ? t(odds ? 'lens.pickedOdds' : 'lens.picked', { odds: odds ?? '' }) : ''}
                  </span>
                )}
              </li>
            ))}
          </ol>
        )}
      </div>
    </>
  );
}

function processShapes({ process: name, accepts, dials, endpoints, alone, odds }: Of<'process'>, kit: LensKit): Block {
  const { t } = kit;
  const dialled: SheetRow = {
    taken: false,
    cells: [
      { words: t('lens.dials'), fill: 'mute' },
      dials ? endCell(dials.to) : { words: t('lens.notYet'), fill: 'mute' },
    ],
  };
  const sockets: readonly SheetRow[] = [
    { taken: false, cells: [{ words: t('lens.accepts'), fill: 'mute' }, endCell(accepts.to)] },
    ...(alone ? [] : [dialled]),
  ];
  const inside = table(sockets, [PAPER_LEFT + 18, TOP + 34], kit);
  const w = (inside.columns.at(-1) ?? PAPER_LEFT) - GAP + 18 - PAPER_LEFT;
  const rows = mostTelling(endpoints, ({ chosen }) => chosen, MOST_LISTED).map(({ end, chosen }): SheetRow => ({
    taken: chosen,
    cells: [
      nameOfChoice(end.name, chosen),
      answerCell(chosen ? t(odds ? 'lens.pickedOdds' : 'lens.picked', { odds: odds ?? '' }) : '', chosen),
    ],
  }));
  const right = table(rows, [PAPER_LEFT + w + 74, TOP], kit);
  return {
    shapes: [
      title(t(alone ? 'lens.processAlone' : 'lens.process', { process: name })),
      box({ x: PAPER_LEFT, y: TOP, w, h: 112 }, { fill: 'phys-soft', stroke: 'phys', width: 1.5, r: 10 }),
      textRow(name, PAPER_LEFT + 18, TOP + 27, { weight: 620 }),
      ...inside.shapes,
      ...(rows.length > 0 ? arrow([PAPER_LEFT + w + 10, TOP + 56], 34) : []),
      ...right.shapes,
    ],
    height: Math.max(TOP + 112, right.height) + END,
  };
}
