import type { GeneratedHns } from '../core/kubernetes/proxy/mode';
import { structurePiece, type Piece } from './pieces';

/** What was asked of HNS, an object a line: `hnsdiag list … -d` prints such objects as JSON, with ids HNS drew. */
export function hnsPieces({ endpoints, loadBalancers, names }: GeneratedHns['policies']): readonly Piece[] {
  return [
    structurePiece(['# hnsdiag list endpoints -d'], 'command'),
    ...endpoints.map((endpoint) => objectPiece(endpoint)),
    structurePiece(['# hnsdiag list loadbalancers -d'], 'command'),
    ...loadBalancers.map((policy, at) => objectPiece(policy, names[at])),
  ];
}

function objectPiece(object: object, policy?: string): Piece {
  const text = JSON.stringify(object);
  const at = policy === undefined ? [] : [{ kind: 'policy', policy } as const];
  return { length: 1, text: () => text, row: () => ({ text, at }), ...(policy ? { name: policy } : {}), of: object };
}
