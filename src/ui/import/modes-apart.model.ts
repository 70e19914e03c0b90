import { textsOfModes } from '../../core/paste/machine/sections';
import type { TextSummary } from '../../core/paste/pasted-types';
import type { Document, Flow } from '../../core/document/document';
import type { ProxyModeId } from '../../core/kubernetes/types';
import type { CompareState } from '../../store/types';
import type { PendingText } from '../../store/types';
import type { Opening } from './open-node.model';

/** Of a note with listings of several modes: what comes on the bench, and what stands beside it in the comparison. */
export interface ModesApart {
  readonly opening: Opening;
  readonly mode: ProxyModeId;
  readonly others: readonly { readonly mode: ProxyModeId; readonly texts: readonly PendingText[] }[];
}

/** As many panes as a comparison has, the bench's own left out. */
const MOST_OTHERS = 3;

/**
 * Takes a note apart that shows several modes under headings: the mode the first packet is of (else the first) is opened, each other
 * one becomes a pane of the comparison. Undefined: nothing is to be taken apart, or a person said which machine a text is of.
 */
export function modesApart(opening: Opening, summaries: readonly TextSummary[]): ModesApart | undefined {
  const { texts, flow } = opening;
  const [note] = texts;
  const told =
    summaries.find(({ id }) => id === note?.id)?.machines?.filter(({ sign }) => sign.how === 'heading') ?? [];
  if (!note || texts.length > 1 || told.length < 2) return undefined;
  const names = new Set(told.map((machine) => machine.told));
  const parts = textsOfModes(note.text).filter(({ mode }) => names.has(mode));
  const own = parts.find(({ mode }) => flow?.from.kind === 'interface' && flow.from.node === mode) ?? parts[0];
  if (!own || parts.length < 2) return undefined;
  const textOf = ({ mode, text }: (typeof parts)[number]): PendingText => ({
    ...note,
    title: `${note.title} - ${mode}`,
    text,
  });
  return {
    opening: { ...opening, texts: [textOf(own)], flow: flow && withoutNode(flow) },
    mode: own.mode,
    others: parts
      .filter((part) => part !== own)
      .slice(0, MOST_OTHERS)
      .map((part) => ({ mode: part.mode, texts: [textOf(part)] })),
  };
}

/** The bench has one machine: nothing has to say which. */
function withoutNode(flow: Omit<Flow, 'id'>): Omit<Flow, 'id'> {
  if (flow.from.kind !== 'interface') return flow;
  const { node: _one, ...from } = flow.from;
  return { ...flow, from };
}

/** The comparison of the bench with the other modes of its note, open. */
export function makeComparison(document: Document, { mode, others }: ModesApart): Partial<CompareState> {
  const { release } = document;
  const keyed = others.map((other) => ({ ...other, key: `mode:${other.mode}` }));
  return {
    open: true,
    tab: 'walk',
    panes: [{ mode, release }, ...keyed.map((other) => ({ mode: other.mode, release, document: other.key }))],
    documents: Object.fromEntries(
      keyed.map(({ key, texts }) => {
        const pasted = {
          texts: texts.map(({ title, text }, at) => ({ id: `text-${at + 1}`, title, text })),
          facts: {},
        };
        return [key, { ...document, title: texts[0]?.title ?? document.title, pasted, flows: [] }];
      }),
    ),
  };
}
