import { createDerive } from '../../core/document/derive';
import { exploreFlow, type Opened } from '../../core/document/explored';
import type { Flow } from '../../core/document/document';
import type { OpenedTexts } from '../../core/public/open-texts';
import { makeTrace } from '../../core/sim/explore';
import type { SimFlow } from '../../core/sim/simulate';
import type { Outcome, Trace } from '../../core/sim/trace';
import { CommandRefusal, type CommandCall, type CommandOption } from './command';
import { flowText } from '../../core/document/flow-text';
import { flowsOfCall } from './ends';
import { handTo } from './via';

/** Which of the ways of a flow is meant. */
export const WAY_OPTION: CommandOption = {
  name: 'way',
  value: 'N',
  about: 'the Nth way that "walk" lists (else the first)',
};

/** One way of a flow, walked. */
interface OneWay {
  readonly flow: Flow;
  readonly opened: Opened;
  readonly sent: SimFlow;
  readonly outcome: Outcome;
  readonly trace: Trace;
  /** How many ways it can go. */
  readonly ways: number;
}

/**
 * Walks one way of the flow of a call: the likeliest, or the one of that number.
 * @throws {CommandRefusal} 64: no flow, or no such way; 2: it cannot be sent
 */
export function walkOneWay(texts: OpenedTexts, call: CommandCall): OneWay {
  const { document, flows } = flowsOfCall(texts, call);
  const [flow] = flows;
  if (!flow) throw new CommandRefusal(64, call.word('giveFlow', {}));
  const bench: Opened = { document, derived: createDerive(texts.memo)(document), explored: new Map() };
  const opened = handTo(bench, flow, call);
  const explored = exploreFlow(opened, flow);
  if ('id' in explored) throw new CommandRefusal(2, `${flowText(flow)}: ${call.say(explored)}`);
  const { outcomes } = explored.exploration;
  const way = call.options.get('way') ?? '1';
  const outcome = outcomes[Number(way) - 1];
  if (!outcome) throw new CommandRefusal(64, call.word('noWay', { way, count: outcomes.length }));
  const trace = makeTrace(explored.input, outcome);
  return { flow, opened, sent: explored.input.flow, outcome, trace, ways: outcomes.length };
}
