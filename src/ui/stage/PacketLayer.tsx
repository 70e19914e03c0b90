import { useStoreApi } from '@xyflow/react';
import { Suspense, useEffect, useMemo, useRef, type ReactNode } from 'react';
import { lazyPart } from '../common/late';
import { useTranslations } from 'use-intl';
import { useBench, useBenchStore } from '../../store/hooks';
import { shownSteps } from '../../store/selectors';
import { useAddressKind } from '../common/addresses';
import { classes } from '../common/classes';
import { useReducedMotion } from '../common/theme/media';
import type { StageLayout } from './topology/layout.model';
import { startPainting, type Painter } from './packet/painter';
import styles from './packet/packet-layer.module.css';
import { makeScene } from './packet/scene';

const ManyLayer = lazyPart(async () => (await import('./many/ManyLayer')).ManyLayer);

interface Props {
  readonly layout: StageLayout;
  /** Stands over the packet, in stage coordinates. */
  readonly children?: ReactNode;
}

/**
 * The moving packet: one canvas over the stage, painted from the store's playhead and xyflow's
 * transform. Neither panning nor playing draws a React component again.
 */
export function PacketLayer({ layout, children }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const over = useRef<HTMLDivElement>(null);
  const painter = useRef<Painter>(undefined);
  const bench = useBenchStore();
  const flow = useStoreApi();
  const still = useReducedMotion();
  const steps = useBench(shownSteps);
  const legs = useBench(({ run }) => run.result?.trace.legs);
  const kindOf = useAddressKind();
  const t = useTranslations('common.verdict');
  const many = useBench(({ many }) => many.open);
  const alone = useBench(({ many: { open, moving } }) => open && moving);
  const scene = useMemo(() => makeScene(layout, steps, legs ?? [], kindOf), [layout, steps, legs, kindOf]);
  const words = useMemo(() => (legs ?? []).map(({ disposition }) => t(disposition.kind)), [legs, t]);

  useEffect(() => {
    if (!canvas.current || !over.current) return undefined;
    painter.current = startPainting({ canvas: canvas.current, over: over.current }, { bench, flow });
    return painter.current.stop;
  }, [bench, flow]);
  useEffect(() => painter.current?.show(scene, { still, words }), [scene, still, words]);

  return (
    <>
      <canvas ref={canvas} className={classes(styles.canvas, alone && styles.away)} aria-hidden />
      <div ref={over} className={classes(styles.over, alone && styles.away)}>
        {children}
      </div>
      {many && (
        <Suspense fallback={null}>
          <ManyLayer layout={layout} />
        </Suspense>
      )}
    </>
  );
}
