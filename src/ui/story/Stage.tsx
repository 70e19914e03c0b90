import { useId, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { classes } from '../common/classes';
import { Explained } from '../common/Explained';
import type { StageDrawing, PacketBox } from './drawing.model';
import { listLabels, wireSpots } from './labels.model';
import { LETTER, letterBox } from './frame.model';
import { moreSpot, type StageGround, type HostBox } from './layout.model';
import { centre, hexagon, type Area, type StageSpot } from './lines.model';
import type { Passed, StoryScene } from './scene.model';
import { ActorBox, HostFrame, PillBox } from './StageBoxes';
import { svgRect, type OnMenu, type Picture, getTone } from './story-parts';
import { useGlide } from './use-glide';
import { StageMarkers } from './StageMarkers';
import styles from './stage.module.css';

interface Props {
  readonly picture: Picture;
  /** Devices to name: those of the moment, or of the whole walk. */
  readonly passed: readonly Passed[];
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
  const { ground, scene, drawing } = picture;
  const { paper } = ground;
  const frame = useRef<SVGSVGElement>(null);
  useGlide(frame, picture, moving);
  const { gate } = scene;
  const boxes = [...ground.hosts.flatMap(({ placed }) => placed), ...ground.outside];
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
      <StageMarkers />
      {ground.hosts.map((host) => (
        <HostFrame key={host.host.id} host={host} sizes={ground.sizes} paper={paper} onMenu={onMenu} />
      ))}
      {drawing.wires.map(({ id, d }) => (
        <path key={id} d={d} className={styles.wire} data-line="wire" />
      ))}
      <WireNames picture={picture} />
      <PillBox picture={picture} onMenu={onMenu} onMorePods={onMorePods} />
      {drawing.nobody && <Nobody nobody={drawing.nobody} />}
      {gate && drawing.gate && (
        <g key={`gate ${scene.index}`} className={styles.appears}>
          <rect
            {...svgRect(drawing.gate)}
            rx="12"
            className={classes(styles.gate, gate.verdict !== undefined && styles.refusing)}
            data-gate={gate.name}
          />
        </g>
      )}
      {drawing.way !== undefined && (
        <path
          d={drawing.way}
          className={styles.way}
          data-way=""
          markerEnd={drawing.wayArrow ? 'url(#story-way)' : undefined}
        />
      )}
      <Aim key={`aim ${scene.index}`} aim={drawing.aim} />
      <Threads key={`threads ${scene.moment.kind === 'chosen'} ${scene.index}`} threads={drawing.threads} />
      {boxes.map((box) => (
        <ActorBox key={box.actor.id} box={box} picture={picture} onMenu={onMenu} />
      ))}
      {boxes.map((box) => {
        const letter = letters.get(box.actor.id);
        if (letter === undefined) return null;
        const place = letterBox(box, paper.tall);
        const { x, y } = { x: centre(place), y: place.y + LETTER / 2 };
        return (
          <g key={box.actor.id} className={styles.letter} data-letter={letter} data-for={box.actor.id}>
            <circle cx={x} cy={y} r={LETTER / 2} />
            <text x={x} y={y + 6.5} textAnchor="middle" fontSize={18}>
              {letter}
            </text>
          </g>
        );
      })}
      {ground.hosts.map(
        (host) => host.more > 0 && <More key={host.host.id} host={host} sizes={ground.sizes} tall={paper.tall} />,
      )}
      {gate && drawing.gate && <GateName gate={drawing.gate} scene={scene} ground={ground} />}
      <RememberedMark drawing={drawing} ground={ground} />
      <Devices labels={listLabels(ground, passed, drawing)} now={scene.passed} />
      {drawing.socket && <AtSocket key={`socket ${scene.index}`} at={drawing.socket} />}
      <PacketPill key={`packet ${scene.index}`} packet={drawing.packet} scene={scene} ground={ground} />
    </svg>
  );
}

function WireNames({ picture }: { readonly picture: Picture }) {
  const t = useTranslations('story');
  const { paper, sizes } = picture.ground;
  const word = t(picture.scene.tunnel ? 'tunnel' : 'wire');
  return wireSpots(picture).map(({ x, y }) => (
    <text
      key={`${x} ${y}`}
      x={x}
      y={y}
      textAnchor={paper.tall ? 'end' : 'middle'}
      className={styles.wireName}
      fontSize={paper.tall ? 16 : sizes.type}
    >
      {word}
    </text>
  ));
}

function Nobody({ nobody: { sign, stem, beside } }: { nobody: NonNullable<StageDrawing['nobody']> }) {
  const t = useTranslations('story');
  const r = beside ? 10 : 13;
  const lean = r * 0.7;
  return (
    <g className={styles.nobody}>
      {stem !== '' && <path d={stem} className={styles.aim} />}
      <circle cx={sign.x} cy={sign.y} r={r} />
      <path d={`M${sign.x - lean} ${sign.y + lean}L${sign.x + lean} ${sign.y - lean}`} />
      <text
        x={sign.x + (beside ? 18 : 0)}
        y={sign.y + (beside ? 6 : 40)}
        textAnchor={beside ? 'start' : 'middle'}
        fontSize="18"
      >
        {t('nobody')}
      </text>
    </g>
  );
}

