import { exampleById } from '../../content/examples';
import type { Document } from '../../core/document/document';
import { formatIp } from '../../core/net/ip';
import { createEngine } from '../engine';
import type { Engine, RulesView, RunResult } from '../protocol';

/** The document of an example. */
export function example(id = 'web-two-nodes'): Document {
  const found = exampleById(id);
  if (!found) throw new Error(id);
  return found.document();
}

/** An engine with a document open. */
export function opened(document: Document): Engine {
  const engine = createEngine();
  engine.open(document);
  return engine;
}

/** `1/3 DELIVERED default/web-x from 10.244.0.2 answered`, names without their random ends. */
export function said({ outcomes, problem }: RunResult): string[] {
  if (problem) return [problem.id];
  return outcomes.map(({ probability, disposition, answered, arrived }) => {
    const end = 'to' in disposition ? disposition.to : 'by' in disposition ? disposition.by : '';
    const from = arrived ? ` from ${formatIp(arrived.src)}` : '';
    return `${probability} ${disposition.kind} ${end.replace(/-[a-z0-9]{5}$/, '')}${from}${answered ? ' answered' : ''}`;
  });
}

/** The lines of a rules view, cut by its offsets as the page does. */
export function linesOf({ text, offsets }: RulesView): string[] {
  return [...offsets].map((start, index) => text.slice(start, (offsets[index + 1] ?? text.length) - 1));
}
