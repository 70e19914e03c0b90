import { useTranslations } from 'use-intl';
import styles from './card.module.css';
import type { NodeCard, PodCounts } from './stage-types';
import { createContext, use, useMemo } from 'react';
import { NO_MOMENT, type Moment, type Odds } from './moment.model';
import type { StageLayout } from './layout.model';
import { type Rect, wirePaths, type Wire } from './geometry.model';
import wireLinesStyles from './wires.module.css';

interface Props {
  readonly wires: readonly Wire[];
  readonly frame: Rect;
}

/** The wires of a card or of the rails, still. What moves on them is painted by the packet layer. */
export function WireLines({ wires, frame }: Props) {
  const { lines, arrows } = useMemo(() => wirePaths(wires, frame), [wires, frame]);
  return (
    <svg className={wireLinesStyles.wires} width={frame.width} height={frame.height} aria-hidden>
      {lines.map(({ kind, dashed, d }) => (
        <path key={`${kind} ${dashed}`} className={wireLinesStyles[kind]} d={d} data-dashed={dashed || undefined} />
      ))}
      <path className={wireLinesStyles.arrows} d={arrows} />
    </svg>
  );
}

/** What boxes of the stage read besides their own data. Three contexts, so that a step redraws only what shows steps. */
export const LayoutContext = createContext<StageLayout | undefined>(undefined);
export const MomentContext = createContext<Moment>(NO_MOMENT);
export const PodContext = createContext<PodSurroundings>({ odds: new Map(), dropOn: undefined });

interface PodSurroundings {
  readonly odds: Odds;
  /** The name of the node a dragged Pod would move to. */
  readonly dropOn: string | undefined;
}

export function useLayout(): StageLayout | undefined {
  return use(LayoutContext);
}

export function useMoment(): Moment {
  return use(MomentContext);
}

export function usePodSurroundings(): PodSurroundings {
  return use(PodContext);
}

/** When Pods are counted instead of drawn: how many, and how they are. */
export function PodSummary({ card }: { readonly card: NodeCard }) {
  const t = useTranslations('topology');
  const layout = useLayout();
  if (!layout || card.counts.total === card.pods.length) return null;
  const { total, ready, notReady, terminating } = card.counts;
  return (
    <div className={styles.summary}>
      <span>{t('shownOf', { shown: card.pods.length, total })}</span>
      <PodBar counts={card.counts} />
      <span className="visually-hidden">{t('podCounts', { ready, notReady, terminating })}</span>
    </div>
  );
}

/** Ready, not ready, terminating as one bar; the words stand beside it or in its title. */
export function PodBar({ counts }: { readonly counts: PodCounts }) {
  const t = useTranslations('topology');
  const { ready, notReady, terminating } = counts;
  return (
    <span className={styles.bar} title={t('podCounts', { ready, notReady, terminating })}>
      <i className={styles.barReady} style={{ flexGrow: ready }} />
      <i className={styles.barNotReady} style={{ flexGrow: notReady }} />
      <i className={styles.barTerminating} style={{ flexGrow: terminating }} />
    </span>
  );
}
