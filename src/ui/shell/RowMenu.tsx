import type { Selection } from '../../store/selection';
import type { RowMenuTarget } from '../editors/row-menu';
import { ObjectMenu, selectionOnStage } from '../stage/topology/ObjectMenu';

/** Rows that need the boxes of a stage. */
const HANDS_ONLY: ReadonlySet<string> = new Set(['aim', 'fit', 'pick', 'copy', 'paste']);

interface Props {
  readonly asked: RowMenuTarget;
  readonly onClose: () => void;
}

/** The menu of what a row stands for. */
export function RowMenu({ asked, onClose }: Props) {
  const { selection } = asked;
  return (
    <ObjectMenu
      at={asked}
      find={(stage) => selectionOnStage(stage, selection)}
      focus={getNetns(selection)}
      without={HANDS_ONLY}
      selection={selection}
      onClose={onClose}
    />
  );
}

/** The id of its network namespace, as the engine names it. */
function getNetns(selection: Selection): string {
  if (selection.kind === 'pod') return `${selection.namespace}/${selection.name}`;
  return 'name' in selection ? selection.name : '';
}
