import { useBench, useActions } from '../../store/hooks';
import { changeProxy } from '../../core/document/edits/proxy';
import type { ProxyModeId } from '../../core/kubernetes/types';
import type { ModeOffer, ReleaseOffer } from '../../worker/protocol';
import { inKeyOrder, releaseOf, switchMode } from './mode.model';

const NONE: readonly ModeOffer[] = [];

/** What can be chosen of kube-proxy, what is chosen, and how to choose; undefined while nothing is offered yet. */
export interface ProxyChoice {
  readonly offers: readonly ModeOffer[];
  readonly mode: ModeOffer | undefined;
  /** As the document says it, also when no kube-proxy had it. */
  readonly release: string;
  readonly offered: ReleaseOffer | undefined;
  readonly chooseMode: (id: ProxyModeId) => void;
  readonly chooseRelease: (release: string) => void;
}

/** Mode and release of the cluster on the bench; choosing is an undoable edit. Undefined for a pasted node. */
export function useProxyChoice(): ProxyChoice | undefined {
  const offers = useBench(({ run }) => run.bench?.modes ?? NONE);
  const id = useBench(({ document }) => document.present.mode);
  const release = useBench(({ document }) => document.present.release);
  const built = useBench(({ document }) => document.present.subject === 'cluster');
  const { edit, notify } = useActions();
  if (!built) return undefined;
  const named = inKeyOrder(offers);
  const mode = named.find((offer) => offer.id === id);
  return {
    offers: named,
    mode,
    release,
    offered: releaseOf(mode, release),
    chooseMode: (wanted) => {
      const offer = named.find((each) => each.id === wanted);
      if (!offer) return;
      edit((document) => {
        const { document: next, notice } = switchMode(document, offer);
        if (notice) notify(notice);
        return next;
      });
    },
    chooseRelease: (wanted) => edit((document) => changeProxy(document, { release: wanted })),
  };
}
