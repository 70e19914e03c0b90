import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useActions } from '../../store/hooks';
import { classes } from '../common/classes';
import { dispositionMark } from '../theme/verdicts';
import { landedAt, lastLanded, type Crowd } from './crowd.model';
import { sendingOf, useMany } from './many-store';
import styles from './many.module.css';
import { useLandingName } from './use-landing-name';
import { useNow } from './use-now';

interface Pile {
  readonly landing: number;
  readonly x: number;
  readonly y: number;
}

const STOREY = 26;

/** Where each landing's packets end; several at one place stand under each other. */
function pilesOf({ routes, way, landing }: Crowd): readonly Pile[] {
  const piles = new Map<number, Pile>();
  const storeys = new Map<string, number>();
  way.forEach((route, i) => {
    const [at, on] = [landing[i] ?? 0, routes[route]?.landsOn];
    if (piles.has(at) || !on) return;
    const key = `${Math.round(on.x)} ${Math.round(on.y)}`;
    const storey = storeys.get(key) ?? 0;
    storeys.set(key, storey + 1);
    piles.set(at, { landing: at, x: on.x, y: on.y + storey * STOREY });
  });
  return [...piles.values()];
}

/** How many landed where until now, at the place itself; pressed, it shows the walk of the one that came last. */
export function Piles({ crowd }: { readonly crowd: Crowd }) {
  const t = useTranslations('many');
  const { showSent } = useActions();
  const nameOf = useLandingName();
  const result = useMany((state) => state.result);
  const now = useNow();
  const piles = useMemo(() => pilesOf(crowd), [crowd]);
  const counts = landedAt(crowd, now);
  const show = (landing: number): void => {
    const nth = lastLanded(crowd, landing, useMany.getState().at);
    if (result && nth !== undefined) showSent({ ...sendingOf(result), nth });
  };
  return piles.map(({ landing, x, y }) => {
    const landed = result?.landings[landing]?.landing;
    const count = counts[landing] ?? 0;
    if (!landed || count === 0) return null;
    const mark = dispositionMark(landed.disposition);
    const name = nameOf(landed);
    return (
      <button
        key={landing}
        type="button"
        data-pile={landing}
        className={classes(styles.pile, 'nopan nodrag', mark.tone !== 'ok' && styles.lost)}
        style={{ left: x, top: y }}
        aria-label={t('pile', { count, place: name })}
        title={t('pile', { count, place: name })}
        onClick={() => show(landing)}
      >
        {mark.tone === 'ok' ? '' : `${mark.sign} `}
        {count}
      </button>
    );
  });
}
