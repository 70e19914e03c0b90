import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import { PointMenu } from '../common/Menu';
import { menuItems } from './menu-items';
import type { StageNode } from './stage-nodes.model';
import type { StageEdits } from './use-stage-edits';
import type { StagePicture } from './use-stage';

/** Where a menu was asked for, and on which box; no box: on the empty stage. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
  readonly node: StageNode | undefined;
}

interface Props {
  readonly picture: StagePicture;
  readonly edits: StageEdits;
  readonly at: MenuPlace | undefined;
  readonly onClose: () => void;
  readonly fit: () => void;
}

/** What can be done with a box: by right click, long press, or the menu key while it has the focus. */
export function StageMenu({ picture, edits, at, onClose, fit }: Props) {
  const { edit, focusNode } = useActions();
  const document = useBench(({ document: { present } }) => present);
  const t = useTranslations('topology.menu');
  const { stage } = picture;
  const kit = { t, stage, document, edit, sendFlow: edits.sendFlow, focusNode, fit };
  return <PointMenu at={at} onClose={onClose} items={at ? menuItems(kit, at.node) : []} />;
}
