import { createDeriveWith } from '../core/document/derive-with';
import { sameItems, type Derive, type Derived } from '../core/document/derived';
import { emptyDocument } from '../core/document/defaults';
import type { Document } from '../core/document/document';
import type { KernelState } from '../core/kubernetes/proxy/mode';
import { phrase, type Phrase } from '../core/lib/phrase';
import type { XtRuleset } from '../core/linux/xtables/types';
import type { IpFamily } from '../core/net/ip';
import { pickOutcome, traceOf } from '../core/sim/explore';
import type { ShownRun } from './explain';
import { exploreFlow, type Opened } from './explored';
import { MODE_OFFERS } from './modes';
import { netnsView } from './netns-view';
import type { Bench, Engine, RulesView, RunResult } from './protocol';
import { rulesView } from './rules-text';
import { besideOf, summariesOf, writtenSummaries } from './rules-summary';

/** What the engine has open, and what it computed of it so far. */
interface Session extends Opened {
  /** The run last shown for a flow. */
  readonly shown: Map<string, ShownRun>;
  /** The rules last printed, by `netns family`; they outlive the document. */
  readonly printed: Map<string, Printed>;
}

const NO_RULES: XtRuleset = { tables: new Map() };

/** The engine behind the page: one opened document at a time. Whatever goes wrong inside becomes a value. `derivePasted` reads pasted nodes. */
export function createEngineWith(derivePasted: Derive): Engine {
  const derive = createDeriveWith(derivePasted);
  const printed: Session['printed'] = new Map();
  let session: Session = newSession(emptyDocument(), derive(emptyDocument()), printed);
  return {
    open: (document) => {
      session = newSession(document, derive(document), printed);
      return benchOf(session);
    },
    run: (flowId, options) => runFlow(session, flowId, options?.outcome),
    rules: (netns, family) => rulesOf(session, netns, family),
    ...onDemand(() => session),
  };
}

/** What is loaded in one piece when first a rule or a port is picked, or many packets are sent. */
function onDemand(current: () => Session): Omit<Engine, 'open' | 'run' | 'rules'> {
  const load = () => import('./many');
  return {
    explainRule: async (flowId, at, ref) => {
      const run = current().shown.get(flowId);
      return run ? (await load()).explainAt(run, at, ref) : { ref, matched: 'unknown', tests: [] };
    },
    origin: async (netns, family, at) => {
      const state = stateOf(current(), netns, family);
      return state && (await load()).originAt(state, at);
    },
    parts: async (netns, family, wanted) => {
      const state = stateOf(current(), netns, family);
      return state ? (await load()).partsOfServicePort(state, wanted) : [];
    },
    many: async (flowId, options) => (await load()).many(current(), flowId, options),
    sent: async (flowId, options) => (await load()).sentOf(current(), flowId, options),
    requests: async (flowId, options) => (await load()).requests(current(), flowId, options),
  };
}

function stateOf({ derived }: Session, netns: string, family: IpFamily): KernelState | undefined {
  return derived.compiled.get(`${netns} ${family}`)?.state;
}

function newSession(document: Document, derived: Derived, printed: Session['printed']): Session {
  return { document, derived, explored: new Map(), shown: new Map(), printed };
}

function benchOf({ derived }: Session): Bench {
  const { network, bare, findings, assumptions, found, texts, suggested, connections } = derived;
  const all = [...(bare ?? network.netns).values()];
  return {
    modes: MODE_OFFERS,
    netns: all.map((netns) => netnsView(netns, derived)),
    segments: network.segments,
    rules: summariesOf(derived),
    diagnostics: findings,
    assumptions,
    found,
    texts,
    suggested,
    ...(connections ? { connections } : {}),
  };
}

interface Printed {
  readonly of: readonly unknown[];
  readonly view: RulesView;
}

/** The rules of a namespace, printed anew only when they are others: a node may have half a million. */
function rulesOf({ derived, printed }: Session, netns: string, family: IpFamily): RulesView {
  const ruleset = derived.network.netns.get(netns)?.xtables[family] ?? NO_RULES;
  const beside = besideOf(derived, netns, family);
  const of = [ruleset, beside.ipvs, beside.nft.ruleset, beside.nft.generated];
  const key = `${netns} ${family}`;
  const known = printed.get(key);
  if (known && sameItems(known.of, of)) return known.view;
  const view = rulesView(netns, family, ruleset, beside);
  printed.set(key, { of, view });
  return view;
}

function runFlow(session: Session, flowId: string, wanted: number | undefined): RunResult {
  const flow = session.document.flows.find(({ id }) => id === flowId);
  if (!flow) return notSent(flowId, phrase('document.flow.none'));
  const explored = exploreFlow(session, flow);
  if ('id' in explored) return notSent(flowId, explored);
  const { input, exploration } = explored;
  const { outcomes, truncated } = exploration;
  const shown = wanted !== undefined && wanted in outcomes ? wanted : pickOutcome(outcomes, session.document.seed);
  const outcome = outcomes[shown];
  if (!outcome) return notSent(flowId, phrase('document.flow.none'));
  const trace = traceOf(input, outcome);
  session.shown.set(flowId, { input, path: outcome.path, trace });
  const rules = writtenSummaries(session.derived);
  return { flowId, outcomes, shown, trace, truncated, ...(rules.length > 0 ? { rules } : {}) };
}

function notSent(flowId: string, problem: Phrase): RunResult {
  const trace = { legs: [], assumptions: [], conntrack: {} };
  return { flowId, outcomes: [], shown: 0, trace, truncated: false, problem };
}
