import { ContextMenu as Radix } from 'radix-ui';
import { useState, type ReactNode } from 'react';
import menu from '../common/menu.module.css';
import type { MenuItem } from '../common/Menu';
import { selectionOf, type StageNode } from './stage-nodes.model';
import { useActions, useBench } from '../../store/hooks';
import { useTranslations } from 'use-intl';
import { menuItems } from './menu-items';
import { nodeIdOf, type StageEdits } from './use-stage-edits';
import type { StagePicture } from './use-stage';

interface Props {
  readonly picture: StagePicture;
  readonly edits: StageEdits;
  readonly fit: () => void;
  readonly children: ReactNode;
}

/** What can be done with a box: by right click, long press, or the menu key while it has the focus. One menu for all. */
export function StageMenu({ picture, edits, fit, children }: Props) {
  const [node, setNode] = useState<StageNode>();
  const { select, edit, focusNode } = useActions();
  const document = useBench(({ document: { present } }) => present);
  const t = useTranslations('topology.menu');
  const { stage } = picture;
  const items = menuItems({ t, stage, document, edit, sendFlow: edits.sendFlow, focusNode, fit }, node);
  const aim = (target: EventTarget): void => {
    const found = edits.find(nodeIdOf(target));
    setNode(found);
    if (found) select(selectionOf(found));
  };
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild onContextMenu={({ target }) => aim(target)}>
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className={menu.menu} collisionPadding={8}>
          {items.map((item) => (
            <Row key={'heading' in item ? `heading ${item.heading}` : item.id} item={item} />
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Row({ item }: { readonly item: MenuItem }) {
  if ('heading' in item) return <Radix.Label className={menu.heading}>{item.heading}</Radix.Label>;
  return (
    <Radix.Item className={menu.item} disabled={item.disabled ?? false} onSelect={item.onSelect}>
      <span className={menu.words}>
        <span>{item.label}</span>
        {item.hint !== undefined && <span className={menu.hint}>{item.hint}</span>}
      </span>
    </Radix.Item>
  );
}
