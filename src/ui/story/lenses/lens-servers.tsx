import { classes } from '../../common/classes';
import { ShapeView } from '../../common/ShapeView';
import { text, type Shape } from '../../common/shapes.model';
import { MOST_RUNGS, mostTelling } from '../cast/telling';
import type { StoryWords } from '../cast/words';
import type { Of } from './lens.model';
import { End } from './LensParts';
import { getTone, STAGE_INKS } from '../cast/tones';
import styles from './lens.module.css';
import { bold, boldWords } from './lens-bold';
import type { LensKind, LensProps } from './lens-kind';
import {
  END,
  PAPER_LEFT,
  answerCell,
  table,
  title,
  TOP,
  nameOfChoice,
  type Block,
  type LensKit,
  type SheetRow,
} from './lens-pen.model';

/** IPVS: the servers behind the virtual one, and whose turn it is. */
export const SERVERS_LENS: LensKind<'servers'> = {
  Page: Servers,
  shapes: (picture, _, kit) => serverShapes(picture, kit),
};

/** The servers that have room, by their numbers, and what each has to do. */
function serversShown({ servers, turns, odds }: Of<'servers'>, t: StoryWords) {
  // Whose turn it was when nobody had watched is not known: it is one that may be.
  const turn = odds === undefined ? 'lens.turn' : 'lens.turnIf';
  const numbered = servers.map((server, index) => ({ server, number: index + 1 }));
  const weighted = servers.some(({ active }) => active > 0);
  return mostTelling(numbered, ({ server }) => server.chosen, MOST_RUNGS).map(({ server, number }) => {
    const { active, weight, chosen } = server;
    const load = weighted && !turns ? t('lens.active', { active }) : t('lens.weight', { weight });
    return { server, number, load, word: chosen ? t(turns ? turn : 'lens.picked') : '' };
  });
}

function Servers({ picture, t, narrow }: LensProps<'servers'>) {
  const { servers, scheduler, turns } = picture;
  const shown = serversShown(picture, t);
  return (
    <>
      <h3 className={styles.title}>
        {t.rich(turns ? 'lens.serversTurns' : 'lens.servers', { count: servers.length, scheduler, ...bold })}
      </h3>
      <div className={styles.serving}>
        {!narrow && turns && <Dial chosen={servers.map(({ chosen }) => chosen)} numbered />}
        <ol className={classes(styles.rows, styles.servers)} data-rungs={shown.length}>
          {shown.map(({ server: { end, chosen }, number, load, word }) => (
            <li key={end.text} className={classes(styles.row, chosen && styles.taken)}>
              <span className={styles.number}>{number}</span>
              <span className={styles.who}>{end.name}</span>
              {!narrow && <End end={end} named={false} />}
              <span className={styles.mute}>{load}</span>
              <span className={styles.said}>{word}</span>
            </li>
          ))}
        </ol>
      </div>
    </>
  );
}

/** Most numbers a dial has room for. */
const DIAL = 8;

interface DialProps {
  readonly chosen: readonly boolean[];
  readonly numbered?: boolean;
}

/** Round the table: which one it is. */
export function Dial({ chosen, numbered = false }: DialProps) {
  if (chosen.length < 2 || chosen.length > DIAL) return null;
  return (
    <svg viewBox="0 0 120 116" className={styles.dial} aria-hidden="true">
      {dialShapes(chosen, [60, 58], numbered).map((shape, at) => (
        // Places of a dial stay where they are.
        // oxlint-disable-next-line react/no-array-index-key
        <ShapeView key={at} shape={shape} />
      ))}
    </svg>
  );
}

function serverShapes(picture: Of<'servers'>, kit: LensKit): Block {
  const { servers, scheduler, turns } = picture;
  const { t } = kit;
  const rows = serversShown(picture, t).map(({ server: { end, chosen }, number, load, word }): SheetRow => ({
    taken: chosen,
    cells: [
      { words: String(number), weight: 640, fill: chosen ? 'pod' : 'mute' },
      nameOfChoice(end.name, chosen),
      { words: end.text, weight: 520, fill: STAGE_INKS[getTone(end)], face: 'mono' },
      { words: load, fill: 'mute' },
      answerCell(word, chosen),
    ],
  }));
  const dial = turns && servers.length > 1 && servers.length <= DIAL;
  const drawn = table(rows, [dial ? PAPER_LEFT + 150 : PAPER_LEFT, TOP], kit);
  const values = { count: servers.length, scheduler, ...boldWords };
  const words = t.markup(turns ? 'lens.serversTurns' : 'lens.servers', values);
  const chosen = servers.map((server) => server.chosen);
  const round = dial ? dialShapes(chosen, [PAPER_LEFT + 60, TOP + 54], true) : [];
  return { shapes: [title(words), ...round, ...drawn.shapes], height: Math.max(drawn.height, dial ? 158 : 0) + END };
}

const TURN = 2 * Math.PI;

/** Places around a middle. Whose turn it was is not known, so nothing says so. */
function dialShapes(turns: readonly boolean[], [x, y]: readonly [number, number], numbered: boolean): Shape[] {
  const places = turns.map((chosen, index) => {
    const angle = (TURN * index) / turns.length - TURN / 4;
    return { chosen, number: index + 1, at: [x + 42 * Math.cos(angle), y + 42 * Math.sin(angle)] as const };
  });
  const now = places.find(({ chosen }) => chosen);
  const hand = now && `M${x} ${y}L${x + (now.at[0] - x) * 0.6} ${y + (now.at[1] - y) * 0.6}`;
  return [
    { kind: 'dot', x, y, r: 42, fill: 'none', stroke: 'edge', width: 2 },
    ...(hand === undefined ? [] : [{ kind: 'line', d: hand, stroke: 'pod', width: 3.5 } as const]),
    ...places.flatMap(({ chosen, number, at: [cx, cy] }): Shape[] => {
      const [fill, stroke] = chosen ? (['pod', 'pod'] as const) : (['panel', 'edge'] as const);
      const look = { size: 19, weight: 640, fill: chosen ? 'on-pod' : 'mute', anchor: 'middle' } as const;
      return [
        { kind: 'dot', x: cx, y: cy, r: numbered ? 13 : 10, fill, stroke, width: 2 },
        ...(numbered ? [text(String(number), [cx, cy + 6], look)] : []),
      ];
    }),
  ];
}
