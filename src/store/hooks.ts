import { createContext, use } from 'react';
import { useStore } from 'zustand';
import { createBench, type BenchStore } from './store';
import type { Actions, BenchState } from './types';

/** Did the person ask the system for less motion? Without a browser nobody did. */
const wantsCalm = (): boolean => globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;

/** The page's own bench. */
export const bench: BenchStore = createBench({ calm: wantsCalm });

/** Tests and embeds hand another bench to the components below. */
export const BenchContext = createContext<BenchStore>(bench);

/** Reads a part of the bench; the component is drawn again when that part is another object. */
export function useBench<T>(selector: (state: BenchState) => T): T {
  return useStore(use(BenchContext), selector);
}

/** The bench's actions; the object never changes, so nothing is subscribed to. */
export function useActions(): Actions {
  return use(BenchContext).getState().actions;
}

/** The store itself, for reading inside animation frames without drawing again. */
export function useBenchStore(): BenchStore {
  return use(BenchContext);
}
