import { classes } from '../../common/classes';
import { box, text, type Shape } from '../../common/shapes.model';
import { MOST_LISTED, MOST_RUNGS, mostTelling } from '../cast/telling';
import type { Of } from './lens.model';
import styles from './lens.module.css';
import { bold, boldWords } from './lens-bold';
import type { LensKind, LensProps } from './lens-kind';
import { arrow, END, measureWidth, PAPER_LEFT, textRow, title, TOP, type Block, type LensKit } from './lens-pen.model';

/** nftables: one number, one lookup; eBPF: one of the slots; VFP: one of the endpoints of a policy. */
export const MAP_LENS: LensKind<'map'> = { Page: NumberMap, shapes: (picture, _, kit) => mapShapes(picture, kit) };

function NumberMap({ picture: { number, size, cells, of }, t, roomy }: LensProps<'map'>) {
  const shown = mostTelling(cells, ({ drawn }) => drawn, roomy ? MOST_RUNGS : MOST_LISTED);
  return (
    <>
      <h3 className={styles.title}>
        {of ? t.rich(`lens.${of}`, { to: size, ...bold }) : t.rich('lens.map', { from: 0, to: size - 1, ...bold })}
      </h3>
      <div className={styles.map}>
        <p className={styles.drawn}>
          <strong>{number}</strong>
          <span className={styles.mute}>{t(of === 'endpoints' ? 'lens.picked' : 'lens.drawn')}</span>
        </p>
        <ol className={styles.cells}>
          {shown.map((cell) => (
            <li key={cell.number} className={classes(styles.cell, cell.drawn && styles.cellDrawn)}>
              <span className={styles.cellNumber}>{cell.number}</span>
              <strong>{cell.end?.name ?? ''}</strong>
              <span className={styles.mono}>{cell.end?.address ?? ''}</span>
            </li>
          ))}
        </ol>
      </div>
    </>
  );
}

function mapShapes({ number, size, cells, of }: Of<'map'>, kit: LensKit): Block {
  const { t } = kit;
  const h = 96;
  const shapes: Shape[] = [
    title(
      of
        ? t.markup(`lens.${of}`, { to: size, ...boldWords })
        : t.markup('lens.map', { from: 0, to: size - 1, ...boldWords }),
    ),
    box({ x: PAPER_LEFT, y: TOP, w: 104, h }, { fill: 'sunken', r: 10 }),
    text(String(number), [PAPER_LEFT + 52, TOP + 52], { size: 36, weight: 680, fill: 'ink', anchor: 'middle' }),
    textRow(t(of === 'endpoints' ? 'lens.picked' : 'lens.drawn'), PAPER_LEFT + 52, TOP + 82, {
      fill: 'mute',
      anchor: 'middle',
    }),
    ...arrow([PAPER_LEFT + 110, TOP + h / 2], 26),
  ];
  let x = PAPER_LEFT + 146;
  for (const cell of mostTelling(cells, ({ drawn }) => drawn, MOST_LISTED)) {
    const [name, address] = [cell.end?.name ?? '', cell.end?.address ?? ''];
    const inks = cell.drawn ? (['on-pod', 'on-pod'] as const) : (['ink', 'pod'] as const);
    const w =
      Math.max(
        140,
        measureWidth(kit, { words: name, weight: 620 }),
        measureWidth(kit, { words: address, face: 'mono' }),
      ) + 32;
    const fill = cell.drawn ? 'pod' : 'panel';
    shapes.push(
      box({ x, y: TOP, w, h }, { fill, stroke: cell.drawn ? 'pod' : 'edge', width: 1.5, r: 10 }),
      textRow(String(cell.number), x + 16, TOP + 28, { weight: 640, fill: cell.drawn ? 'on-pod' : 'mute' }),
      textRow(name, x + 16, TOP + 56, { weight: 620, fill: inks[0] }),
      textRow(address, x + 16, TOP + 82, { weight: 520, fill: inks[1], face: 'mono' }),
    );
    x += w + 10;
  }
  return { shapes, height: TOP + h + END };
}