function Aim({ aim }: { readonly aim: StageDrawing['aim'] }) {
  // A page may have several stages, and a name leads to the first that has it.
  const mask = useId();
  if (!aim) return null;
  const end = aim.sender ? `sender-${aim.tone}` : aim.tone;
  return (
    <g data-aim-line={aim.tone} data-aim-end={aim.sender ? 'ring' : 'arrow'}>
      <mask id={mask} maskUnits="userSpaceOnUse" x="-50" y="-50" width="4000" height="4000">
        <path d={aim.d} pathLength="1" className={styles.reveal} />
      </mask>
      <path d={aim.d} mask={`url(#${mask})`} className={styles.aim} markerEnd={`url(#story-${end})`} />
    </g>
  );
}

function Threads({ threads }: { readonly threads: StageDrawing['threads'] }) {
  return threads.map(({ id, d, chosen }) => (
    <path
      key={id}
      d={d}
      pathLength={chosen ? 1 : undefined}
      className={chosen ? styles.threadChosen : styles.thread}
      data-line="thread"
      markerEnd={chosen ? 'url(#story-pod)' : undefined}
    />
  ));
}

/** Boxes without room, on the lower border of their node. */
interface MoreProps {
  readonly host: HostBox;
  readonly sizes: StageGround['sizes'];
  readonly tall: boolean;
}

function More({ host, sizes, tall }: MoreProps) {
  const t = useTranslations('story');
  return (
    <text {...moreSpot(host, tall)} className={styles.more} fontSize={sizes.type}>
      {t('more', { count: host.more })}
    </text>
  );
}

function GateName({ gate, scene, ground }: { gate: Area; scene: StoryScene; ground: StageGround }) {
  const t = useTranslations('story');
  const { verdict, name = '' } = scene.gate ?? {};
  const { type } = ground.sizes;
  const y = gate.y + (ground.paper.tall ? 24 : 27);
  return (
    <g className={classes(styles.appears, verdict !== undefined && styles.refusing)} data-hook={name}>
      <text x={gate.x + (ground.paper.tall ? 14 : 16)} y={y} className={styles.gateName} fontSize={type}>
        {name === '' ? t('routing') : <Explained drawn>{name}</Explained>}
      </text>
      {verdict !== undefined && (
        <>
          <text x={gate.x + gate.w - 20} y={y} textAnchor="end" className={styles.verdict} fontSize={type}>
            {verdict}
          </text>
          <path d={`M${gate.x + gate.w} ${gate.y + 16}V${gate.y + gate.h - 16}`} className={styles.bar} />
        </>
      )}
    </g>
  );
}

function RememberedMark({ drawing: { remembered }, ground }: { drawing: StageDrawing; ground: StageGround }) {
  const t = useTranslations('story');
  const type = ground.sizes.type - (ground.paper.tall ? 1 : 0);
  return remembered.map((chip) => (
    <g key={chip.host} className={styles.remembered} data-remembered={chip.host}>
      <rect {...svgRect(chip)} rx="10" />
      <text x={chip.x + chip.w / 2} y={chip.y + chip.h / 2 + type * 0.36} textAnchor="middle" fontSize={type}>
        {t('remembered')}
      </text>
      {chip.arrow !== undefined && <path d={chip.arrow} markerEnd="url(#story-memory)" />}
    </g>
  ));
}

interface DevicesProps {
  readonly labels: ReturnType<typeof listLabels>;
  readonly now: readonly Passed[];
}

function Devices({ labels, now }: DevicesProps) {
  const passing = new Set(now.map(({ netns, device }) => `${netns} ${device}`));
  return labels.map(({ id, text, x, y, anchor, dot, programs }) => (
    <g key={id} className={classes(styles.device, passing.has(id) && styles.passing)} data-device={text}>
      {dot && (programs ? <path d={hexagon(dot, 7)} data-programs="" /> : <circle cx={dot.x} cy={dot.y} r="5" />)}
      <text x={x} y={y} textAnchor={anchor} fontSize={dot ? 18 : 16} className={styles.mono}>
        <Explained drawn>{text}</Explained>
      </text>
    </g>
  ));
}

/** A program at work at a socket: on the border of whose socket it is. */
function AtSocket({ at }: { readonly at: StageSpot }) {
  return (
    <g className={classes(styles.device, styles.passing, styles.appears)} data-socket="">
      <path d={hexagon(at, 11)} />
      <path d={hexagon(at, 5)} className={styles.working} />
    </g>
  );
}

interface PacketProps {
  readonly packet: PacketBox;
  readonly scene: StoryScene;
  readonly ground: StageGround;
}

const REWRITING = new Set(['rewritten', 'source-rewritten', 'translated-back']);

function PacketPill({ packet, scene, ground }: PacketProps) {
  const t = useTranslations('story');
  const { side, end } = scene.shows;
  const type = ground.sizes.packet;
  const was = REWRITING.has(scene.moment.kind) ? scene.moment.before?.[side] : undefined;
  const first = packet.y + type * 1.375;
  return (
    <g className={classes(styles.packet, was && was.text !== end.text && styles.rewriting)} data-packet="">
      <rect {...svgRect(packet)} rx={Math.min(packet.h / 2, 20)} />
      <text x={packet.x + ground.sizes.packetPad} y={first} className={styles.side} fontSize={type}>
        {t(side)}
      </text>
      {packet.lines.map((line, index) => (
        <text
          key={line}
          x={packet.textX}
          y={first + index * (type + 4)}
          className={classes(styles.mono, styles.address, styles[getTone(end)])}
          fontSize={type}
        >
          {line}
        </text>
      ))}
      {was && was.text !== end.text && (
        <text
          x={packet.textX}
          y={first}
          className={classes(styles.mono, styles.was, styles[getTone(was)])}
          fontSize={type}
          aria-hidden="true"
        >
          {was.text}
        </text>
      )}
    </g>
  );
}
