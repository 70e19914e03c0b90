import type { Drawing } from './drawing';
import type { Rect } from './geometry.model';
import { place } from './places';
import type { ServiceChip, StageModel } from './stage-types';

const LANE = { padX: 12, title: 12, chip: 22, gap: 4, padBottom: 7 } as const;

/** How wide a chip is: its name in the text face, its address in the mono face, both measured generously. */
export function chipWidth({ name, address, port, portName, nodePort, entry, ingress }: ServiceChip): number {
  const mono = `${address}:${port}`.length + (nodePort === undefined ? 0 : String(nodePort).length + 2);
  const sans = name.length * 8.3 + (portName === undefined ? 0 : (portName.length + 1) * 7.6);
  const tags = (entry === undefined ? 0 : (entry.length + 5) * 7.6) + (ingress ? 60 : 0) + (port === 0 ? 150 : 0);
  return Math.round(Math.min(420, tags + sans + mono * 7.6 + 24));
}

/** The height of the service network's lane on a stage of that width; 0 without one. */
export function laneHeight(stage: StageModel, width: number): number {
  if (stage.services.length === 0 && stage.serviceRanges.length === 0) return 0;
  const rows = Math.max(1, ...chipRects(stage.services, width).map(({ row }) => row + 1));
  return LANE.title + rows * (LANE.chip + LANE.gap) - LANE.gap + LANE.padBottom;
}

/** The service network: on no device, so nothing is wired to it. Chips flow left to right, then down. */
export function layoutLane(drawing: Drawing, stage: StageModel, width: number): void {
  drawing.rects.set(place.lane, { x: 0, y: 0, width, height: laneHeight(stage, width) });
  for (const { id, rect } of chipRects(stage.services, width)) drawing.rects.set(id, rect);
}

function chipRects(chips: readonly ServiceChip[], width: number): { id: string; row: number; rect: Rect }[] {
  let [x, row] = [LANE.padX as number, 0];
  return chips.map((chip) => {
    const own = chipWidth(chip);
    if (x > LANE.padX && x + own > width - LANE.padX) [x, row] = [LANE.padX, row + 1];
    const rect = { x, y: LANE.title + row * (LANE.chip + LANE.gap), width: own, height: LANE.chip };
    x += own + LANE.gap;
    return { id: chip.id, row, rect };
  });
}
