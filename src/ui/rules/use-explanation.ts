import { useEffect, useState } from 'react';
import type { Origin } from '../../core/kubernetes/proxy/mode';
import type { RuleRef } from '../../core/linux/xtables/types';
import { useActions, useBench } from '../../store/hooks';
import type { FlatStep } from '../../store/selectors';
import type { PartPlace } from '../../store/types';
import type { RuleExplanation } from '../../engine/protocol';

/** A row that is scrolled past within this time asks nothing. Milliseconds. */
const PATIENCE = 80;

/** Asks the engine why a rule did or did not match at a step; undefined until it has answered. */
export function useExplanation(at: RuleRef, step: FlatStep | undefined): RuleExplanation | undefined {
  const { explainRule } = useActions();
  const trace = useBench((state) => state.run.result?.trace);
  const [answer, setAnswer] = useState<{ key: string; value: RuleExplanation | undefined }>();
  const { table, chain, index } = at;
  const address = step?.address;
  const key = `${table} ${chain} ${index} ${step?.index}`;
  useEffect(() => {
    if (!address || !trace) return undefined;
    let wanted = true;
    const timer = setTimeout(() => {
      void explainRule(address, { table, chain, index }).then((value) => wanted && setAnswer({ key, value }));
    }, PATIENCE);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [address, trace, table, chain, index, key, explainRule]);
  return answer?.key === key ? answer.value : undefined;
}

/** Asks where something kube-proxy left comes from: `pending` until the engine has answered, undefined when nobody generated it. */
export function useOrigin(place: PartPlace | undefined): Origin | undefined | 'pending' {
  const { origin } = useActions();
  const bench = useBench((state) => state.run.bench);
  const [answer, setAnswer] = useState<{ place: PartPlace; bench: unknown; value: Origin | undefined }>();
  useEffect(() => {
    if (!place) return undefined;
    let wanted = true;
    void origin(place).then((value) => wanted && setAnswer({ place, bench, value }));
    return () => {
      wanted = false;
    };
  }, [place, bench, origin]);
  return answer?.place === place && answer?.bench === bench ? answer?.value : 'pending';
}
