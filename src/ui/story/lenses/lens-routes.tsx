import type { LensRoute } from '../../../core/story/lens';
import { classes } from '../../common/classes';
import type { StoryWords } from '../cast/words';
import type { Of } from './lens.model';
import styles from './lens.module.css';
import type { LensKind } from './lens-kind';
import { END, PAPER_LEFT, answerCell, table, title, TOP, type SheetRow } from './lens-pen.model';

/** A table of routes, and the one that was taken. */
export const ROUTES_LENS: LensKind<'routes'> = {
  Page: ({ picture, t, narrow }) => {
    const shown = routesShown(picture, narrow);
    return (
      <>
        <h3 className={styles.title}>{titleOfRoutes(picture, shown.length, t)}</h3>
        <ul className={styles.rows}>
          {shown.map(({ text, chosen }, index) => (
            // oxlint-disable-next-line react/no-array-index-key
            <li key={`${text} ${index}`} className={classes(styles.row, styles.route, chosen && styles.taken)}>
              <span className={styles.mono}>{text}</span>
              <strong>{chosen ? t('lens.taken') : ''}</strong>
            </li>
          ))}
        </ul>
      </>
    );
  },
  shapes: (picture, _, kit) => {
    const { t } = kit;
    const shown = routesShown(picture);
    const rows = shown.map(({ text: route, chosen }): SheetRow => ({
      taken: chosen,
      cells: [{ words: route, face: 'mono', weight: 460 }, answerCell(chosen ? t('lens.taken') : '', chosen)],
    }));
    const drawn = table(rows, [PAPER_LEFT, TOP], kit);
    return { shapes: [title(titleOfRoutes(picture, shown.length, t)), ...drawn.shapes], height: drawn.height + END };
  },
};

function titleOfRoutes({ node, routes }: Of<'routes'>, shown: number, t: StoryWords): string {
  return shown < routes.length
    ? t('lens.routesPart', { node, shown, count: routes.length })
    : t('lens.routes', { node });
}

/** Of a table of routes the chosen one and those beside it; `narrow`: as many as three lines hold. */
export function routesShown(
  { routes }: { readonly routes: readonly LensRoute[] },
  narrow = false,
): readonly LensRoute[] {
  const at = routes.findIndex(({ chosen }) => chosen);
  if (!narrow) {
    const from = Math.max(0, Math.min(at - 1, routes.length - 3));
    return routes.slice(from, from + 3);
  }
  const free = 3 - linesOf(routes[at]);
  const beside = [at - 1, at + 1].find((index) => routes[index] !== undefined && linesOf(routes[index]) <= free);
  return routes.filter((_, index) => index === at || index === beside);
}

/** Letters of a line in a hand, and of the word that a route is taken. */
const HAND = 38;
const TAKEN = 7;

/** Lines a route takes in a hand. */
function linesOf(route: LensRoute | undefined): number {
  return Math.ceil(((route?.text.length ?? 0) + (route?.chosen ? TAKEN : 0)) / HAND);
}
