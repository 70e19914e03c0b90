import { useActions } from '../../../store/hooks';
import { useWorkspace } from './use-shortcuts';

/** The draft that names whom the window on all packets is narrowed to. */
export const REACH_ABOUT = 'reach-about';

/** The draft that says which of the two questions about a party stands first: `to` it, or `from` it. */
export const REACH_WAY = 'reach-way';

/**
 * Opens the window on all packets for one party, in the words of a statement: `pod default/web-1`, or for all (`''`).
 * `way`: what it is opened for, who reaches the party or what that reaches.
 */
export function useReachAbout(): (party: string, way?: 'to' | 'from') => void {
  const { setDraft } = useActions();
  const { openDialog } = useWorkspace();
  return (party, way = 'to') => {
    setDraft(REACH_WAY, way);
    setDraft(REACH_ABOUT, party);
    openDialog('reach');
  };
}
