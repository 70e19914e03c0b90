/** A colour of the page by its name in `theme/tokens.css`: `pod-soft`. */
export type Ink =
  | 'bg'
  | 'panel'
  | 'sunken'
  | 'line'
  | 'edge'
  | 'faint'
  | 'ink'
  | 'mute'
  | 'accent'
  | 'accent-soft'
  | 'on-accent'
  | 'phys'
  | 'phys-soft'
  | 'pod'
  | 'pod-soft'
  | 'on-pod'
  | 'svc'
  | 'svc-soft'
  | 'phys-on-ink'
  | 'pod-on-ink'
  | 'svc-on-ink'
  | 'drop'
  | 'drop-soft'
  | 'rej'
  | 'nat'
  | 'nat-soft'
  | 'none';

/** One of the page's two typefaces. */
export type Face = 'ui' | 'mono';

interface Stroke {
  readonly stroke?: Ink;
  /** Of the stroke, px. */
  readonly width?: number;
  /** `"7 5"`. */
  readonly dash?: string;
  /** Each piece of a dashed box ends round. */
  readonly round?: true;
}

/** What moves in a picture that is on a page: the packet, and the line drawn behind it. Paper knows nothing of it. */
export type MovingPart = 'packet' | 'way';

/** What a picture is made of; px. */
export type Shape = { readonly part?: MovingPart } & Drawn;

type Drawn =
  | (Stroke & {
      readonly kind: 'box';
      readonly x: number;
      readonly y: number;
      readonly w: number;
      readonly h: number;
      /** Of its corners. */
      readonly r?: number;
      readonly fill: Ink;
    })
  | (Stroke & { readonly kind: 'line'; readonly d: string; readonly fill?: Ink })
  | (Stroke & { readonly kind: 'dot'; readonly x: number; readonly y: number; readonly r: number; readonly fill: Ink })
  | {
      readonly kind: 'text';
      readonly x: number;
      /** Of its base line. */
      readonly y: number;
      readonly text: string;
      readonly size: number;
      readonly weight: number;
      readonly face: Face;
      readonly fill: Ink;
      readonly anchor?: 'middle' | 'end';
      /** True of a value that was so, and is not any more. */
      readonly struck?: true;
      /** What stands behind it is kept off its letters by this colour, so wide: 6 px where nothing is said. */
      readonly halo?: Ink;
      readonly haloWidth?: number;
    };

export type TextShape = Extract<Shape, { readonly kind: 'text' }>;

/** How wide a text is, px. */
export type Ruler = (text: Pick<TextShape, 'text' | 'size' | 'weight' | 'face'>) => number;

/** The colours and typefaces a picture is drawn with. */
export interface SheetColours {
  readonly colour: (ink: Ink) => string;
  readonly family: (face: Face) => string;
}

/** The page's own colours, whatever its theme. */
export const PAGE_PALETTE: SheetColours = {
  colour: (ink) => (ink === 'none' ? 'none' : `var(--${ink})`),
  family: (face) => `var(--font-${face})`,
};

/** A number as drawings have it: two places. */
export const numberOf = (value: number): string => String(Math.round(value * 100) / 100);

/** Attributes as both a file and the page take them, by their names in a file. */
export function attributesOf(shape: Shape, { colour, family }: SheetColours): Readonly<Record<string, string>> {
  const all = listAttributes(shape, colour, family).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return Object.fromEntries(all);
}

type Maybe = readonly [name: string, value: string | undefined];

function listTextAttributes(
  shape: TextShape,
  colour: SheetColours['colour'],
  family: SheetColours['family'],
): readonly Maybe[] {
  const { x, y, size, weight, face, fill, anchor, struck, halo, haloWidth = 6 } = shape;
  return [
    ['x', numberOf(x)],
    ['y', numberOf(y)],
    ['font-family', family(face)],
    ['font-size', numberOf(size)],
    ['font-weight', numberOf(weight)],
    ['fill', colour(fill)],
    ['text-anchor', anchor],
    ['text-decoration', struck && 'line-through'],
    ...(halo === undefined
      ? []
      : ([
          ['paint-order', 'stroke'],
          ['stroke', colour(halo)],
          ['stroke-width', numberOf(haloWidth)],
          ['stroke-linejoin', 'round'],
        ] as const)),
  ];
}

