import { createElement, type ReactNode } from 'react';
import { attributesOf, ELEMENTS, PAGE_PALETTE, type SheetColours, type Sheet } from './sheet.model';

interface Props {
  readonly sheet: Sheet;
  /** The page's own colours, unless it is for paper. */
  readonly palette?: SheetColours;
  readonly className?: string | undefined;
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
export function SheetView({ sheet, palette = PAGE_PALETTE, className }: Props): ReactNode {
  const { width, height, title, shapes } = sheet;
  return (
    <svg className={className} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={title}>
      {shapes.map((shape, at) =>
        createElement(
          ELEMENTS[shape.kind],
          { key: `${at} ${shape.kind}`, ...inCamels(attributesOf(shape, palette)) },
          shape.kind === 'text' ? shape.text : undefined,
        ),
      )}
    </svg>
  );
}
