import type { Document } from '../../core/document/document';
import { WEB_TWO_NODES } from '../examples/web-two-nodes';
import { toService } from '../examples/example';
import type { Locale } from '../phrases/phrase-book';
import { clusterBench } from '../scenes/bench';
import whereAPacketGoes from './where-a-packet-goes.sheet.yaml?raw';

/** A Sheet of the house: its text, and the benches its figures stand on. */
export interface ShelfSheet {
  readonly id: string;
  readonly text: string;
  readonly benches: (locale: Locale) => Readonly<Record<string, Document>>;
}

/** Two Pods of web on one node, and a client outside that asks the other. */
const OUTSIDE = clusterBench({ pods: 2, on: 'node1' }, () => ({
  from: { kind: 'external' },
  to: toService('web', 'nodePort', 'node2'),
  protocol: 'tcp',
  port: 80,
}));

/** Every Sheet of the house: one line each. */
export const SHELF: readonly ShelfSheet[] = [
  {
    id: 'where-a-packet-goes',
    text: whereAPacketGoes,
    benches: (locale) => ({ 'web-two-nodes': WEB_TWO_NODES.document(locale), outside: OUTSIDE.document() }),
  },
];

/** The Sheet of an id. */
export function findSheet(id: string): ShelfSheet | undefined {
  return SHELF.find((sheet) => sheet.id === id);
}