function listAttributes(
  shape: Shape,
  colour: SheetColours['colour'],
  family: SheetColours['family'],
): readonly Maybe[] {
  if (shape.kind === 'text') return listTextAttributes(shape, colour, family);
  const { stroke = 'none', width, dash, round } = shape;
  const drawn: readonly Maybe[] = [
    ['stroke', colour(stroke)],
    ['stroke-width', width === undefined ? undefined : numberOf(width)],
    ['stroke-dasharray', dash],
  ];
  switch (shape.kind) {
    case 'box':
      return [
        ['x', numberOf(shape.x)],
        ['y', numberOf(shape.y)],
        ['width', numberOf(shape.w)],
        ['height', numberOf(shape.h)],
        ['rx', shape.r === undefined ? undefined : numberOf(shape.r)],
        ['fill', colour(shape.fill)],
        ...drawn,
        ['stroke-linecap', round && 'round'],
      ];
    case 'line':
      return [
        ['d', shape.d],
        ['fill', shape.fill === undefined ? 'none' : colour(shape.fill)],
        ...drawn,
        ['stroke-linecap', 'round'],
        ['stroke-linejoin', 'round'],
      ];
    case 'dot':
      return [
        ['cx', numberOf(shape.x)],
        ['cy', numberOf(shape.y)],
        ['r', numberOf(shape.r)],
        ['fill', colour(shape.fill)],
        ...drawn,
      ];
  }
}

/** The elements of SVG the shapes are. */
export const ELEMENTS = { box: 'rect', line: 'path', dot: 'circle', text: 'text' } as const;

type Look = Pick<TextShape, 'size' | 'weight' | 'fill'> &
  Partial<Pick<TextShape, 'anchor' | 'struck' | 'halo' | 'haloWidth' | 'face'>>;

/** A text at a place. */
export function text(words: string, [x, y]: readonly [number, number], look: Look): Shape {
  return { kind: 'text', x, y, text: words, face: 'ui', ...look };
}

interface Dressed {
  readonly fill: Ink;
  readonly stroke?: Ink;
  readonly width?: number;
  readonly dash?: string;
  readonly round?: true;
  readonly r?: number;
}

/** A box where the drawing has one. */
export const box = ({ x, y, w, h }: Readonly<Record<'x' | 'y' | 'w' | 'h', number>>, look: Dressed): Shape => ({
  kind: 'box',
  x,
  y,
  w,
  h,
  ...look,
});

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

/** Which way a path goes where it ends, radians. */
function directionAt({ end, from }: ReturnType<typeof endOf>): number {
  return Math.atan2(end[1] - from[1], end[0] - from[0]);
}

const RING = 5;

/** A ring before the end of a path that nothing goes along. */
export function ring(d: string, stroke: Ink): Shape {
  const path = endOf(d);
  const angle = directionAt(path);
  const [x, y] = [path.end[0] - RING * Math.cos(angle), path.end[1] - RING * Math.sin(angle)];
  return { kind: 'dot', x, y, r: RING, fill: 'panel', stroke, width: 2.5 };
}

/** From the tip of an arrow to each of its ends, px, and how far these are off its line, radians. */
const HEAD = 16;
const OPENING = Math.atan(0.5);

interface ArrowLook {
  readonly stroke: Ink;
  readonly width?: number;
  /** From its tip to each of its ends, px. */
  readonly size?: number;
}

/** The head of an arrow at the end of a path: lines of its own, as few programs draw markers. */
export function arrowHead(d: string, { stroke, width = 3.2, size = HEAD }: ArrowLook): Shape {
  const path = endOf(d);
  const angle = directionAt(path);
  const corner = (turn: number): string => {
    const [x, y] = [path.end[0] - size * Math.cos(angle + turn), path.end[1] - size * Math.sin(angle + turn)];
    return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
  };
  const [x, y] = path.end;
  return { kind: 'line', d: `M${corner(OPENING)}L${x} ${y}L${corner(-OPENING)}`, stroke, width };
}
