import { useEffect, useState } from 'react';
import type { IpFamily } from '../../core/net/ip';
import { useActions, useBench } from '../../store/hooks';
import type { ExplainedPart, WantedPort } from '../../engine/protocol';
import { wantedKey } from './parts.model';

/** Asks what a Service port made in a namespace; the last answer stays until the next is there, undefined before the first. */
export function useParts(netns: string, family: IpFamily, wanted: WantedPort): readonly ExplainedPart[] | undefined {
  const { parts } = useActions();
  const bench = useBench((state) => state.run.bench);
  const [answer, setAnswer] = useState<{ key: string; bench: unknown; value: readonly ExplainedPart[] }>();
  const { namespace, serviceName, index } = wanted;
  const key = `${netns} ${family} ${wantedKey(wanted)}`;
  useEffect(() => {
    let asked = true;
    const port = { namespace, serviceName, ...(index === undefined ? {} : { index }) };
    void parts(netns, family, port).then((value) => asked && setAnswer({ key, bench, value }));
    return () => {
      asked = false;
    };
  }, [netns, family, namespace, serviceName, index, key, bench, parts]);
  return answer?.key === key ? answer.value : undefined;
}
