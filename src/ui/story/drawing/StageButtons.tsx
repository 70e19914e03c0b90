import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { classes } from '../../common/classes';
import { ShapeView } from '../../common/ShapeView';
import { useDifference } from '../../common/use-difference';
import { rightOf } from '../layout/lines.model';
import type { MenuTarget, OnMenu, Picture } from './picture';
import styles from './stage.module.css';

/** What stands on a button is said in its name, in its order. */
const joined = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join(', ');

/** What happens when Enter or the space bar is pressed on a group of a drawing that is a button. */
function onPress(act: (element: SVGGElement) => void): (event: KeyboardEvent<SVGGElement>) => void {
  return (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    act(event.currentTarget);
  };
}

interface ButtonProps {
  readonly onMenu: OnMenu;
  readonly asked: Pick<MenuTarget, 'kind' | 'id'>;
  readonly label: string;
}

/** A button of the drawing: pressed by hand or by key, its menu opens where it is. Nothing where there is no menu. */
function asButton({ onMenu, asked, label }: ButtonProps) {
  if (!onMenu) return {};
  const open = (element: SVGGElement): void => {
    const { left, bottom } = element.getBoundingClientRect();
    onMenu({ ...asked, x: left + 12, y: bottom - 6 });
  };
  return {
    role: 'button',
    tabIndex: 0,
    'aria-haspopup': 'menu' as const,
    'aria-label': label,
    onClick: ({ currentTarget }: MouseEvent<SVGGElement>) => open(currentTarget),
    onKeyDown: onPress(open),
  };
}

interface GroupProps {
  readonly picture: Picture;
  readonly onMenu: OnMenu;
  readonly children: ReactNode;
}

/** A node's name and address, pressed for its menu. */
export function PlateGroup({ id, picture, onMenu, children }: GroupProps & { readonly id: string }) {
  const t = useTranslations('story');
  const difference = useDifference();
  const host = picture.layout.hosts.find(({ host: { id: own } }) => own === id)?.host;
  if (!host) return null;
  const late = host.differs ? difference(host.differs) : '';
  const label = t('nodeMenu', { name: host.name, address: joined(host.address, late) });
  return (
    <g {...asButton({ onMenu, asked: { kind: 'node', id }, label })} className={styles.press}>
      {children}
    </g>
  );
}

/** The Service, pressed for its menu. */
export function ServiceGroup({ picture: { cast }, onMenu, children }: GroupProps) {
  const t = useTranslations('story');
  const { name = '', text: address = '' } = cast.pill ?? {};
  const label = t('serviceMenu', { name, address });
  return (
    <g {...asButton({ onMenu, asked: { kind: 'service', id: name }, label })} className={styles.press} data-pill="">
      {children}
    </g>
  );
}

/** A Pod, pressed for its menu; a process or a machine outside has none. */
export function ActorGroup({ id, picture, onMenu, children }: GroupProps & { readonly id: string }) {
  const t = useTranslations('story');
  const { layout, scene } = picture;
  const boxes = [...layout.hosts.flatMap(({ placed }) => placed), ...layout.outside];
  const actor = boxes.find((box) => box.actor.id === id)?.actor;
  if (!actor) return null;
  const chosen = scene.chosen === id;
  const told = scene.nobody ? actor.label : undefined;
  const address = joined(told ?? actor.address, actor.state ? t(`state.${actor.state}`) : '');
  const label = t('podMenu', { name: actor.name, address, chosen: chosen ? 'yes' : 'no' });
  const pressable = actor.kind === 'pod' ? onMenu : undefined;
  return (
    <g
      {...asButton({ onMenu: pressable, asked: { kind: 'pod', id }, label })}
      className={classes(styles.actor, chosen && styles.chosen)}
      data-actor={id}
    >
      {children}
    </g>
  );
}

/** The room the button takes that adds a Pod, beside the Service, px. */
export const PLUS = 34;

/** One Pod more for the Service. */
export function PlusButton({
  picture: { cast, layout },
  onMorePods,
}: Pick<GroupProps, 'picture'> & { readonly onMorePods: () => void }) {
  const t = useTranslations('story');
  const { pill: area, paper } = layout;
  if (!area || !cast.pill) return null;
  const x = rightOf(area) + (paper.tall ? -24 : 28);
  const y = area.y + area.h / 2;
  return (
    <g
      role="button"
      tabIndex={0}
      aria-label={t('addPod', { service: cast.pill.name })}
      className={styles.plus}
      onClick={onMorePods}
      onKeyDown={onPress(onMorePods)}
    >
      <ShapeView shape={{ kind: 'dot', x, y, r: 13, fill: 'bg', stroke: 'edge', width: 1.5 }} />
      <ShapeView shape={{ kind: 'line', d: `M${x - 6} ${y}h12m-6-6v12`, stroke: 'mute', width: 2 }} />
    </g>
  );
}
