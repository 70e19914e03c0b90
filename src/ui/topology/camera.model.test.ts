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
    const camera = cameraFor(bounds, { width: 670, height: 345 }, left);
    expect(onScreen(camera, 0)).toBeGreaterThanOrEqual(0);
    expect(onScreen(camera, bounds.width)).toBeLessThanOrEqual(670);
  });

  it.each([
    ['left', left],
    ['right', right],
  ])('shows the %s card on a phone, legibly and whole', (_name, card) => {
    const camera = cameraFor(bounds, { width: 390, height: 500 }, card);
    expect(camera.zoom).toBeGreaterThanOrEqual(SMALLEST / WORDS);
    expect(onScreen(camera, card.x)).toBeGreaterThanOrEqual(0);
    expect(onScreen(camera, card.x + card.width)).toBeLessThanOrEqual(390);
  });

  it('does not come closer than is useful', () => {
    expect(cameraFor({ ...bounds, width: 100, height: 50 }, { width: 1920, height: 1080 }).zoom).toBeLessThan(2);
  });

  it('takes a pane without size', () => {
    expect(cameraFor(bounds, { width: 0, height: 0 }, left).zoom).toBeGreaterThan(0);
  });
});
