import { Fragment, useId, useRef, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { classes } from '../../common/classes';
import { Explained } from '../../common/Explained';
import { ShapeView } from '../../common/ShapeView';
import { text, type Shape } from '../../common/shapes.model';
import { useDifference } from '../../common/use-difference';
import { LETTER, letterBox } from '../layout/frame.model';
import { centre } from '../layout/lines.model';
import type { PassedDevice } from '../cast/scene.model';
import { ActorGroup, PlateGroup, PlusButton, PLUS, ServiceGroup } from './StageButtons';
import type { StagePart } from './stage-part.model';
import { stageParts } from './stage-shapes.model';
import { getTone, STAGE_INKS } from '../cast/tones';
import type { OnMenu, Picture } from './picture';
import { useGlide } from './use-glide';
import styles from './stage.module.css';

interface Props {
  readonly picture: Picture;
  /** Devices to name: those of the moment, or of the whole walk. */
  readonly passed: readonly PassedDevice[];
  /** True where the walk has just come to this moment: what happens in it is shown happening. */
  readonly moving: boolean;
  /** Answers that stand for an actor. */
  readonly letters: ReadonlyMap<string, string>;
  /** Undefined: nothing here can be edited. */
  readonly onMenu: OnMenu;
  readonly onMorePods: (() => void) | undefined;
}

/** The stage: who has a part, the way gone, the packet, and what its address names. */
export function Stage({ picture, passed, moving, letters, onMenu, onMorePods }: Props) {
  const t = useTranslations('story');
  const late = useDifference();
  const { layout, scene } = picture;
  const { paper } = layout;
  const frame = useRef<SVGSVGElement>(null);
  useGlide(frame, picture, moving);
  const parts = stageParts(picture, { t, late, passed, plus: onMorePods ? PLUS : 0 });
  const afterActors = parts.findLastIndex(({ kind }) => kind === 'actor') + 1;
  const view = (part: StagePart): ReactNode => (
    <PartView key={keyOf(part, picture)} part={part} picture={picture} onMenu={onMenu} onMorePods={onMorePods} />
  );
  return (
    <svg
      ref={frame}
      role="group"
      aria-label={t('stage')}
      className={classes(styles.stage, moving && styles.moving)}
      viewBox={`0 0 ${paper.width} ${paper.height}`}
      data-moment={scene.moment.kind}
      data-chosen={scene.chosen === undefined ? undefined : scene.chosen}
      data-aim={scene.aim === undefined ? undefined : 'pill' in scene.aim ? 'service' : scene.aim.actor}
    >
      {parts.slice(0, afterActors).map(view)}
      <Letters picture={picture} letters={letters} />
      {parts.slice(afterActors).map(view)}
    </svg>
  );
}

/** Parts that are of one moment come anew with it, and are seen to come. */
function keyOf({ kind, id }: StagePart, { scene }: Picture): string {
  const isAnew = kind === 'gate' || kind === 'aim' || kind === 'thread' || kind === 'socket' || kind === 'packet';
  return isAnew ? `${kind} ${id} ${scene.index}` : `${kind} ${id}`;
}

interface PartProps {
  readonly part: StagePart;
  readonly picture: Picture;
  readonly onMenu: OnMenu;
  readonly onMorePods: (() => void) | undefined;
}

/** One part: what the page does with it, around the shapes it is drawn of. */
function PartView({ part, picture, onMenu, onMorePods }: PartProps): ReactNode {
  const { kind, id, shapes } = part;
  const [first] = shapes;
  const whole = <Shapes shapes={shapes} />;
  switch (kind) {
    case 'host':
    case 'word':
    case 'state':
    case 'more':
    case 'note':
      return whole;
    case 'nobody':
      return <g>{whole}</g>;
    case 'plate':
      return (
        <PlateGroup id={id} picture={picture} onMenu={onMenu}>
          {whole}
        </PlateGroup>
      );
    case 'service':
      return (
        <>
          <ServiceGroup picture={picture} onMenu={onMenu}>
            {whole}
          </ServiceGroup>
          {onMorePods && <PlusButton picture={picture} onMorePods={onMorePods} />}
        </>
      );
    case 'actor':
      return (
        <ActorGroup id={id} picture={picture} onMenu={onMenu}>
          {whole}
        </ActorGroup>
      );
    case 'wire':
      return first && <ShapeView shape={first} more={{ 'data-line': 'wire' }} />;
    case 'gate':
      return first && <ShapeView shape={first} more={{ className: styles.appears, 'data-gate': id }} />;
    case 'hook':
      return (
        <g className={styles.appears} data-hook={id}>
          <Shapes shapes={shapes} explained={id} />
        </g>
      );
    case 'way':
      return <Headed shapes={shapes} more={{ 'data-way': '' }} />;
    case 'aim':
      return <Aim tone={id} shapes={shapes} />;
    case 'thread':
      return <Thread shapes={shapes} />;
    case 'remembered':
      return (
        <g className={styles.remembered} data-remembered={id}>
          {whole}
        </g>
      );
    case 'device':
      return <Device shapes={shapes} />;
    case 'socket':
      return (
        <g className={styles.appears} data-socket="">
          {whole}
        </g>
      );
    case 'packet':
      return <PacketPill shapes={shapes} picture={picture} />;
  }
}

interface ShapesProps {
  readonly shapes: readonly Shape[];
  /** The words among them that explain themselves. */
  readonly explained?: string;
}

/** Shapes in their order; between two texts of a drawing is a space, that they are two words. */
function Shapes({ shapes, explained }: ShapesProps) {
  return shapes.map((shape, at) => (
    // What a part is drawn of does not change places.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={at}>
      {shape.kind === 'text' && shape.text !== '' && shape.text === explained ? (
        <ShapeView shape={shape}>
          <Explained drawn>{shape.text}</Explained>
        </ShapeView>
      ) : (
        <ShapeView shape={shape} />
      )}{' '}
    </Fragment>
  ));
}

/** A line, which the page knows by its name, and how it ends. */
function Headed({ shapes: [line, head], more }: ShapesProps & Pick<Parameters<typeof ShapeView>[0], 'more'>) {
  return (
    <>
      {line && <ShapeView shape={line} {...(more ? { more } : {})} />}
      {head && (
        <g>
          <ShapeView shape={head} />
        </g>
      )}
    </>
  );
}

function Aim({ tone, shapes }: ShapesProps & { readonly tone: string }) {
  // A page may have several stages, and a name leads to the first that has it.
  const mask = useId();
  const [line, end] = shapes;
  if (line?.kind !== 'line') return null;
  return (
    <g data-aim-line={tone} data-aim-end={end?.kind === 'dot' ? 'ring' : 'arrow'}>
      <mask id={mask} maskUnits="userSpaceOnUse" x="-50" y="-50" width="4000" height="4000">
        <path d={line.d} pathLength="1" className={styles.reveal} />
      </mask>
      <ShapeView shape={line} more={{ mask: `url(#${mask})` }} />
      {end && (
        <g mask={`url(#${mask})`}>
          <ShapeView shape={end} />
        </g>
      )}
    </g>
  );
}

function Thread({ shapes: [line, head] }: ShapesProps) {
  if (!line) return null;
  const isChosen = head !== undefined;
  const look = { className: isChosen ? styles.threadChosen : styles.thread, 'data-line': 'thread' };
  return (
    <>
      <ShapeView shape={line} more={isChosen ? { ...look, pathLength: 1 } : look} />
      {head && (
        <g className={styles.threadHead}>
          <ShapeView shape={head} />
        </g>
      )}
    </>
  );
}

function Device({ shapes }: ShapesProps) {
  const name = shapes.find(({ kind }) => kind === 'text');
  const word = name?.kind === 'text' ? name.text : '';
  const programs = shapes[0]?.kind === 'line';
  return (
    <g data-device={word}>
      {shapes.map((shape) =>
        shape.kind === 'text' ? (
          <Shapes key={shape.kind} shapes={[shape]} explained={word} />
        ) : (
          <ShapeView key={shape.kind} shape={shape} {...(programs ? { more: { 'data-programs': '' } } : {})} />
        ),
      )}
    </g>
  );
}

const REWRITING = new Set(['rewritten', 'source-rewritten', 'translated-back']);

/** The packet; while an address is rewritten, the one it had is seen struck before it goes. */
function PacketPill({ shapes, picture: { scene } }: ShapesProps & { readonly picture: Picture }) {
  const { side, end } = scene.shows;
  const before = REWRITING.has(scene.moment.kind) ? scene.moment.before?.[side] : undefined;
  const was = before && before.text !== end.text ? before : undefined;
  const [, , address] = shapes;
  return (
    <g className={classes(styles.packet, was && styles.rewriting)} data-packet="">
      {shapes.map((shape, at) => (
        // Box, side and lines do not change places.
        // oxlint-disable-next-line react/no-array-index-key
        <ShapeView key={at} shape={shape} {...(at > 1 ? { more: { className: styles.address } } : {})} />
      ))}
      {was && address?.kind === 'text' && (
        <g className={styles.was} aria-hidden="true">
          <ShapeView
            shape={text(was.text, [address.x, address.y], {
              size: address.size,
              weight: address.weight,
              face: 'mono',
              struck: true,
              fill: `${STAGE_INKS[getTone(was)]}-on-ink`,
            })}
          />
        </g>
      )}
    </g>
  );
}

/** The letters of the answers beside whom they name. */
function Letters({ picture: { layout }, letters }: Pick<Props, 'picture' | 'letters'>) {
  const boxes = [...layout.hosts.flatMap(({ placed }) => placed), ...layout.outside];
  return boxes.map((box) => {
    const letter = letters.get(box.actor.id);
    if (letter === undefined) return null;
    const place = letterBox(box, layout.paper.tall);
    const [x, y] = [centre(place), place.y + LETTER / 2];
    const word = text(letter, [x, y + 6.5], { size: 18, weight: 700, fill: 'on-accent', anchor: 'middle' });
    return (
      <g key={box.actor.id} data-letter={letter} data-for={box.actor.id}>
        <ShapeView shape={{ kind: 'dot', x, y, r: LETTER / 2, fill: 'accent' }} />
        <ShapeView shape={word} />
      </g>
    );
  });
}
