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
      /** What stands behind it is kept off its letters by this colour. */
      readonly halo?: Ink;
    };

export type TextShape = Extract<Shape, { readonly kind: 'text' }>;

/** A picture: drawn from a model, the same on the page, in a file, on a canvas and on paper. */
export interface PaperSheet {
  readonly width: number;
  readonly height: number;
  /** What it shows, for who does not see it. */
  readonly title: string;
  readonly shapes: readonly Shape[];
}

/** How wide a text is, px. */
export type Ruler = (text: Pick<TextShape, 'text' | 'size' | 'weight' | 'face'>) => number;

/** The colours and typefaces a picture is drawn with. */
export interface SheetColours {
  readonly colour: (ink: Ink) => string;
  readonly family: (face: Face) => string;
}

/**
 * The colours of one theme as `theme/tokens.css` has them, resolved: `--pod: light-dark(#0b7069, #4fd1c5)` is one or the
 * other. Typefaces are its lists, with whatever stands in for them elsewhere.
 */
export function makePalette(tokens: string, theme: 'light' | 'dark'): SheetColours {
  const colours = new Map(
    [...tokens.matchAll(/--([\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)/g)].map(
      ([, name = '', light = '', dark = '']) => [name, theme === 'light' ? light : dark],
    ),
  );
  const family = (face: Face): string =>
    new RegExp(String.raw`--font-${face}:\s*([^;]+);`).exec(tokens)?.[1]?.replaceAll(/\s+/g, ' ').trim() ??
    (face === 'mono' ? 'monospace' : 'sans-serif');
  const families = { ui: family('ui'), mono: family('mono') };
  return {
    colour: (ink) => (ink === 'none' ? 'none' : (colours.get(ink) ?? '#808080')),
    family: (face) => families[face],
  };
}

/** The page's own colours, whatever its theme. */
export const PAGE_PALETTE: SheetColours = {
  colour: (ink) => (ink === 'none' ? 'none' : `var(--${ink})`),
  family: (face) => `var(--font-${face})`,
};

const numberOf = (value: number): string => String(Math.round(value * 100) / 100);
/** What XML 1.0 does not allow cannot be written in any way: other characters than these. */
const NOT_ALLOWED = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** A text between the tags of a file. */
export const escaped = (text: string): string =>
  text
    .replaceAll(NOT_ALLOWED, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

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
  const { x, y, size, weight, face, fill, anchor, struck, halo } = shape;
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
          ['stroke-width', '6'],
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
  const { stroke = 'none', width, dash } = shape;
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

/**
 * A picture as an SVG file that stands alone: colours are written out, typefaces named with what stands in for them, and
 * every text says how wide it is, so that other letters have its room. It names nothing outside itself.
 */
export function formatSvg({ width, height, title, shapes }: PaperSheet, palette: SheetColours, ruler: Ruler): string {
  const lines = shapes.map((shape) => {
    const given = Object.entries(attributesOf(shape, palette));
    const wide =
      shape.kind === 'text'
        ? [
            ['textLength', numberOf(ruler(shape))],
            ['lengthAdjust', 'spacingAndGlyphs'],
          ]
        : [];
    const attributes = [...given, ...wide].map(([name = '', value = '']) => ` ${name}="${escaped(value)}"`).join('');
    const element = ELEMENTS[shape.kind];
    return shape.kind === 'text'
      ? `<text${attributes} xml:space="preserve">${escaped(shape.text)}</text>`
      : `<${element}${attributes}/>`;
  });
  const [w, h] = [numberOf(width), numberOf(height)];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" role="img">`,
    `<title>${escaped(title)}</title>`,
    ...lines,
    '</svg>',
    '',
  ].join('\n');
}
