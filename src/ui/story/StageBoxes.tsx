import type { KeyboardEvent, MouseEvent } from 'react';
import { useTranslations } from 'use-intl';
import { classes } from '../common/classes';
import { useDifference } from '../common/use-difference';
import { drawnName, textBaselines, type Placed } from './frame.model';
import { writePillNote } from './labels.model';
import type { HostBox, StageGround } from './layout.model';
import { hostPlate } from './plate.model';
import { svgRect, type MenuAsked, type OnMenu, type Picture } from './story-parts';
import styles from './stage.module.css';

/** What stands on a button is said in its name, in its order; between two texts of a drawing is a space, that they are two words. */
const joined = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join(', ');

/** A button of the drawing: pressed by hand or by key, its menu opens where it is. */
function pressed(
  onMenu: OnMenu,
  kind: MenuAsked['kind'],
  id: string,
): { onClick?: (event: MouseEvent<SVGGElement>) => void; onKeyDown?: (event: KeyboardEvent<SVGGElement>) => void } {
  if (!onMenu) return {};
  const open = (element: SVGGElement): void => {
    const { left, bottom } = element.getBoundingClientRect();
    onMenu({ kind, id, x: left + 12, y: bottom - 6 });
  };
  return {
    onClick: ({ currentTarget }) => open(currentTarget),
    onKeyDown: (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      open(event.currentTarget);
    },
  };
}

const asButton = (can: boolean, label: string) =>
  can ? { role: 'button', tabIndex: 0, 'aria-haspopup': 'menu' as const, 'aria-label': label } : {};

interface HostProps {
  readonly onMenu: OnMenu;
  readonly host: HostBox;
  readonly sizes: StageGround['sizes'];
  readonly paper: StageGround['paper'];
}

/** A node: its name and address stand in its lower border. */
export function HostFrame({ host: { host, ...box }, sizes, paper, onMenu }: HostProps) {
  const t = useTranslations('story');
  const tall = paper.tall;
  const { x, name, shown, end } = hostPlate({ host, ...box }, paper, sizes);
  const address = end - x - name;
  const y = box.y + box.h + (tall ? 6 : 6.5);
  const difference = useDifference();
  const late = host.differs ? difference(host.differs) : '';
  const plate = name + address + (late === '' ? 0 : 22 + paper.measure(late, 'ui', sizes.type));
  const label = t('nodeMenu', { name: host.name, address: joined(host.address, late) });
  return (
    <g>
      <rect {...svgRect(box)} rx={tall ? 16 : 18} className={classes(styles.host, host.inferred && styles.inferred)} />
      <g {...asButton(onMenu !== undefined, label)} {...pressed(onMenu, 'node', host.id)} className={styles.press}>
        <rect x={x - 12} y={box.y + box.h - 14} width={plate + 24} height={15} className={styles.plateInside} />
        <rect x={x - 12} y={box.y + box.h - 1} width={plate + 24} height={17} className={styles.plateOutside} />
        <text x={x} y={y} className={styles.hostName} fontSize={sizes.type}>
          {drawnName(host.name)}
        </text>{' '}
        <text x={x + name + 10} y={y} className={classes(styles.mono, styles.hostAddress)} fontSize={sizes.type}>
          {shown ? host.address : ''}
        </text>{' '}
        {late !== '' && (
          <text x={x + name + address + 14} y={y} className={styles.late} fontSize={sizes.type}>
            {late}
          </text>
        )}
      </g>
    </g>
  );
}

interface PillProps {
  readonly picture: Picture;
  readonly onMenu: OnMenu;
  readonly onMorePods: (() => void) | undefined;
}

