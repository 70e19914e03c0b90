import { type ReactNode, type Ref, useMemo, useState } from 'react';
import { PAGE_PALETTE, type Ruler, type Shape, type SheetColours } from '../../common/shapes.model';
import { ShapeView } from '../../common/ShapeView';
import { formatSvg, makePalette, type PaperSheet } from './sheet.model';
import { useTranslations } from 'use-intl';
import { useBench } from '../../../store/hooks';
import { usePhrase } from '../../common/i18n/use-phrase';
import { useMediaQuery } from '../../common/theme/media';
import tokens from '../../common/theme/tokens.css?raw';
import { makeSheet, type DrawnMoment, type PictureKind } from './pictures.model';

interface Props {
  readonly sheet: PaperSheet;
  /** The page's own colours, unless it is for paper. */
  readonly palette?: SheetColours;
  readonly className?: string | undefined;
  /** Where it moves: what glides is within `[data-packet]`, behind it `[data-way]` is drawn (story/use-glide.ts). */
  readonly ref?: Ref<SVGSVGElement>;
}

/** A picture on the page. */
export function SheetView({ sheet, palette = PAGE_PALETTE, className, ref }: Props): ReactNode {
  const { width, height, title, shapes } = sheet;
  const drawn = (shape: Shape, at: number): ReactNode => (
    <ShapeView
      key={`${at} ${shape.kind}`}
      shape={shape}
      palette={palette}
      {...(shape.part === 'way' ? { more: { 'data-way': '' } } : {})}
    />
  );
  const packet = shapes.filter(({ part }) => part === 'packet');
  return (
    <svg ref={ref} className={className} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={title}>
      {shapes.filter(({ part }) => part !== 'packet').map(drawn)}
      {packet.length > 0 && <g data-packet="">{packet.map(drawn)}</g>}
    </svg>
  );
}

/** So many px of a picture's file are one of the drawing: sharp on a projector. */
const SHARPNESS = 2;

/** Widths of texts in the page's own typefaces, by a canvas nobody sees. */
export function createRuler(palette: SheetColours): Ruler {
  const pen = document.createElement('canvas').getContext('2d');
  return ({ text, size, weight, face }) => {
    if (!pen) return text.length * size * 0.6;
    pen.font = `${weight} ${size}px ${palette.family(face)}`;
    return pen.measureText(text).width;
  };
}

/** A picture as a PNG file, in the page's own typefaces; undefined: the browser made none. */
async function paintPng(sheet: PaperSheet, palette: SheetColours): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(sheet.width * SHARPNESS);
  canvas.height = Math.ceil(sheet.height * SHARPNESS);
  const pen = canvas.getContext('2d');
  if (!pen) return undefined;
  pen.scale(SHARPNESS, SHARPNESS);
  for (const shape of sheet.shapes) paint(pen, shape, palette);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
  return blob ?? undefined;
}

function paint(pen: CanvasRenderingContext2D, shape: Shape, palette: SheetColours): void {
  if (shape.kind === 'text') return write(pen, shape, palette);
  const path = new Path2D(shape.kind === 'line' ? shape.d : undefined);
  if (shape.kind === 'box') path.roundRect(shape.x, shape.y, shape.w, shape.h, shape.r ?? 0);
  if (shape.kind === 'dot') path.arc(shape.x, shape.y, shape.r, 0, 2 * Math.PI);
  if (shape.kind !== 'line' && shape.fill !== 'none') {
    pen.fillStyle = palette.colour(shape.fill);
    // A path, no array.
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type
    pen.fill(path);
  }
  const { stroke = 'none', width = 1, dash } = shape;
  if (stroke === 'none') return;
  pen.strokeStyle = palette.colour(stroke);
  pen.lineWidth = width;
  pen.lineJoin = 'round';
  pen.lineCap = shape.kind === 'line' ? 'round' : 'butt';
  pen.setLineDash(dash === undefined ? [] : dash.split(' ').map(Number));
  pen.stroke(path);
}

const ALIGN = { start: 'left', middle: 'center', end: 'right' } as const;

function write(
  pen: CanvasRenderingContext2D,
  shape: Extract<Shape, { readonly kind: 'text' }>,
  palette: SheetColours,
): void {
  const { text, x, y, size, weight, face, fill, anchor = 'start', struck, halo } = shape;
  pen.font = `${weight} ${size}px ${palette.family(face)}`;
  pen.textAlign = ALIGN[anchor];
  if (halo !== undefined) {
    pen.strokeStyle = palette.colour(halo);
    pen.lineWidth = 6;
    pen.lineJoin = 'round';
    pen.setLineDash([]);
    pen.strokeText(text, x, y);
  }
  pen.fillStyle = palette.colour(fill);
  pen.fillText(text, x, y);
  if (struck) {
    const { width } = pen.measureText(text);
    const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
    pen.fillRect(left, y - size * 0.32, width, 1.6);
  }
}

type PictureTheme = 'light' | 'dark';

/** The theme of the page, until another is chosen for pictures. */
export function useOwnTheme(): readonly [PictureTheme, (theme: PictureTheme) => void] {
  const chosen = useBench(({ view }) => view.theme);
  const dark = useMediaQuery('(prefers-color-scheme: dark)');
  const page = chosen === 'system' ? (dark ? 'dark' : 'light') : chosen;
  const [theme, setTheme] = useState<PictureTheme>();
  return [theme ?? page, setTheme];
}

type Walk = Parameters<typeof makeSheet>[1];

type DrawnOf = Omit<DrawnMoment, 'kit'> & { readonly kind: PictureKind };

/** Draws a picture of a walk, in a theme and the words of the page. */
export function useDraw(theme: PictureTheme) {
  const t = useTranslations('story');
  const rules = useTranslations('rules');
  const say = usePhrase();
  return useMemo(() => {
    const palette = makePalette(tokens, theme);
    const ruler = createRuler(palette);
    return async (format: 'svg' | 'png', walk: Walk, of: DrawnOf) => {
      const sheet = makeSheet(of.kind, walk, { ...of, kit: { t, rules, say, ruler } });
      return format === 'png'
        ? paintPng(sheet, palette)
        : new Blob([formatSvg(sheet, palette, ruler)], { type: 'image/svg+xml' });
    };
  }, [theme, t, rules, say]);
}
