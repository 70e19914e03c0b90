import { changeProxy } from '../../core/document/edits/proxy';
import type { ProxyModeId } from '../../core/kubernetes/types';
import { useActions, useBench, useBenchStore } from '../../store/hooks';
import type { BenchState } from '../../store/types';
import type { ModeOffer, ReleaseOffer } from '../../engine/protocol';
import { inKeyOrder, releaseOf, switchMode } from './mode.model';

const NONE: readonly ModeOffer[] = [];

/** What can be chosen of kube-proxy, what is chosen, and how to choose. */
export interface ProxyChoice {
  readonly offers: readonly ModeOffer[];
  readonly mode: ModeOffer | undefined;
  /** As the document says it, also when no kube-proxy had it. */
  readonly release: string;
  readonly offered: ReleaseOffer | undefined;
  readonly chooseMode: (id: ProxyModeId) => void;
  readonly chooseRelease: (release: string) => void;
}

/** Switches the cluster on the bench to a mode that is offered; an undoable edit. Else does nothing. */
export function chooseMode({ run, document, view, actions }: BenchState, id: ProxyModeId): void {
  const offer = inKeyOrder(run.bench?.modes ?? NONE).find((each) => each.id === id);
  if (!offer || document.present.subject !== 'cluster') return;
  const { present } = document;
  const { document: next, notice } = switchMode(present, offer, view.releases[id]);
  actions.edit(() => next);
  actions.leaveRelease(present.mode, present.release);
  // After the edit: a change of mode ends what was said of the one before.
  if (notice) actions.notify(notice);
}

/** Mode and release of the cluster on the bench; choosing is an undoable edit. Undefined for a pasted node. */
export function useProxyChoice(): ProxyChoice | undefined {
  const store = useBenchStore();
  const offers = useBench(({ run }) => run.bench?.modes ?? NONE);
  const id = useBench(({ document }) => document.present.mode);
  const release = useBench(({ document }) => document.present.release);
  const built = useBench(({ document }) => document.present.subject === 'cluster');
  const { edit } = useActions();
  if (!built) return undefined;
  const named = inKeyOrder(offers);
  const mode = named.find((offer) => offer.id === id);
  return {
    offers: named,
    mode,
    release,
    offered: releaseOf(mode, release),
    chooseMode: (wanted) => chooseMode(store.getState(), wanted),
    chooseRelease: (wanted) => edit((document) => changeProxy(document, { release: wanted })),
  };
}
