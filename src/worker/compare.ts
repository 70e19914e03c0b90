import { compareRuns, paneDocument, type Comparison, type PaneRun, type PaneSpec } from '../core/document/compare';
import type { Derive } from '../core/document/derived';
import { phrase, type Phrase } from '../core/lib/phrase';
import { pickOutcome, traceOf } from '../core/sim/explore';
import { exploreFlow, type Opened } from './explored';

/** Sends a flow of the opened document through every pane; `outcome` counts the outcomes of the first pane. */
type Compare = (opened: Opened, panes: readonly PaneSpec[], flowId: string, outcome?: number) => Comparison;

/** More panes than a screen has room for are not computed. */
const MOST_PANES = 4;

interface Kept {
  readonly derive: Derive;
  opened: Opened | undefined;
}

/** Makes a {@link Compare}: every mode and release keeps a memory of its own, so that an edit compiles little. */
export function createCompare(newDerive: () => Derive): Compare {
  let kept = new Map<string, Kept>();
  return (opened, panes, flowId, outcome) => {
    const specs = panes.slice(0, MOST_PANES);
    kept = new Map(
      specs.map((spec) => [keyOf(spec), kept.get(keyOf(spec)) ?? { derive: newDerive(), opened: undefined }]),
    );
    const runs = specs.map((spec) => ({ spec, run: runOf(openPane(opened, spec, kept.get(keyOf(spec))), flowId) }));
    const nodeOf = (netns: string): string | undefined => opened.derived.network.netns.get(netns)?.node;
    return compareRuns(runs, nodeOf, outcome);
  };
}

const keyOf = ({ mode, release }: PaneSpec): string => `${mode} ${release}`;

/** The document as the pane has it: what is on the bench already is not compiled again. */
function openPane(opened: Opened, spec: PaneSpec, kept: Kept | undefined): Opened {
  const document = paneDocument(opened.document, spec);
  if (document === opened.document || !kept) return opened;
  const derived = kept.derive(document);
  const before = kept.opened;
  const same = before?.derived === derived && before.document.flows === document.flows;
  const seeded = same && before.document.seed === document.seed;
  kept.opened = { document, derived, explored: seeded ? before.explored : new Map() };
  return kept.opened;
}

function runOf(opened: Opened, flowId: string): PaneRun {
  const flow = opened.document.flows.find(({ id }) => id === flowId);
  const explored = flow ? exploreFlow(opened, flow) : phrase('document.flow.none');
  if ('id' in explored) return noRun(explored);
  const { input, exploration } = explored;
  const { outcomes } = exploration;
  if (outcomes.length === 0) return noRun(phrase('document.flow.none'));
  const picked = pickOutcome(outcomes, opened.document.seed);
  return { outcomes, traceOf: (outcome) => traceOf(input, outcome), picked };
}

function noRun(problem: Phrase): PaneRun {
  return {
    outcomes: [],
    traceOf: () => ({ legs: [], assumptions: [], conntrack: {} }),
    picked: 0,
    problem,
  };
}
