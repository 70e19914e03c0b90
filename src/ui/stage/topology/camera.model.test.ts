import { describe, expect, it } from 'vitest';
import { cameraFor, type Camera } from './geometry.model';

const bounds = { x: 0, y: -8, width: 742, height: 376 };
const left = { x: 0, y: 80, width: 364, height: 240 };
const right = { x: 378, y: 80, width: 364, height: 240 };

/** The stage's smallest words in its own units, and the smallest a seat at the back reads, in CSS px. */
const WORDS = 12.5;
const SMALLEST = 10.8;

const onScreen = ({ x, zoom }: Camera, stageX: number): number => stageX * zoom + x;

describe('the camera', () => {
  it('shows everything when that can be read', () => {
    const camera = cameraFor(bounds, { width: 670, height: 345 }, { card: left });
    expect(onScreen(camera, 0)).toBeGreaterThanOrEqual(0);
    expect(onScreen(camera, bounds.width)).toBeLessThanOrEqual(670);
  });

  it.each([
    ['left', left],
    ['right', right],
  ])('shows the %s card on a phone, legibly and whole', (_name, card) => {
    const camera = cameraFor(bounds, { width: 390, height: 500 }, { card });
    expect(camera.zoom).toBeGreaterThanOrEqual(SMALLEST / WORDS);
    expect(onScreen(camera, card.x)).toBeGreaterThanOrEqual(0);
    expect(onScreen(camera, card.x + card.width)).toBeLessThanOrEqual(390);
  });

  it('shows everything of a stage that grew by a row of Pods', () => {
    const grown = { ...bounds, y: bounds.y - 60, height: bounds.height + 60 };
    const camera = cameraFor(grown, { width: 670, height: 345 }, { card: left });
    expect(camera.y + grown.y * camera.zoom).toBeGreaterThanOrEqual(0);
    expect(camera.y + (grown.y + grown.height) * camera.zoom).toBeLessThanOrEqual(345);
  });

  it.each([left.y, left.y + left.height - 30])('keeps the place at %s in view where the card is higher', (y) => {
    const at = { ...left, y, height: 30 };
    const camera = cameraFor(bounds, { width: 290, height: 200 }, { card: left, at });
    expect(camera.y + at.y * camera.zoom).toBeGreaterThanOrEqual(0);
    expect(camera.y + (at.y + at.height) * camera.zoom).toBeLessThanOrEqual(200);
  });

  it('shows the card whole in a frame of 900 x 500, or its place where even that is too narrow', () => {
    const framed = cameraFor(bounds, { width: 290, height: 200 }, { card: left });
    expect(onScreen(framed, left.x)).toBeGreaterThanOrEqual(0);
    expect(onScreen(framed, left.x + left.width)).toBeLessThanOrEqual(290);
    const at = { x: left.x, y: left.y, width: 90, height: 30 };
    const narrow = cameraFor(bounds, { width: 200, height: 200 }, { card: left, at });
    expect(onScreen(narrow, at.x)).toBeGreaterThanOrEqual(0);
    expect(onScreen(narrow, at.x + at.width)).toBeLessThanOrEqual(200);
  });

  it('does not come closer than is useful', () => {
    expect(cameraFor({ ...bounds, width: 100, height: 50 }, { width: 1920, height: 1080 }).zoom).toBeLessThan(2);
  });

  it('takes a pane without size', () => {
    expect(cameraFor(bounds, { width: 0, height: 0 }, { card: left }).zoom).toBeGreaterThan(0);
  });
});
