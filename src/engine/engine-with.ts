import { createDeriveWith } from '../core/document/derive-with';
import type { Derive, Derived } from '../core/document/derived';
import { emptyDocument } from '../core/document/defaults';
import type { Document } from '../core/document/document';
import type { KernelState } from '../core/kubernetes/proxy/mode';
import { asLastTimeOf } from '../core/lib/last-time';
import { phrase, type Phrase } from '../core/lib/phrase';
import type { XtRuleset } from '../core/linux/xtables/types';
import type { IpFamily } from '../core/net/ip';
import { pickOutcome, traceOf } from '../core/sim/explore';
import type { ShownRun } from './explain';
import { astrayAmong, exploreFlow, type Opened } from './explored';
import { MODE_OFFERS } from './modes';
import { netnsView } from './netns-view';
import type { Bench, Engine, RulesView, RunResult } from './protocol';
import type { NftParts } from './nft-text';
import { rulesView, type Beside } from './rules-text';
import { besideOf, summariesOf, writtenSummaries } from './rules-summary';

/** What the engine has open, and what it computed of it so far. */
interface Session extends Opened {
  /** The run last shown for a flow. */
  readonly shown: Map<string, ShownRun>;
  /** Remembers the rules last printed of each namespace and family; outlives the document. */
  readonly print: ReturnType<typeof createPrinter>;
}

const NO_RULES: XtRuleset = { tables: new Map() };

/** The engine behind the page: one opened document at a time. Whatever goes wrong inside becomes a value. `derivePasted` reads pasted nodes. */
export function createEngineWith(derivePasted: Derive): Engine {
  const derive = createDeriveWith(derivePasted);
  const print = createPrinter();
  let session: Session = newSession(emptyDocument(), derive(emptyDocument()), print);
  return {
    open: (document) => {
      session = newSession(document, derive(document), print);
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

function newSession(document: Document, derived: Derived, print: Session['print']): Session {
  return { document, derived, explored: new Map(), shown: new Map(), print };
}

function benchOf({ derived }: Session): Bench {
  const { network, bare, findings, assumptions, found, podNetworks, texts, identities, suggested, connections } =
    derived;
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
    ...(identities ? { identities } : {}),
    ...(podNetworks ? { podNetworks } : {}),
    ...(connections ? { connections } : {}),
  };
}

/** The rules of a namespace, printed anew only when they are others: a node may have half a million. */
function rulesOf({ derived, print }: Session, netns: string, family: IpFamily): RulesView {
  const ruleset = derived.network.netns.get(netns)?.xtables[family] ?? NO_RULES;
  const { nft, ipvs } = besideOf(derived, netns, family);
  return print(`${netns} ${family}`, netns, family, ruleset, nft.ruleset, nft.generated, ipvs);
}

/** Prints rules by the parts that decide their text. */
function createPrinter() {
  return asLastTimeOf(
    (
      netns: string,
      family: IpFamily,
      ruleset: XtRuleset,
      nftables: NftParts['ruleset'],
      generated: NftParts['generated'],
      ipvs: Beside['ipvs'],
    ) => rulesView(netns, family, ruleset, { nft: { ruleset: nftables, generated, family }, ipvs }),
  );
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
  const astray = astrayAmong(session, flow, explored);
  return { flowId, outcomes, shown, trace, truncated, ...astray, ...(rules.length > 0 ? { rules } : {}) };
}

function notSent(flowId: string, problem: Phrase): RunResult {
  const trace = { legs: [], assumptions: [], conntrack: {} };
  return { flowId, outcomes: [], shown: 0, trace, truncated: false, problem };
}
