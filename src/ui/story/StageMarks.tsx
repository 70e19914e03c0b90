import { useTranslations } from 'use-intl';
import { classes } from '../common/classes';
import type { StageDrawing, PacketBox } from './drawing.model';
import type { listLabels } from './labels.model';
import type { StageGround } from './layout.model';
import { hexagon, type Area, type StageSpot } from './lines.model';
import type { Passed, StoryScene } from './scene.model';
import { svgRect, getTone } from './story-parts';
import styles from './stage.module.css';

export function GateName({ gate, scene, ground }: { gate: Area; scene: StoryScene; ground: StageGround }) {
  const t = useTranslations('story');
  const { verdict, name = '' } = scene.gate ?? {};
  const { type } = ground.sizes;
  const y = gate.y + (ground.paper.tall ? 24 : 27);
  return (
    <g className={classes(styles.appears, verdict !== undefined && styles.refusing)} data-hook={name}>
      <text x={gate.x + (ground.paper.tall ? 14 : 16)} y={y} className={styles.gateName} fontSize={type}>
        {name === '' ? t('routing') : name}
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

export function RememberedMark({ drawing: { remembered }, ground }: { drawing: StageDrawing; ground: StageGround }) {
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

export function Devices({ labels, now }: DevicesProps) {
  const passing = new Set(now.map(({ netns, device }) => `${netns} ${device}`));
  return labels.map(({ id, text, x, y, anchor, dot, programs }) => (
    <g key={id} className={classes(styles.device, passing.has(id) && styles.passing)} data-device={text}>
      {dot && (programs ? <path d={hexagon(dot, 7)} data-programs="" /> : <circle cx={dot.x} cy={dot.y} r="5" />)}
      <text x={x} y={y} textAnchor={anchor} fontSize={dot ? 18 : 16} className={styles.mono}>
        {text}
      </text>
    </g>
  ));
}

/** A program at work at a socket: on the border of whose socket it is. */
export function AtSocket({ at }: { readonly at: StageSpot }) {
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

export function PacketPill({ packet, scene, ground }: PacketProps) {
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
