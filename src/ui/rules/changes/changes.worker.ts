import '../../../engine/sealed';
import { changesBetween } from './changes.model';
import type { Answer, Question } from './ask-changes';

/** The listing of each node as it was sent last: the next question brings only the new one. */
const last = new Map<string, string>();

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  const before = data.before ?? last.get(data.key) ?? data.after;
  last.set(data.key, data.after);
  postMessage({ id: data.id, changes: changesBetween(before, data.after) } satisfies Answer);
});
