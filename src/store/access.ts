import type { TemporalState } from 'zundo';
import type { StoreApi } from 'zustand/vanilla';
import type { BenchState } from './types';
import type { DocumentState } from './document-state';

/** What undo goes back and forth in. */
export type Undoable = { readonly document: DocumentState };

/** The part of a store that slices need: read, merge and follow. */
export interface Access {
  readonly get: () => BenchState;
  readonly set: (change: (state: BenchState) => Partial<BenchState>) => void;
  /** Calls back after every change; what is returned ends that. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly temporal: () => StoreApi<TemporalState<Undoable>>;
  readonly random: () => number;
  readonly calm: () => boolean;
}
