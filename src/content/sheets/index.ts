import type { Document } from '../../core/document/document';
import { WEB_TWO_NODES } from '../examples/web-two-nodes';
import { toService } from '../examples/example';
import type { Locale } from '../languages';
import { clusterBench } from '../scenes/bench';
import { PRE_STOP } from '../scenes/time-pods';
import type { ShelfSheet } from './shelf';
import leavingIpvs from './leaving-ipvs.sheet.yaml?raw';
import { REAL_NODE } from './real-node';
import readingARealNode from './reading-a-real-node.sheet.yaml?raw';
import oneRollout from './one-rollout-four-lost-requests.sheet.yaml?raw';
import whereAPacketGoes from './where-a-packet-goes.sheet.yaml?raw';
import whyMySource from './why-my-source-address-is-gone.sheet.yaml?raw';

/** Two Pods of web on one node, and a client outside that asks the other. */
const OUTSIDE = clusterBench({ pods: 2, on: 'node1' }, () => ({
  from: { kind: 'external' },
  to: toService('web', 'nodePort', 'node2'),
  protocol: 'tcp',
  port: 80,
}));

/** Long enough for the last old Pod. */
const ROLLOUT = 20_000;

function rollout(locale: Locale): Document {
  const { script, ...document } = PRE_STOP.document(locale);
  return { ...document, ...(script ? { script: { ...script, duration: ROLLOUT } } : {}) };
}

const TWO_NODES = (locale: Locale) => ({
  'web-two-nodes': WEB_TWO_NODES.document(locale),
  outside: OUTSIDE.document(),
});

/** Every article of the house: one line each. Lessons as Sheets: `lessons.ts`. */
export const SHELF: readonly ShelfSheet[] = [
  { id: 'where-a-packet-goes', text: whereAPacketGoes, benches: TWO_NODES },
  { id: 'reading-a-real-node', text: readingARealNode, benches: (locale) => ({ node: REAL_NODE(locale) }) },
  { id: 'why-my-source-address-is-gone', text: whyMySource, benches: () => ({ outside: OUTSIDE.document() }) },
  { id: 'one-rollout-four-lost-requests', text: oneRollout, benches: (locale) => ({ rollout: rollout(locale) }) },
  { id: 'leaving-ipvs', text: leavingIpvs, benches: TWO_NODES },
];

/** The article of an id. */
export const findSheet = (id: string): ShelfSheet | undefined => SHELF.find((sheet) => sheet.id === id);
