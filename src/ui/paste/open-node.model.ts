import { countBefore } from '../../core/lib/sorted';
import type { LineShare, NodeFacts, PastedNode, TextSummary } from '../../core/paste/pasted-types';
import type { Document, Flow } from '../../core/document/document';
import { addFlow, nextFlowId } from '../../core/document/edits/cluster';
import { addPasted, setFacts } from '../../core/document/edits/pasted';
import type { CompareState } from '../../store/view-state';
import type { PendingText } from '../../store/inbox-slice';
import type { Diagnostic } from '../../core/formats/format';
import type { PlacedEvidence } from '../../core/questions/evidence/list-evidence';
import { partsByMode } from '../../core/paste/openings';
import type { ProxyModeId } from '../../core/kubernetes/types';

/** A text cut into lines on demand, each marked as rules or as something else. */
interface Preview {
  readonly count: number;
  readonly line: (index: number) => string;
  /** Nothing of this line was used. */
  readonly isNoise: (index: number) => boolean;
}

/** Longer lines are cut on the screen. */
const LONGEST = 400;

/** The lines of a pasted text, by where they start, with what was left aside, for a list that draws only what is in sight. */
export function makePreview(text: string, starts: Uint32Array, others: TextSummary['others']): Preview {
  return {
    count: starts.length,
    line: (index) => {
      const start = starts[index] ?? text.length;
      const end = starts[index + 1] ?? text.length;
      return text.slice(start, Math.min(end, start + LONGEST)).trimEnd();
    },
    isNoise: (index) => isWithin(others, index + 1),
  };
}

/** Runs are in order: the one that may hold a line is found by halving. */
function isWithin(runs: TextSummary['others'], line: number): boolean {
  const run = runs[countBefore(runs.length, (at) => (runs[at]?.to ?? 0) < line)];
  return run !== undefined && run.from <= line;
}

type ShareOf<How extends LineShare['how']> = Extract<LineShare, { readonly how: How }>;

/** Shares of lines that were read, and that were left aside, each with their sum. */
interface AccountSums {
  readonly read: number;
  readonly by: readonly ShareOf<'read'>[];
  readonly aside: number;
  readonly why: readonly ShareOf<'aside'>[];
}

const isRead = (share: LineShare): share is ShareOf<'read'> => share.how === 'read';
const isAside = (share: LineShare): share is ShareOf<'aside'> => share.how === 'aside';

/** Both sides of what became of a text's lines. */
export function sumAccount(account: TextSummary['account']): AccountSums {
  const sum = (shares: readonly LineShare[]): number => shares.reduce((all, { lines }) => all + lines, 0);
  const [by, why] = [account.filter(isRead), account.filter(isAside)];
  return { read: sum(by), by, aside: sum(why), why };
}

/** `12.3 MB`, `418 kB`, `93 B`. */
export function sizeText(length: number): string {
  if (length >= 1_000_000) return `${(length / 1_000_000).toFixed(1)} MB`;
  return length >= 1000 ? `${Math.round(length / 1000)} kB` : `${length} B`;
}

/** What the window hands over when a node is opened. */
export interface Opening {
  /** Leave what was pasted before behind. */
  readonly fresh: boolean;
  readonly texts: readonly PendingText[];
  readonly facts: NodeFacts;
  /** Facts of several machines, by name. */
  readonly nodes?: PastedNode['nodes'];
  readonly flow: Omit<Flow, 'id'> | undefined;
}

/** The document with the node on the bench, and the id of the flow to send. One edit, one undo step. */
export function openNode(
  document: Document,
  { fresh, texts, facts, nodes, flow }: Opening,
): { document: Document; flowId?: string } {
  const base = fresh ? withoutNode(document) : document;
  const added = addPasted(
    base,
    texts.map(({ id: _pending, ...text }) => text),
  );
  const said = setFacts(added, facts);
  const next = nodes ? { ...said, pasted: { ...said.pasted, nodes } } : said;
  if (!flow) return { document: next };
  const flowId = nextFlowId(next);
  return { document: addFlow(next, flow), flowId };
}

function withoutNode(document: Document): Document {
  const flows = document.flows.filter(({ from }) => from.kind !== 'interface');
  return { ...document, flows, pasted: { texts: [], facts: {} } };
}

/** The machines that texts are of, by name. */
export function listMachines(
  texts: readonly { readonly node?: string }[],
  summaries: readonly TextSummary[],
): readonly string[] {
  const inTexts = summaries.flatMap(({ machines = [] }) => machines.map(({ name }) => name));
  return [...new Set([...[...texts, ...summaries].flatMap(({ node }) => node ?? []), ...inTexts])];
}