/** The Service: on no device, so it belongs to no node. */
export function PillBox({ picture, onMenu, onMorePods }: PillProps) {
  const t = useTranslations('story');
  const { cast, ground, scene } = picture;
  const { pill: box, sizes, paper } = ground;
  const { pill } = cast;
  if (!pill || !box) return null;
  const quiet = !scene.serving && !scene.threads;
  const y = box.y + box.h / 2 + sizes.type * 0.36;
  const wants = scene.nobody && pill.selector !== undefined;
  const noteX = box.x + box.w + 16 + (onMorePods ? 34 : 0);
  const plusX = paper.tall ? box.x + box.w - 24 : box.x + box.w + 28;
  return (
    <g>
      <g
        {...asButton(onMenu !== undefined, t('serviceMenu', { name: pill.name, address: pill.text }))}
        {...pressed(onMenu, 'service', pill.name)}
        className={styles.press}
        data-pill=""
      >
        <rect {...svgRect(box)} rx={box.h / 2} className={classes(styles.pill, quiet && styles.quiet)} />
        <text x={box.x + (paper.tall ? 22 : 26)} y={y} className={styles.pillName} fontSize={sizes.type}>
          {box.name}
        </text>{' '}
        <text
          x={box.x + box.w - (paper.tall ? 56 : 26)}
          y={y}
          textAnchor="end"
          className={classes(styles.mono, styles.pillAddress)}
          fontSize={sizes.type}
        >
          {pill.text}
        </text>
      </g>
      {onMorePods && (
        <g
          role="button"
          tabIndex={0}
          aria-label={t('addPod', { service: pill.name })}
          className={styles.plus}
          onClick={onMorePods}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== ' ') return;
            event.preventDefault();
            onMorePods();
          }}
        >
          <circle cx={plusX} cy={box.y + box.h / 2} r="13" />
          <path d={`M${plusX - 6} ${box.y + box.h / 2}h12m-6-6v12`} />
        </g>
      )}
      {!paper.tall && (
        <text x={noteX} y={y} className={classes(styles.note, wants && styles.wants)} fontSize={sizes.type}>
          {writePillNote(picture, t, noteX)}
        </text>
      )}
    </g>
  );
}

interface ActorProps {
  readonly onMenu: OnMenu;
  readonly box: Placed;
  readonly picture: Picture;
}

/** A Pod, a process or a machine outside. */
export function ActorBox({ box, picture: { scene, ground }, onMenu }: ActorProps) {
  const t = useTranslations('story');
  const { actor, lines } = box;
  const { type } = ground.sizes;
  const chosen = scene.chosen === actor.id;
  const back = scene.settled && actor.endpoint && !chosen && actor.id !== scene.start;
  const pressable = actor.kind === 'pod' ? onMenu : undefined;
  const x = box.x + box.pad;
  const [first = 0, ...below] = textBaselines(box, type);
  const state = actor.state ? t(`state.${actor.state}`) : '';
  const told = scene.nobody ? actor.label : undefined;
  const address = joined(told ?? actor.address, state);
  const label = t('podMenu', { name: actor.name, address, chosen: chosen ? 'yes' : 'no' });
  return (
    <>
      {/* Below the box: what keeps lines off its words must not eat the border. */}
      {state !== '' && (
        <text x={box.x + box.w - 4} y={box.y - 4} textAnchor="end" className={styles.state} fontSize={type}>
          {state}
        </text>
      )}
      <g
        {...asButton(pressable !== undefined, label)}
        {...pressed(pressable, 'pod', actor.id)}
        className={classes(
          styles.actor,
          styles[actor.kind],
          chosen && styles.chosen,
          back && styles.back,
          actor.state && !chosen && styles.away,
        )}
        data-actor={actor.id}
      >
        <rect {...svgRect(box)} rx={ground.paper.tall ? 11 : 12} />
        <text x={x} y={box.y + first} className={styles.actorName} fontSize={type}>
          {box.name}
        </text>{' '}
        {(told === undefined ? lines : [drawnName(told)]).map((line, index) => (
          <text
            key={line}
            x={x}
            y={box.y + (below[index] ?? 0)}
            className={told === undefined ? classes(styles.mono, styles.actorAddress) : styles.actorLabel}
            fontSize={type}
          >
            {line}
          </text>
        ))}
      </g>
    </>
  );
}
