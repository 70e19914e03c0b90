import { useLayoutEffect, useState, type RefObject } from 'react';
import { classes } from '../common/classes';
import { edgePath, type Box } from './edges.model';
import styles from './edges.module.css';
import type { Card, ChainCard } from './rules.model';

interface Edge {
  readonly id: string;
  readonly path: string;
  readonly step: number;
}

interface Drawing {
  readonly edges: readonly Edge[];
  readonly width: number;
  readonly height: number;
}

/** Room right of the last column, which columns themselves do not leave. */
const END = 16;

const NOTHING: Drawing = { edges: [], width: 0, height: 0 };

function boxIn(sheet: DOMRect, element: Element): Box {
  // A card that continues in the next column has one rectangle a column: the first holds its heading.
  const rect = element.getClientRects()[0] ?? element.getBoundingClientRect();
  return { left: rect.left - sheet.left, top: rect.top - sheet.top, width: rect.width, height: rect.height };
}

function edgeOf(sheet: Element, card: ChainCard): Edge[] {
  if (!card.from) return [];
  const { index } = card.from.step;
  const row = sheet.querySelector(`[data-card="${CSS.escape(card.from.card)}"] [data-step="${index}"]`);
  const target = sheet.querySelector(`[data-card="${CSS.escape(card.id)}"]`);
  if (!row || !target) return [];
  const origin = sheet.getBoundingClientRect();
  return [{ id: card.id, step: index, path: edgePath(boxIn(origin, row), boxIn(origin, target)) }];
}

function measure(scroller: HTMLElement | null, cards: readonly Card[]): Drawing {
  const sheet = scroller?.querySelector('[data-sheet]');
  if (!scroller || !sheet) return NOTHING;
  const edges = cards.flatMap((card) => (card.kind === 'chain' ? edgeOf(sheet, card) : []));
  return { edges, width: sheet.scrollWidth + END, height: sheet.scrollHeight };
}

interface Props {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly cards: readonly Card[];
  readonly now: number;
}

/** The jumps the packet took, from rule to chain: strong once the playhead has passed them. */
export function Edges({ scroller, cards, now }: Props) {
  const [drawing, setDrawing] = useState(NOTHING);
  useLayoutEffect(() => {
    const redraw = (): void => setDrawing(measure(scroller.current, cards));
    redraw();
    const observer = new ResizeObserver(redraw);
    for (const element of scroller.current?.querySelectorAll('[data-sheet], [data-card]') ?? [])
      observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, cards]);
  return (
    <svg aria-hidden className={styles.edges} width={drawing.width} height={drawing.height}>
      <defs>
        <Arrow id="jump-taken" className={styles.taken} />
        <Arrow id="jump-ahead" className={styles.ahead} />
      </defs>
      {drawing.edges.map(({ id, path, step }) => (
        <path
          key={id}
          d={path}
          className={classes(styles.edge, step <= now ? styles.edgeTaken : styles.edgeAhead)}
          markerEnd={step <= now ? 'url(#jump-taken)' : 'url(#jump-ahead)'}
        />
      ))}
    </svg>
  );
}

function Arrow({ id, className }: { readonly id: string; readonly className: string | undefined }) {
  return (
    <marker
      id={id}
      className={className}
      viewBox="0 0 6 6"
      refX="5"
      refY="3"
      markerWidth="7"
      markerHeight="7"
      markerUnits="userSpaceOnUse"
      orient="auto"
    >
      <path d="M0 0L6 3L0 6Z" />
    </marker>
  );
}
