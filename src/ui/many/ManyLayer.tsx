import { useStoreApi } from '@xyflow/react';
import { useEffect, useMemo, useRef } from 'react';
import { useAddressKind } from '../common/AddressBook';
import { RestOfWords } from '../i18n/I18nProvider';
import { useReducedMotion } from '../theme/motion';
import type { StageLayout } from '../topology/layout.model';
import { crowdOf } from './crowd.model';
import { startCrowd, type CrowdPainter } from './crowd-painter';
import type { Moving } from './draw-crowd';
import { setMany, useMany } from './many-store';
import styles from './many.module.css';
import { Piles } from './Piles';
import { routeOf } from './route.model';
import { useManyOpen } from './open';
import { runnersOf } from './runner.model';
import { durationOf } from './use-crowd-clock';

/** Many packets over the stage: those on their way on a canvas, those that landed as a count at the place. */
export function ManyLayer({ layout }: { readonly layout: StageLayout }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const over = useRef<HTMLDivElement>(null);
  const painter = useRef<CrowdPainter>(undefined);
  const flow = useStoreApi();
  const moving = useMoving(layout);
  useEffect(() => {
    if (!canvas.current || !over.current) return undefined;
    painter.current = startCrowd({ canvas: canvas.current, over: over.current }, flow);
    return painter.current.stop;
  }, [flow]);
  useEffect(() => painter.current?.show(moving), [moving]);
  const crowded = useMany((state) => moving.kind !== 'nothing' && state.at > 0 && state.at < durationOf(state));
  useEffect(() => {
    useManyOpen.setState({ moving: crowded });
    return () => useManyOpen.setState({ moving: false });
  }, [crowded]);
  return (
    <>
      <canvas ref={canvas} className={styles.canvas} aria-hidden />
      <div ref={over} className={styles.over}>
        {moving.kind === 'crowd' && (
          <RestOfWords>
            <Piles crowd={moving.crowd} />
          </RestOfWords>
        )}
      </div>
    </>
  );
}

/** What moves on this layout; the panel learns of the crowd through the store. */
function useMoving(layout: StageLayout): Moving {
  const tab = useMany((state) => state.tab);
  const result = useMany((state) => state.result);
  const walks = useMany((state) => state.walks);
  const still = useReducedMotion();
  const kindOf = useAddressKind();
  const crowd = useMemo(() => {
    if (!result || result.sent.length === 0) return undefined;
    const routes = result.ways.map(({ legs }) => routeOf(layout.graph, legs, kindOf));
    return crowdOf(routes, result.sent, result.landings.length);
  }, [layout, result, kindOf]);
  useEffect(() => {
    setMany({ crowd });
    return () => setMany({ crowd: undefined });
  }, [crowd]);
  const runners = useMemo(() => runnersOf(layout.graph, walks, kindOf), [layout, walks, kindOf]);
  return useMemo((): Moving => {
    if (tab === 'new' && crowd) return { kind: 'crowd', crowd };
    return tab === 'flows' && runners.length > 0 ? { kind: 'runners', runners, still } : { kind: 'nothing' };
  }, [tab, crowd, runners, still]);
}
