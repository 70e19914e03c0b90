import { exampleById } from '../../content/examples';
import { derivePasted } from '../../core/document/derive-pasted';
import type { Document } from '../../core/document/document';
import { formatIp } from '../../core/net/ip';
import { Client, type EngineClient } from '../client';
import { QUESTIONS } from '../questions';
import { Desk } from '../desk';
import { createEngine, type Engine } from '../engine';
import type { PartRef, RulesView, RunResult } from '../protocol';
import { benchOn } from '../questions/open';
import { changes } from '../questions/changes';
import { explain } from '../questions/explain';
import { many, requests, sent } from '../questions/many';
import { origin, parts } from '../questions/parts';
import { find, place, rules } from '../questions/rules';
import { run } from '../questions/run';

/** An engine that answers by return: what the questions say, without a table, a desk or a client between. */
export function engineAtHand() {
  const engine = createEngine(derivePasted);
  type ArgsOf<F> = F extends (engine: Engine, asked: infer A) => unknown ? A : never;
  return {
    open: (document: Document) => benchOn(engine, document),
    run: (flowId: string, options: Omit<ArgsOf<typeof run>, 'flowId'> = {}) => run(engine, { flowId, ...options }),
    rules: (netns: string, family: 'ipv4' | 'ipv6') => {
      const { lines } = rules(engine, { netns, family });
      return rules(engine, { netns, family, lines: [[0, lines]] });
    },
    find: (view: RulesView, query: string) => find(engine, { ...view, query }),
    place: (view: RulesView, part: PartRef) => place(engine, { ...view, part }),
    changes: (view: RulesView) => changes(engine, view),
    explainRule: (flowId: string, at: ArgsOf<typeof explain>['at'], ref: ArgsOf<typeof explain>['ref']) =>
      explain(engine, { flowId, at, ref }),
    origin: (netns: string, family: 'ipv4' | 'ipv6', at: ArgsOf<typeof origin>['at']) =>
      origin(engine, { netns, family, at }),
    parts: (netns: string, family: 'ipv4' | 'ipv6', wanted: ArgsOf<typeof parts>['wanted']) =>
      parts(engine, { netns, family, wanted }),
    many: (flowId: string, options: ArgsOf<typeof many>['options']) => many(engine, { flowId, options }),
    sent: (flowId: string, options: ArgsOf<typeof sent>['options']) => sent(engine, { flowId, options }),
    requests: (flowId: string, options: ArgsOf<typeof requests>['options']) => requests(engine, { flowId, options }),
  };
}

export type EngineAtHand = ReturnType<typeof engineAtHand>;

/**
 * An engine on this thread, asked as the page asks: for stores and components.
 *
 * @param reader what reads pasted nodes; none: it is loaded with the first, as in the page
 */
export function inlineClient(reader: typeof derivePasted | 'late' = derivePasted): EngineClient {
  return new Client(({ hear }) => {
    const own = reader === 'late' ? undefined : reader;
    const desk = new Desk({ slice: 8, post: hear, questions: QUESTIONS, engine: (watch) => createEngine(own, watch) });
    return { post: (message) => void Promise.resolve().then(() => desk.hear(message)), end: () => undefined };
  });
}

/** The document of an example. */
export function exampleDocument(id = 'web-two-nodes'): Document {
  const found = exampleById(id);
  if (!found) throw new Error(id);
  return found.document();
}

/** An engine with a document open. */
export function opened(document: Document): EngineAtHand {
  const engine = engineAtHand();
  engine.open(document);
  return engine;
}

/** `1/3 DELIVERED default/web-x from 10.244.0.2 answered`, names without their random ends. */
export function readSaid({ outcomes, problem }: RunResult): string[] {
  if (problem) return [problem.id];
  return outcomes.map(({ probability, disposition, answered, arrived }) => {
    const end = 'to' in disposition ? disposition.to : 'by' in disposition ? disposition.by : '';
    const from = arrived ? ` from ${formatIp(arrived.src)}` : '';
    return `${probability} ${disposition.kind} ${end.replace(/-[a-z0-9]{5}$/, '')}${from}${answered ? ' answered' : ''}`;
  });
}

/** The texts of a listing whose rows are all there. */
export function linesOf({ lines, rows }: RulesView): string[] {
  return Array.from({ length: lines }, (_, line) => rows[line]?.text ?? '');
}
