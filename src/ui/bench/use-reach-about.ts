import { useActions } from '../../store/hooks';
import { useShell } from './use-shortcuts';

/** The draft that names whom the window on all packets is narrowed to. */
export const REACH_ABOUT = 'reach-about';

/** Opens the window on all packets for one party, in the words of a statement: `pod default/web-1`. */
export function useReachAbout(): (party: string) => void {
  const { setDraft } = useActions();
  const { openDialog } = useShell();
  return (party) => {
    setDraft(REACH_ABOUT, party);
    openDialog('reach');
  };
}
