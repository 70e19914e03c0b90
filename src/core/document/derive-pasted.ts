import { Memo } from '../lib/memo';
import { networkOfPasted } from '../paste/pasted';
import { knowsAny, stateOfConnections } from '../paste/pasted-connections';
import type { Derived } from './kernel-parts';
import type { Document } from './document';

/** The network of a pasted node, with what was understood and what was guessed. */
export function derivePasted({ pasted, flows }: Document, memo = new Memo()): Derived {
  const {
    diagnostics,
    known,
    names: _names,
    ...rest
  } = networkOfPasted(
    pasted,
    flows.filter(({ from }) => from.kind === 'interface'),
    memo,
  );
  return {
    ...rest,
    compiled: new Map(),
    findings: diagnostics,
    ...([...known.values()].some(knowsAny) ? { stateFor: (flow) => stateOfConnections(known, flow) } : {}),
  };
}
