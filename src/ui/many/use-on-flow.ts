import { useEffect, useEffectEvent } from 'react';
import { useBenchStore } from '../../store/hooks';

/** Calls at once, and again whenever another flow is shown or the shown document is another one. */
export function useOnFlow(send: (flowId: string, otherFlow: boolean) => void): void {
  const store = useBenchStore();
  const onFlow = useEffectEvent(send);
  useEffect(() => {
    let before: { readonly flowId?: string; readonly document?: unknown } = {};
    const look = (): void => {
      const { flowId, shownDocument: document } = store.getState().run;
      if (flowId === undefined || (flowId === before.flowId && document === before.document)) return;
      const other = flowId !== before.flowId;
      before = { flowId, document };
      onFlow(flowId, other);
    };
    look();
    return store.subscribe(look);
  }, [store]);
}
