import { box, text, type Ink, type Shape, type TextShape } from '../../common/shapes.model';
import { drawnName, textBaselines, type Placed } from '../layout/frame.model';
import { rightOf } from '../layout/lines.model';
import { part, type StagePart, type DrawingWords } from './stage-part.model';
import type { Picture } from './picture';

interface ActorLook {
  readonly frame: Parameters<typeof box>[1];
  readonly name: Pick<TextShape, 'weight' | 'fill'>;
  readonly address: Ink;
}

/** Nobody is sent to it: an outline of dots. */
const DOTS = { width: 2.5, dash: '0.1 6', round: true } as const;

/** How an actor is seen: the chosen one, one nobody is sent to, one that steps back behind the chosen, or as it is. */
function pickLook({ actor }: Placed, { scene }: Picture): ActorLook {
  const tone = actor.kind === 'pod' ? 'pod' : 'phys';
  if (scene.chosen === actor.id) {
    const frame = { fill: 'pod', stroke: 'pod', width: 2 } as const;
    return { frame, name: { weight: 620, fill: 'on-pod' }, address: 'on-pod' };
  }
  const isBack = scene.settled && actor.endpoint && actor.id !== scene.start;
  const colours = isBack ? ({ fill: 'panel', stroke: 'edge' } as const) : undefined;
  const name = { weight: isBack ? 480 : 620, fill: isBack || actor.state ? 'mute' : 'ink' } as const;
  if (actor.state) return { frame: { fill: 'none', stroke: 'rej', ...colours, ...DOTS }, name, address: 'mute' };
  const fill = tone === 'pod' ? 'pod-soft' : 'phys-soft';
  return { frame: { fill, stroke: tone, ...colours, width: 1.5 }, name, address: tone };
}

/** A Pod, a process or a machine outside: its box with name and addresses, and below it the word for its state. */
export function actorParts(placed: Placed, picture: Picture, { t }: Pick<DrawingWords, 't'>): readonly StagePart[] {
  const { actor } = placed;
  const { layout } = picture;
  const size = layout.sizes.type;
  const look = pickLook(placed, picture);
  const [first = 0] = textBaselines(placed, size);
  const name = text(placed.name, [placed.x + placed.pad, placed.y + first], { size, ...look.name });
  const frame = box(placed, { ...look.frame, r: layout.paper.tall ? 11 : 12 });
  return [
    // Below the box: what keeps lines off its words must not eat the border.
    ...(actor.state ? [part('state', actor.id, stateWord(placed, t(`state.${actor.state}`), size))] : []),
    part('actor', actor.id, frame, name, ...linesBelow(placed, picture, look.address)),
  ];
}

function stateWord(area: Placed, word: string, size: number): Shape {
  return text(word, [rightOf(area) - 4, area.y - 4], { size, weight: 560, fill: 'rej', anchor: 'end', halo: 'panel' });
}

/** Below its name: addresses, or where nobody is chosen the label it was looked for by. */
function linesBelow(placed: Placed, { scene, layout }: Picture, ink: Ink): readonly Shape[] {
  const { actor, lines } = placed;
  const size = layout.sizes.type;
  const x = placed.x + placed.pad;
  const [, ...below] = textBaselines(placed, size);
  const at = (line: number): readonly [number, number] => [x, placed.y + (below[line] ?? 0)];
  if (scene.nobody && actor.label !== undefined) {
    const fill = ink === 'on-pod' ? ink : 'mute';
    return [text(drawnName(actor.label), at(0), { size, weight: 560, fill })];
  }
  return lines.map((line, index) => text(line, at(index), { size, weight: 520, fill: ink, face: 'mono' }));
}
