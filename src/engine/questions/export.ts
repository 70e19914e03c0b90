import type { Document } from '../../core/document/document';
import { phrase, type Phrase } from '../../core/lib/phrase';
import type { RuleRef } from '../../core/linux/hooks';
import { makeTrace } from '../../core/sim/explore';
import { listDecodes, makeCapture, findExchange } from '../../core/story/capture';
import { ruleTextAt } from '../../core/story/ruleset-lines';
import type { Lens } from '../../core/story/lens';
import { listLenses } from '../../core/story/lenses';
import type { Moment } from '../../core/story/moment';
import { moments } from '../../core/story/moments';
import { stepsOfWalk, type StoryWalk } from '../../core/story/walk';
import { ruleKey } from '../chain-index';
import { newSession, type Engine } from '../engine';
import { exploreFlow } from '../../core/document/explored';
import { netnsView } from '../netns-view';
import type { NetnsView, RunResult, TimePlace } from '../protocol';
import { notSent } from './run';

/** A walk of a document: of which flow, in which of its outcomes, the most probable first. */
interface WalkFilesArgs {
  readonly document: Document;
  readonly flowId: string;
  readonly outcome: number;
  /** At which moment of the document's script. */
  readonly time?: TimePlace | undefined;
}

/** A walk as it leaves the page. */
export interface WalkFiles {
  /** A pcapng file: every device the packet passes. */
  readonly capture: Uint8Array<ArrayBuffer>;
  /** What Wireshark has to be told to read all of it: `udp.port==8472,vxlan`. */
  readonly decodes: readonly string[];
  readonly moments: readonly Moment[];
  /** One for each moment. */
  readonly lenses: readonly Lens[];
  /** Namespaces with a part in the walk, and the walk itself: what the stage is drawn of. */
  readonly netns: readonly NetnsView[];
  readonly result: RunResult;
  /** The rules that were tested, as their tools print them, by {@link ruleKey}. */
  readonly rules: Readonly<Record<string, string>>;
  /** Why there is no walk, if there is none. */
  readonly problem?: Phrase;
}

const NO_FLOW = phrase('document.flow.none');

function noWalk(flowId: string, problem: Phrase): WalkFiles {
  const result = notSent(flowId, problem);
  return { capture: new Uint8Array(), decodes: [], moments: [], lenses: [], netns: [], rules: {}, result, problem };
}

/** The walk of a document that need not be the one on the bench: what is shared may hold other names. */
export async function walkFiles(
  { newDerive, memo }: Engine,
  { document: asked, flowId, outcome, time }: WalkFilesArgs,
): Promise<WalkFiles> {
  const session = time
    ? (await import('./moment')).sessionOf({ document: asked, time })
    : newSession(asked, newDerive());
  const { document } = session;
  const flow = document.flows.find(({ id }) => id === flowId);
  const explored = flow ? exploreFlow(session, flow) : NO_FLOW;
  if ('id' in explored) return noWalk(flowId, explored);
  const { outcomes, truncated } = explored.exploration;
  const shown = outcomes[outcome];
  if (!shown) return noWalk(flowId, NO_FLOW);
  const { derived } = session;
  const walked = { document, derived, trace: makeTrace(explored.input, shown) };
  const name = explored.input.flow.named?.name;
  const exchange = flow && findExchange(document, { from: flow.from, name, memo });
  const told = moments(walked);
  return {
    capture: makeCapture(walked.trace, exchange),
    decodes: listDecodes(walked.trace),
    moments: told,
    lenses: listLenses(walked, told),
    netns: [...(derived.bare ?? derived.network.netns).values()].map((netns) => netnsView(netns, derived, memo)),
    result: { flowId, outcomes, shown: outcome, trace: walked.trace, truncated },
    rules: testedRules(walked),
  };
}

/** Of a run of rules that did not match so many are told. */
const MOST_SKIPPED = 12;

function testedRules({ derived, trace }: StoryWalk): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const { netns, data } of stepsOfWalk(trace)) {
    const site = { netns, family: data.packet.family };
    for (const ref of listTested(data)) {
      const text = ruleTextAt(derived, site, ref);
      if (text !== undefined) texts[ruleKey(netns, ref)] = text;
    }
  }
  return texts;
}

function listTested(data: ReturnType<typeof stepsOfWalk>[number]['data']): readonly RuleRef[] {
  if (data.kind === 'rule') return [data.ref];
  if (data.kind !== 'skip') return [];
  const { table, chain, from, to } = data;
  const count = Math.min(to - from + 1, MOST_SKIPPED);
  return Array.from({ length: count }, (_, at) => ({ table, chain, index: from + at }));
}
