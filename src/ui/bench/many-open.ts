import { create } from 'zustand';

interface ManyOpen {
  readonly open: boolean;
  /** They are on their way: the one packet that is explained makes room for them. */
  readonly moving: boolean;
}

/** Are many packets being looked at? Asked by the frame before anything of this room is loaded. */
export const useManyOpen = create<ManyOpen>(() => ({ open: false, moving: false }));

export function setManyOpen(open: boolean): void {
  useManyOpen.setState({ open });
}
