import type { Document, Flow } from '../document';
import { mapWhere, wholeNumbers, without } from './settle';

/** Adds a flow; it gets the first free id `flow-N`. */
export function addFlow(document: Document, flow: Omit<Flow, 'id'>): Document {
  return { ...document, flows: [...document.flows, { ...withNumbers(flow), id: nextFlowId(document) }] };
}

/** The id {@link addFlow} will give. */
export function nextFlowId(document: Document): string {
  const used = new Set(document.flows.map(({ id }) => id));
  for (let number = 1; ; number++) if (!used.has(`flow-${number}`)) return `flow-${number}`;
}

/** Changes fields of a flow; its id stays. */
export function changeFlow(document: Document, id: string, change: Partial<Omit<Flow, 'id'>>): Document {
  const flows = mapWhere(
    document.flows,
    (flow) => flow.id === id,
    (flow) => ({ ...withNumbers({ ...flow, ...change }), id }),
  );
  return flows === document.flows ? document : { ...document, flows };
}

/** Removes a flow. */
export function removeFlow(document: Document, id: string): Document {
  const flows = without(document.flows, (flow) => flow.id === id);
  return flows === document.flows ? document : { ...document, flows };
}

/** A port that was not typed is 0; resolving the flow says what is missing. */
function withNumbers<T extends Omit<Flow, 'id'>>(flow: T): T {
  return { ...wholeNumbers({ ...flow, port: Number.isFinite(flow.port) ? flow.port : 0 }) };
}
