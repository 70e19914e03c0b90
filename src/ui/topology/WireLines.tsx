import { useMemo } from 'react';
import type { Rect } from './geometry.model';
import { wirePaths } from './svg-paths.model';
import styles from './wires.module.css';
import type { Wire } from './wires.model';

interface Props {
  readonly wires: readonly Wire[];
  readonly frame: Rect;
}

/** The wires of a card or of the rails, still. What moves on them is painted by the packet layer. */
export function WireLines({ wires, frame }: Props) {
  const { lines, arrows } = useMemo(() => wirePaths(wires, frame), [wires, frame]);
  return (
    <svg className={styles.wires} width={frame.width} height={frame.height} aria-hidden>
      {lines.map(({ kind, dashed, d }) => (
        <path key={`${kind} ${dashed}`} className={styles[kind]} d={d} data-dashed={dashed || undefined} />
      ))}
      <path className={styles.arrows} d={arrows} />
    </svg>
  );
}
