import type { StoryCast } from '../cast/cast.model';
import { fitName, type MeasureText, type Sizes } from './frame.model';

/** The paper of a stage, as far as its Service needs it; px. `corner`: what stands in its upper right corner. */
interface PillRoom {
  readonly measure: MeasureText;
  readonly tall: boolean;
  readonly width: number;
  readonly corner?: number;
}

/** Up to where the Service has room, px. */
export const pillEnd = ({ width, corner }: Pick<PillRoom, 'width' | 'corner'>): number => width - (corner ?? 4);

/** Letters of a Service's name: as many as leave room for its address. */
export function pillSize(
  { pill }: StoryCast,
  { type }: Sizes,
  { measure, tall, ...paper }: PillRoom,
): { readonly name: string; readonly width: number } {
  if (!pill) return { name: '', width: 0 };
  // On a tall stage threads run at its sides: what adds a Pod stands inside.
  const rest = (tall ? 34 : 0) + 8 + measure(pill.text, 'mono', type) + 52;
  const widthOf = (name: string): number => rest + measure(name, 'ui', type) * 1.06;
  const name = fitName(pill.name, (drawn) => widthOf(drawn) <= pillEnd(paper) - 4);
  return { name, width: widthOf(name) };
}
