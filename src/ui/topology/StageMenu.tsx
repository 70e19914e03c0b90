import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import { PointMenu } from '../common/Menu';
import { RestOfWords } from '../i18n/I18nProvider';
import { menuItems } from './menu-items';
import { manyItems } from './menu-many';
import { selectionOf, type StageNode } from './stage-nodes.model';
import type { Clipboard } from './use-clipboard';
import type { Hands } from './use-hands';
import type { StageEdits } from './use-stage-edits';
import type { StagePicture } from './use-stage';

/** Where a menu was asked for, and on which box; no box: on the empty stage. `many`: for all that is selected. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
  readonly node?: StageNode | undefined;
  readonly many?: boolean;
}

interface Props {
  readonly picture: StagePicture;
  readonly edits: StageEdits;
  readonly hands: Hands;
  readonly clipboard: Clipboard;
  readonly at: MenuPlace | undefined;
  readonly onClose: () => void;
  readonly fit: () => void;
}

/** What can be done with a box: by right click, long press, or the menu key while it has the focus. */
export function StageMenu(props: Props) {
  return (
    <RestOfWords>
      <Menu {...props} />
    </RestOfWords>
  );
}

function Menu({ picture, edits, hands, clipboard, at, onClose, fit }: Props) {
  const { edit, focusNode, select, showLeft } = useActions();
  const document = useBench(({ document: { present } }) => present);
  const t = useTranslations('hands.menu');
  const openForm = (node: StageNode): void => {
    select(selectionOf(node));
    showLeft('cluster');
  };
  const { picked, pick, aim, pickedNodes } = hands;
  const { copy, paste } = clipboard;
  const { sendFlow } = edits;
  const kit = {
    t,
    stage: picture.stage,
    document,
    edit,
    sendFlow,
    focusNode,
    fit,
    picked,
    pick,
    aim,
    copy,
    paste,
    openForm,
  };
  const items = !at ? [] : at.many ? manyItems(kit, pickedNodes) : menuItems(kit, at.node);
  return <PointMenu at={at} onClose={onClose} items={items} />;
}