/** Two whole copies of a table that are not the same: two times of a machine, or two machines. */
export interface DifferingCopies {
  readonly first: PendingText;
  readonly last: PendingText;
}

/** Texts of which a person has to say which one counts, the first two that differ; undefined: none do. */
export function differingCopies(
  texts: readonly PendingText[],
  diagnostics: readonly Diagnostic[],
): DifferingCopies | undefined {
  for (const { texts: ids = [] } of diagnostics) {
    const found = ids.flatMap((id) => texts.find((text) => text.id === id) ?? []);
    const [first, last] = [found[0], found.at(-1)];
    if (first && last && first !== last) return { first, last };
  }
  return undefined;
}

/** The names that two texts have as machines of their own: what they are called, told apart where they are called alike. */
export function namesApart({ first, last }: DifferingCopies): readonly [string, string] {
  const [one, other] = [first.node ?? first.title, last.node ?? last.title];
  return [one, one === other ? `${other} (2)` : other];
}

/**
 * Why no node can be opened yet, most telling first: `unread` are texts whose reading was stopped or failed, `copies`
 * show one table twice, not the same.
 */
type NotOpen = 'empty' | 'typed' | 'working' | 'unread' | 'copies' | 'noRules';

/**
 * Is a cluster what the texts are opened as first? Objects tell it, of which at least a line was read, and no rules are there that would make
 * a node more than its addresses.
 */
export function isClusterFirst(
  examined:
    | {
        readonly identities: readonly { readonly hasRules: boolean }[];
        readonly texts: readonly Pick<TextSummary, 'id' | 'account'>[];
      }
    | undefined,
  withObjects: readonly PendingText[],
): boolean {
  const texts = examined?.texts ?? [];
  const isRead = ({ id }: PendingText): boolean =>
    texts.every((text) => text.id !== id || text.account.some(({ how }) => how === 'read'));
  return withObjects.some(isRead) && (examined?.identities ?? []).every(({ hasRules }) => !hasRules);
}

interface Waiting {
  readonly texts: readonly PendingText[];
  readonly canOpen: boolean;
  readonly copies?: DifferingCopies | undefined;
  readonly examination: { readonly status: 'idle' | 'working' | 'done' | 'stopped' | 'failed' };
}

/** @param typed something stands in the box and is not among the texts. Undefined: it can be opened. */
export function whyNotOpen(
  { texts, canOpen, copies, examination: { status } }: Waiting,
  typed: boolean,
): NotOpen | undefined {
  if (canOpen) return undefined;
  if (typed) return 'typed';
  if (texts.length === 0) return 'empty';
  if (status === 'stopped' || status === 'failed') return 'unread';
  if (status !== 'done') return 'working';
  return copies ? 'copies' : 'noRules';
}

/** Of a note with listings of several modes: what comes on the bench, and what stands beside it in the comparison. */
interface ModesApart {
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
  const parts = partsByMode(texts, summaries);
  if (!note || !parts) return undefined;
  const own = parts.find(({ mode }) => flow?.from.kind === 'interface' && flow.from.node === mode) ?? parts[0];
  if (!own) return undefined;
  const textOf = ({ mode, text }: (typeof parts)[number]): PendingText => ({
    ...note,
    title: `${note.title} - ${mode}`,
    text,
  });
  return {
    opening: { ...opening, texts: [textOf(own)], flow: flow && ofOneNode(flow) },
    mode: own.mode,
    others: parts
      .filter((part) => part !== own)
      .slice(0, MOST_OTHERS)
      .map((part) => ({ mode: part.mode, texts: [textOf(part)] })),
  };
}

/** The bench has one machine: nothing has to say which. */
function ofOneNode(flow: Omit<Flow, 'id'>): Omit<Flow, 'id'> {
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

/** A text's summary: where nothing of it was read and a finding stands in it, that says what the text is. */
export function withoutRemarks(
  summary: TextSummary | undefined,
  title: string,
  evidence: readonly PlacedEvidence[],
): TextSummary | undefined {
  const isUnread = summary && summary.parts.length + (summary.pieces?.length ?? 0) === 0;
  if (!isUnread || !evidence.some(({ line }) => line?.file === title)) return summary;
  const isNothing = ({ severity, code }: Diagnostic): boolean => severity === 'error' && code === 'unrecognised';
  return { ...summary, diagnostics: summary.diagnostics.filter((each) => !isNothing(each)) };
}
