import { useLayoutEffect, useRef, type RefObject } from 'react';
import { takeOver } from '../../common/late';
import { markFirstPacket } from '../../common/when';
import { useReducedMotion } from '../../common/theme/media';
import type { Picture } from './picture';
import type { StageSpot } from '../layout/lines.model';

/** The packet takes so long from one place to the next. Milliseconds. */
const GLIDE_MS = 800;
const SAMPLES = 80;

/** Ease in and out, cubic. */
const eased = (share: number): number => (share < 0.5 ? 4 * share ** 3 : 1 - (-2 * share + 2) ** 3 / 2);

/** Lets the packet glide along the way to its new place, and the way be drawn behind it, never before. */
export function useGlide(frame: RefObject<SVGSVGElement | null>, { scene, drawing }: Picture, moving: boolean): void {
  const still = useReducedMotion();
  const before = useRef<Step | undefined>(undefined);
  const { packet, way } = drawing;
  const at = { x: packet.x + packet.w / 2, y: packet.y + packet.h / 2 };
  useLayoutEffect(() => {
    const from = before.current;
    const { leg } = scene.moment;
    const begun = performance.now();
    // Drawn anew within the same moment (the frame has another size): what glides goes on, what stands stays.
    const step = from?.index === scene.index ? from : { begun, from: from?.leg === leg ? from.at : undefined };
    before.current = { index: scene.index, leg, at, begun: step.begun, from: step.from };
    const path = frame.current?.querySelector<SVGPathElement>('[data-way]');
    const box = frame.current?.querySelector<SVGGElement>('[data-packet]');
    takeOver();
    markFirstPacket();
    if (still || !moving || !path || !box || begun - step.begun >= GLIDE_MS) return undefined;
    return glide({ path, box, at, begun: step.begun, from: step.from });
    // The place is told by the moment.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [scene.index, way, moving, still]);
}

/** A moment as the packet came to it. */
interface Step {
  readonly index: number;
  readonly leg: number;
  readonly at: StageSpot;
  /** When, ms of the page's clock. */
  readonly begun: number;
  readonly from: StageSpot | undefined;
}

interface Glide {
  readonly path: SVGPathElement;
  readonly box: SVGGElement;
  readonly at: StageSpot;
  /** Where it was; undefined: it sets out. */
  readonly from: StageSpot | undefined;
  /** When it set out, ms of the page's clock. */
  readonly begun: number;
}

function glide({ path, box, at, from, begun }: Glide): () => void {
  const line = apart(path);
  const length = line.getTotalLength();
  const start = from ? nearest(line, length, from) : 0;
  const end = line.getPointAtLength(length);
  if (length - start < 12) return () => undefined;
  let handle = 0;
  const settle = (): void => {
    cancelAnimationFrame(handle);
    box.removeAttribute('transform');
    path.removeAttribute('stroke-dasharray');
  };
  const draw = (now: number): void => {
    const share = Math.min(1, Math.max(0, (now - begun) / GLIDE_MS));
    const gone = start + (length - start) * eased(share);
    const point = line.getPointAtLength(gone);
    // At the end it stands where the hook has it, at the beginning on the line.
    const rest = 1 - eased(share);
    const [dx, dy] = [point.x - end.x, point.y - end.y];
    const pull = { x: (end.x - at.x) * rest, y: (end.y - at.y) * rest };
    box.setAttribute('transform', `translate(${dx + pull.x} ${dy + pull.y})`);
    path.setAttribute('stroke-dasharray', `${gone} ${length}`);
    if (share < 1) handle = requestAnimationFrame(draw);
    else settle();
  };
  draw(performance.now());
  return settle;
}

/** The same line outside the page: to ask its length of one within has all the page laid out first. */
function apart(path: SVGPathElement): SVGPathElement {
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  line.setAttribute('d', path.getAttribute('d') ?? '');
  return line;
}

/** How far along the path a place is that lies near it. */
function nearest(path: SVGPathElement, length: number, { x, y }: StageSpot): number {
  let best = { at: 0, far: Number.POSITIVE_INFINITY };
  for (let index = 0; index <= SAMPLES; index++) {
    const at = (length * index) / SAMPLES;
    const point = path.getPointAtLength(at);
    const far = Math.hypot(point.x - x, point.y - y);
    if (far < best.far) best = { at, far };
  }
  return best.at;
}
