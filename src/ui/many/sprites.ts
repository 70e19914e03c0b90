import type { AddressKind } from '../common/address-kind.model';
import type { Colours } from '../packet/colours';

/** A packet drawn once: requests are full, answers are rings, so that the way back is not told by colour alone. */
export interface Sprites {
  readonly size: number;
  readonly of: (tone: AddressKind, back: boolean) => HTMLCanvasElement;
}

const RADIUS = 5;

function draw(colours: Colours, colour: string, back: boolean, ratio: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  const size = 2 * RADIUS + 4;
  canvas.width = Math.ceil(size * ratio);
  canvas.height = canvas.width;
  const context = canvas.getContext('2d');
  if (!context) return canvas;
  context.scale(ratio, ratio);
  context.beginPath();
  context.arc(size / 2, size / 2, back ? RADIUS - 1 : RADIUS, 0, 2 * Math.PI);
  context.fillStyle = back ? colours.panel : colour;
  context.fill();
  context.lineWidth = back ? 2.4 : 1.4;
  context.strokeStyle = back ? colour : colours.panel;
  context.stroke();
  return canvas;
}

/** Makes the pictures of a theme; drawing five hundred of them is five hundred copies. */
export function spritesOf(colours: Colours, inks: Readonly<Record<AddressKind, string>>, ratio: number): Sprites {
  const made = new Map<string, HTMLCanvasElement>();
  return {
    size: 2 * RADIUS + 4,
    of: (tone, back) => {
      const key = `${tone} ${back}`;
      const known = made.get(key) ?? draw(colours, inks[tone], back, ratio);
      made.set(key, known);
      return known;
    },
  };
}
