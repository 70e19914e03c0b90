import { checkDocument } from '../core/document/codec';
import { isProxyModeId, modeProblem } from '../core/kubernetes/mode-ids';
import type { Phrase } from '../core/lib/phrase';
import type { PaneSpec } from '../engine/protocol';
import { COMPARE_TABS, type CompareState, type SharedView } from './types';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const isCount = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value < 1e6;

/** Reads the JSON of `sharedCompared`; what is odd in it is left out. A pane of an unknown mode is refused: it is said. */
export function readCompared(value: unknown): Pick<SharedView, 'compare' | 'refused'> {
  if (!isFields(value)) return {};
  const { open, tab, panes, probe, outcome, tick, documents } = value;
  const read = Array.isArray(panes) ? panes.filter(isPane).slice(0, 4) : [];
  const refused = refusalOf(panes, documents);
  const compare = {
    open: open === true,
    tab: COMPARE_TABS.find((each) => each === tab) ?? 'walk',
    panes: read.length >= 2 ? read : undefined,
    probe: isText(probe) ? probe : undefined,
    outcome: isCount(outcome) ? outcome : undefined,
    tick: isCount(tick) ? Math.floor(tick) : 0,
    documents: readDocuments(documents),
  };
  return { compare, ...(refused ? { refused } : {}) };
}

/** Why the first pane or document that names a mode nobody knows is not shown. */
function refusalOf(panes: unknown, documents: unknown): Phrase | undefined {
  const named = [panes, isFields(documents) ? Object.values(documents) : []].flatMap((list) =>
    Array.isArray(list) ? list.filter(isFields) : [],
  );
  const unknown = named.find(({ mode }) => isText(mode) && !isProxyModeId(mode));
  return unknown && modeProblem(unknown['mode']);
}

const POLICIES: ReadonlySet<unknown> = new Set([undefined, 'Cluster', 'Local']);

function isPane(value: unknown): value is PaneSpec {
  if (!isFields(value)) return false;
  const { mode, release, document, flow, node, policy } = value;
  const texts = [document, flow, node].every((each) => each === undefined || isText(each));
  return isProxyModeId(mode) && isText(release) && texts && (policy === undefined || isPolicy(policy));
}

function isPolicy(value: unknown): boolean {
  if (!isFields(value)) return false;
  const { namespace, name, external, internal } = value;
  return isText(namespace) && isText(name) && POLICIES.has(external) && POLICIES.has(internal);
}

function readDocuments(value: unknown): CompareState['documents'] {
  if (!isFields(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => {
      const document = checkDocument(each);
      return document.ok ? [[key, document.value] as const] : [];
    }),
  );
}
