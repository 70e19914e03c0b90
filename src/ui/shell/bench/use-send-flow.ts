import type { Flow } from '../../../core/document/document';
import { addFlow, nextFlowId } from '../../../core/document/edits/cluster';
import { useActions, useBenchStore } from '../../../store/hooks';

const keyOf = ({ from, to, protocol, port, sourcePort, ongoing, segment }: Omit<Flow, 'id'>): string =>
  JSON.stringify([from, to, protocol, port, sourcePort, ongoing, segment]);

/** Sends a flow: the one that is already there, or a new one. */
export function useSendFlow(): (flow: Omit<Flow, 'id'>) => void {
  const store = useBenchStore();
  const { edit, send } = useActions();
  return (flow) => {
    const document = store.getState().document.present;
    const same = document.flows.find((known) => keyOf(known) === keyOf(flow));
    const id = same?.id ?? nextFlowId(document);
    if (!same) edit((before) => addFlow(before, flow));
    send(id);
  };
}
