import { createElement, type ReactNode, type Ref } from 'react';
import { attributesOf, ELEMENTS, PAGE_PALETTE, type Shape, type SheetColours, type Sheet } from './sheet.model';

interface Props {
  readonly sheet: Sheet;
  /** The page's own colours, unless it is for paper. */
  readonly palette?: SheetColours;
  readonly className?: string | undefined;
  /** Where it moves: what glides is within `[data-packet]`, behind it `[data-way]` is drawn (story/use-glide.ts). */
  readonly ref?: Ref<SVGSVGElement>;
}

/** As React calls what a file calls `font-size`. */
function inCamels(attributes: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
}

/** A picture on the page. */
export function SheetView({ sheet, palette = PAGE_PALETTE, className, ref }: Props): ReactNode {
  const { width, height, title, shapes } = sheet;
  const drawn = (shape: Shape, at: number): ReactNode =>
    createElement(
      ELEMENTS[shape.kind],
      {
        key: `${at} ${shape.kind}`,
        ...inCamels(attributesOf(shape, palette)),
        ...(shape.part === 'way' ? { 'data-way': '' } : {}),
      },
      shape.kind === 'text' ? shape.text : undefined,
    );
  const packet = shapes.filter(({ part }) => part === 'packet');
  return (
    <svg ref={ref} className={className} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={title}>
      {shapes.filter(({ part }) => part !== 'packet').map(drawn)}
      {packet.length > 0 && <g data-packet="">{packet.map(drawn)}</g>}
    </svg>
  );
}
