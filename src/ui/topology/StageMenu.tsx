import { useState, type MouseEvent, type ReactNode } from 'react';
import { PointMenu, type PointMenuProps } from '../common/Menu';
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
  const [at, setAt] = useState<PointMenuProps['at']>();
  const { select, edit, focusNode } = useActions();
  const document = useBench(({ document: { present } }) => present);
  const t = useTranslations('topology.menu');
  const { stage } = picture;
  const items = menuItems({ t, stage, document, edit, sendFlow: edits.sendFlow, focusNode, fit }, node);
  const open = (event: MouseEvent): void => {
    event.preventDefault();
    const found = edits.find(nodeIdOf(event.target));
    setNode(found);
    setAt({ x: event.clientX, y: event.clientY });
    if (found) select(selectionOf(found));
  };
  return (
    <div role="presentation" style={{ display: 'contents' }} onContextMenu={open}>
      {children}
      <PointMenu at={at} onClose={() => setAt(undefined)} items={items} />
    </div>
  );
}
