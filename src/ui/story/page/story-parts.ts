import { createContext, use } from 'react';
import type { StoryEnd } from '../../../core/story/moment';
import type { StoryCast } from '../cast/cast.model';
import type { StageDrawing } from '../drawing/drawing.model';
import { type MeasureText, isTabled, textWidth } from '../layout/frame.model';
import type { StageGround } from '../layout/layout.model';
import type { StageSpot } from '../layout/lines.model';
import type { StoryScene } from '../cast/scene.model';
import type { ToldStory } from './use-story';

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
    isTabled(text) ? textWidth(text, font, size) : (canvas ??= openCanvas()).measure(text, font, size);
  return { measure, isEarly: () => canvas?.isEarly() ?? false };
}

/** Names that are coloured wherever the story says them. */
export interface StoryNames {
  readonly service: string | undefined;
  readonly pods: ReadonlySet<string>;
}

export const NamesContext = createContext<StoryNames>({ service: undefined, pods: new Set() });

export function useNames(): StoryNames {
  return use(NamesContext);
}

/** The colour of an address: a Service's, a Pod's, or of the network the machines are on. */
export function getTone({ kind, nodePortOf }: StoryEnd): 'service' | 'pod' | 'physical' {
  if (kind === 'service' || nodePortOf !== undefined) return 'service';
  return kind === 'pod' ? 'pod' : 'physical';
}

/** The colours of addresses on a stage. */
export const STAGE_INKS = { service: 'svc', pod: 'pod', physical: 'phys' } as const;

/** What a menu is asked for. */
export interface MenuAsked extends StageSpot {
  readonly kind: 'pod' | 'service' | 'node' | 'add';
  readonly id: string;
}

export interface Picture {
  readonly cast: StoryCast;
  readonly scene: StoryScene;
  readonly ground: StageGround;
  readonly drawing: StageDrawing;
}

export type OnMenu = ((asked: MenuAsked) => void) | undefined;

/** The id of the switch that keeps devices in sight; what is kept under it, false: they are not folded away. */
export const DEVICES = 'story-devices';
/** Of the stage where a page is too low for it: false, it stands there instead of the lens. */
export const STAGE = 'story-stage';
/** And of the packet's panel in a hand. */
export const PACKET = 'story-packet';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** What the story is drawn from where nothing can be measured or asked: while the page is built. Sizes are px. */
export interface FirstSight {
  readonly window: Size;
  readonly place: Size;
  readonly story: ToldStory;
  readonly measure: MeasureText;
}

export const FirstSightContext = createContext<FirstSight | undefined>(undefined);
