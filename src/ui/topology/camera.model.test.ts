import { describe, expect, it } from 'vitest';
import { cameraFor, type Camera } from './camera.model';

const bounds = { x: 0, y: 0, width: 1000, height: 600 };
const left = { x: 0, y: 80, width: 460, height: 480 };
const right = { x: 540, y: 80, width: 460, height: 480 };

const onScreen = ({ x, zoom }: Camera, stageX: number): number => stageX * zoom + x;

describe('the camera', () => {
  it('shows everything when that can be read', () => {
    const camera = cameraFor(bounds, { width: 860, height: 504 }, left);
    expect(onScreen(camera, 0)).toBeGreaterThanOrEqual(0);
    expect(onScreen(camera, 1000)).toBeLessThanOrEqual(860);
  });

  it.each([
    ['left', left],
    ['right', right],
  ])('shows the %s card on a phone, legibly and whole', (_name, card) => {
    const camera = cameraFor(bounds, { width: 390, height: 500 }, card);
    expect(camera.zoom).toBeGreaterThanOrEqual(0.55);
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
