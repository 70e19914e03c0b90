import type { Area } from '../story/lines.model';
import type { Ink, Shape, TextShape } from './sheet.model';

type Look = Pick<TextShape, 'size' | 'weight' | 'fill'> &
  Partial<Pick<TextShape, 'anchor' | 'struck' | 'halo' | 'face'>>;

/** A text at a place. */
export function text(words: string, [x, y]: readonly [number, number], look: Look): Shape {
  return { kind: 'text', x, y, text: words, face: 'ui', ...look };
}

interface Dressed {
  readonly fill: Ink;
  readonly stroke?: Ink;
  readonly width?: number;
  readonly dash?: string;
  readonly r?: number;
}

/** A box where the drawing has one. */
export const box = ({ x, y, w, h }: Area, look: Dressed): Shape => ({ kind: 'box', x, y, w, h, ...look });

const CHEVRON = 9;

/** Where a path made of M, L, V, H, Q and C ends, and the point it comes from there. */
function endOf(d: string): { readonly end: readonly [number, number]; readonly from: readonly [number, number] } {
  let at: [number, number] = [0, 0];
  let from: [number, number] = [0, 0];
  for (const [, command = '', numbers = ''] of d.matchAll(/([A-Z])([^A-Z]*)/g)) {
    const values = numbers
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    const [x, y] = [values.at(-2) ?? at[0], values.at(-1) ?? at[1]];
    const next: [number, number] = command === 'V' ? [at[0], y] : command === 'H' ? [y, at[1]] : [x, y];
    // A curve arrives from its last control point.
    from = values.length > 2 ? [values.at(-4) ?? at[0], values.at(-3) ?? at[1]] : at;
    if (command !== 'M' && next[0] === from[0] && next[1] === from[1]) from = at;
    at = next;
  }
  return { end: at, from };
}

/** The head of an arrow at the end of a path: lines of its own, as few programs draw markers. */
export function arrowHead(d: string, look: { readonly stroke: Ink; readonly width?: number }): Shape {
  const { end, from } = endOf(d);
  const angle = Math.atan2(end[1] - from[1], end[0] - from[0]);
  const corner = (turn: number): string => {
    const [x, y] = [end[0] - CHEVRON * Math.cos(angle + turn), end[1] - CHEVRON * Math.sin(angle + turn)];
    return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
  };
  return { kind: 'line', d: `M${corner(0.62)}L${end[0]} ${end[1]}L${corner(-0.62)}`, width: 3.2, ...look };
}

/** Words on as many lines as they need in a room of so many px; longer ones are cut: hashes, sets of addresses. */
export function wrapText(words: string, room: number, widthOf: (line: string) => number): readonly string[] {
  const pieces = words.split(' ').flatMap((word) => word.match(/.{1,44}/gu) ?? ['']);
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces) {
    const longer = line === '' ? piece : `${line} ${piece}`;
    if (line === '' || widthOf(longer) <= room) line = longer;
    else {
      lines.push(line);
      line = piece;
    }
  }
  return [...lines, line];
}
