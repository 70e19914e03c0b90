import { useActions, useBench } from '../../store/hooks';

/** Puts a line under the statements of the document's draft; one that stands there is not put twice. */
export function useAddStatement(): (line: string) => void {
  const text = useBench(({ view }) => view.drafts['reach'] ?? '');
  const { setDraft } = useActions();
  return (line) => {
    const lines = text.split('\n').filter((each) => each.trim() !== '');
    if (!lines.includes(line)) setDraft('reach', [...lines, line].join('\n'));
  };
}
