import { Memo } from '../lib/memo';
import { networkOfPasted } from '../paste/pasted';
import { knowsAny, stateOfConnections } from '../paste/pasted-connections';
import { withOwners } from '../paste/windows-node';
import type { Derived } from './kernel-parts';
import type { Document } from './document';

/** The network of a pasted node, with what was understood and what was guessed; policies of Windows by the Services of the document's cluster. */
export function derivePasted({ pasted, flows, cluster }: Document, memo = new Memo()): Derived {
  const {
    diagnostics,
    known,
    found,
    names: _names,
    ...rest
  } = networkOfPasted(
    pasted,
    flows.filter(({ from }) => from.kind === 'interface'),
    memo,
  );
  return {
    ...rest,
    found: withOwners(found, cluster),
    compiled: new Map(),
    findings: diagnostics,
    ...([...known.values()].some(knowsAny) ? { stateFor: (flow) => stateOfConnections(known, flow) } : {}),
  };
}
