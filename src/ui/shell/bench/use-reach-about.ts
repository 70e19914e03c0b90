import { useActions } from '../../../store/hooks';
import { useWorkspace } from './use-shortcuts';

/** The draft that names whom the window on all packets is narrowed to. */
export const REACH_ABOUT = 'reach-about';

/** The draft that says which of the two questions about a party stands first: `to` it, or `from` it. */
export const REACH_WAY = 'reach-way';

/** The draft that names which of its four questions the window asks. */
export const REACH_QUESTION = 'reach-question';

/** The draft that names the two sides of what changes: `ipvs@1.35 nftables@1.35`. */
export const REACH_SIDES = 'reach-sides';

/** Opens the window on all packets with what changes between two sides; `sides`: as the draft has them. */
export function useReachChanges(): (sides: string) => void {
  const { setDraft } = useActions();
  const { openDialog } = useWorkspace();
  return (sides) => {
    setDraft(REACH_QUESTION, 'changes');
    setDraft(REACH_SIDES, sides);
    openDialog('reach');
  };
}

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
    setDraft(REACH_QUESTION, 'who');
    openDialog('reach');
  };
}
