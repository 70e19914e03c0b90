import { type MeasureText, hasKnownWidths, textWidth } from './frame.model';

/** Measures texts on the page. */
export interface PageMeasure {
  readonly measure: MeasureText;
  /** Was a canvas asked before the page's own typefaces were there? */
  readonly isEarly: () => boolean;
}

/** The page's own typefaces as CSS writes a font. */
function listFonts(): (font: 'ui' | 'mono', size: number) => string {
  const style = getComputedStyle(document.documentElement);
  const families = { ui: style.getPropertyValue('--font-ui'), mono: style.getPropertyValue('--font-mono') };
  return (font, size) => `${font === 'ui' ? 620 : 560} ${size}px ${families[font]}`;
}

/** A canvas nobody sees. Making one costs a phone a tenth of a second. */
function openCanvas(): PageMeasure {
  const pen = document.createElement('canvas').getContext('2d');
  const fontOf = listFonts();
  const isEarly = !(['ui', 'mono'] as const).every((font) => document.fonts.check(fontOf(font, 16)));
  const measure: MeasureText = (text, font, size) => {
    if (!pen) return textWidth(text, font, size);
    pen.font = fontOf(font, size);
    return pen.measureText(text).width;
  };
  return { measure, isEarly: () => isEarly };
}

/** Widths of texts in the page's own typefaces; of letters that are not theirs by a canvas. */
export function createMeasure(): PageMeasure {
  let canvas: PageMeasure | undefined;
  const measure: MeasureText = (text, font, size) =>
    hasKnownWidths(text) ? textWidth(text, font, size) : (canvas ??= openCanvas()).measure(text, font, size);
  return { measure, isEarly: () => canvas?.isEarly() ?? false };
}
