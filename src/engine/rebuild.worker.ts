import './sealed';
import { cutLong, PIECE } from './pieces';
import { answerRebuild, type RebuildAnswer, type RebuildQuestion } from './rebuild-answers';

/** The cluster as it was read and as it is furnished have most objects in common: only lists with none cross in pieces. */
function apart(answer: RebuildAnswer): RebuildAnswer {
  if (!answer || !('made' in answer) || !answer.made) return answer;
  const { made } = answer;
  const { nodes, pods, deployments, services, endpointSlices } = made.furnished.cluster;
  const copied = <T extends object>(list: readonly T[]): readonly T[] => list.map((each) => ({ ...each }));
  const cluster = {
    nodes: copied(nodes),
    pods: copied(pods),
    deployments: copied(deployments),
    services: copied(services),
    endpointSlices: copied(endpointSlices),
  };
  return { ...answer, made: { ...made, furnished: { ...made.furnished, cluster } } };
}

addEventListener('message', ({ data }: MessageEvent<RebuildQuestion>) => {
  const { id } = data;
  const steps = answerRebuild(data);
  let step = steps.next();
  while (!step.done) {
    postMessage({ id, progress: step.value });
    step = steps.next();
  }
  const answer = apart(step.value);
  const long = cutLong(answer);
  if (!long) return postMessage({ id, answer });
  postMessage({ id, cut: long.cut });
  for (const [list, items] of long.whole.entries()) {
    for (let from = 0; from < items.length; from += PIECE) {
      postMessage({ id, list, items: items.slice(from, from + PIECE) });
    }
  }
  return postMessage({ id, complete: true });
});
