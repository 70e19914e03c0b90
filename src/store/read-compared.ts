import { checkDocument } from '../core/document/codec';
import type { PaneSpec } from '../engine/protocol';
import { COMPARE_TABS, type CompareState, type SharedView } from './types';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const isCount = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value < 1e6;

/** Reads the JSON of `sharedCompared`; what is odd in it is left out, never an error. */
export function readCompared(value: unknown): SharedView['compare'] {
  if (!isFields(value)) return undefined;
  const { open, tab, panes, probe, outcome, tick, documents } = value;
  const read = Array.isArray(panes) ? panes.filter(isPane).slice(0, 4) : [];
  return {
    open: open === true,
    tab: COMPARE_TABS.find((each) => each === tab) ?? 'walk',
    panes: read.length >= 2 ? read : undefined,
    probe: isText(probe) ? probe : undefined,
    outcome: isCount(outcome) ? outcome : undefined,
    tick: isCount(tick) ? Math.floor(tick) : 0,
    documents: readDocuments(documents),
  };
}

const MODES: ReadonlySet<unknown> = new Set(['iptables', 'ipvs', 'nftables', 'userspace']);
const POLICIES: ReadonlySet<unknown> = new Set([undefined, 'Cluster', 'Local']);

function isPane(value: unknown): value is PaneSpec {
  if (!isFields(value)) return false;
  const { mode, release, document, flow, node, policy } = value;
  const texts = [document, flow, node].every((each) => each === undefined || isText(each));
  return MODES.has(mode) && isText(release) && texts && (policy === undefined || isPolicy(policy));
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
