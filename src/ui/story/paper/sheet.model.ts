import {
  attributesOf,
  ELEMENTS,
  numberOf,
  type Face,
  type Ruler,
  type Shape,
  type SheetColours,
} from '../../common/shapes.model';

export { PAGE_PALETTE } from '../../common/shapes.model';

/** A picture: drawn from a model, the same on the page, in a file, on a canvas and on paper. */
export interface PaperSheet {
  readonly width: number;
  readonly height: number;
  /** What it shows, for who does not see it. */
  readonly title: string;
  readonly shapes: readonly Shape[];
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
