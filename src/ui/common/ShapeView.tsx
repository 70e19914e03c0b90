import { createElement, type ReactNode } from 'react';
import { attributesOf, ELEMENTS, PAGE_PALETTE, type Shape, type SheetColours } from './shapes.model';

/** As React calls what a file calls `font-size`. */
function inCamels(attributes: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
}

interface Props {
  readonly shape: Shape;
  /** The page's own colours, unless it is for paper. */
  readonly palette?: SheetColours;
  /** What the page does with it: a class that moves it, a `data-` name. */
  readonly more?: Readonly<
    Partial<Record<`data-${string}` | 'className' | 'mask' | 'pathLength', string | number | undefined>>
  >;
  /** In the place of a text's own words. */
  readonly children?: ReactNode;
}

/** One shape of a picture, as an element on the page. */
export function ShapeView({ shape, palette = PAGE_PALETTE, more, children }: Props): ReactNode {
  const words = shape.kind === 'text' ? (children ?? shape.text) : undefined;
  return createElement(ELEMENTS[shape.kind], { ...inCamels(attributesOf(shape, palette)), ...more }, words);
}
