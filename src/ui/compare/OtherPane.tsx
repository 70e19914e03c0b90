import type { Document } from '../../core/document/document';
import { useActions, useBench } from '../../store/hooks';
import type { PaneSpec } from '../../engine/protocol';
import { keepDocument } from './kept.model';
import { OtherDocument } from './OtherDocument';

interface Props {
  readonly onClose: () => void;
  readonly onPane: (spec: PaneSpec) => void;
}

/** Chooses a document that stands beside the bench, keeps it, and makes a pane of it. */
export function OtherPane({ onClose, onPane }: Props) {
  const { setCompare } = useActions();
  const kept = useBench(({ view }) => view.compare.documents);
  const choose = (key: string, document: Document): void => {
    const { documents, key: own } = keepDocument(kept, key, document);
    setCompare({ documents });
    onPane({ mode: document.mode, release: document.release, document: own });
    onClose();
  };
  return <OtherDocument onClose={onClose} onChosen={choose} />;
}
