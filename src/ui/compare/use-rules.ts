import { useEffect, useMemo, useState } from 'react';
import type { WantedPort } from '../../core/kubernetes/proxy/parts';
import { background } from '../../engine/page-engines';
import type { RulesAnswer } from '../../engine/questions/compare-rules';
import type { Compared } from './use-comparison';

/** Which two panes, on which nodes, and where that is not possible, which Service port. */
export interface RulesChoice {
  readonly pair: readonly [number, number];
  readonly nodes: readonly [string | undefined, string | undefined];
  readonly port: WantedPort | undefined;
}

/** What of the rules differs; the last answer stays until the next is there. */
export function useRules(
  { documents, panes }: Compared,
  { pair, nodes, port }: RulesChoice,
): { readonly answer: RulesAnswer | undefined; readonly working: boolean } {
  const [a, b] = [panes[pair[0]], panes[pair[1]]];
  const [first, second] = nodes;
  const question = useMemo(
    () => a && b && ({ panes: [a, b], nodes: [first ?? a.node, second ?? b.node], ...(port ? { port } : {}) } as const),
    [a, b, first, second, port],
  );
  const [found, setFound] = useState<{ readonly to: unknown; readonly answer: RulesAnswer }>();
  useEffect(() => {
    if (!question) return undefined;
    const abort = new AbortController();
    background
      .ask('compare-rules', { documents, question }, { signal: abort.signal })
      .then((answer) => setFound({ to: question, answer }))
      .catch(() => undefined);
    return () => abort.abort();
  }, [documents, question]);
  return { answer: found?.answer, working: found?.to !== question };
}
