import type { Flow } from './document';

/** What choosing a node means for a flow: the one it comes in by, or the one its sender is on; undefined: nothing. */
export function findNodeChoice({ from, to }: Flow): 'entry' | 'sender' | undefined {
  if (to.kind === 'service' && to.via === 'nodePort') return 'entry';
  if (to.kind === 'service' && to.via !== 'clusterIP' && from.kind === 'external') return 'entry';
  return from.kind === 'pod' || from.kind === 'node' ? 'sender' : undefined;
}
