import type { PaneSpec } from '../../core/questions/compare/compare';
import { counterpart, enteredBy, paneDocument, withNode } from '../../core/questions/compare/compare-panes';
import { probeFlow } from '../../core/questions/compare/compare-probes';
import type { Derive, Derived } from '../../core/document/kernel-parts';
import { type Document, type Flow, findNodeChoice } from '../../core/document/document';
import { resolveFlow } from '../../core/document/resolve-flow';
import { phrase, type Phrase } from '../../core/lib/phrase';
import { err, ok, type Result } from '../../core/lib/result';
import { formatIp } from '../../core/net/ip';
import type { ComparedDocuments } from './compare';
import type { Opened } from '../explored';

/** More panes than a screen has room for are not computed. */
export const MOST_PANES = 4;

/** What is remembered of a pane from one question to the next. */
export interface KeptPane {
  readonly derive: Derive;
  document?: { readonly base: Document; readonly bench: Document; readonly made: Document };
  opened?: Opened;
  /** The network with another way in for one flow. */
  entered?: { readonly derived: Derived; readonly by: string; readonly opened: Opened };
}

/** A pane with its document compiled. */
export interface OpenPane {
  readonly spec: PaneSpec;
  readonly opened: Opened;
  readonly kept: KeptPane;
  /** Its document is not there any more. */
  readonly gone: boolean;
}

/** The same for panes that compile the same. */
export function paneKey({ flow: _flow, node: _node, ...spec }: PaneSpec): string {
  return JSON.stringify(spec);
}

/** Compiles a pane's document, unless it is compiled already. */
export function openPane(documents: ComparedDocuments, spec: PaneSpec, kept: KeptPane): OpenPane {
  const bench = documents['']!;
  const own = documents[spec.document ?? ''];
  const base = own ?? bench;
  if (kept.document?.base !== base || kept.document.bench !== bench) {
    kept.document = { base, bench, made: withSenders(paneDocument(base, spec), bench, base) };
  }
  const document = kept.document.made;
  const derived = kept.derive(document);
  const before = kept.opened;
  const same = before?.derived === derived && before.document.flows === document.flows;
  const explored = same && before.document.seed === document.seed ? before.explored : new Map();
  kept.opened = { document, derived, explored };
  return { spec, opened: kept.opened, kept, gone: own === undefined };
}

/** Another document, whose client outside has the addresses flows of the bench come from, too. */
function withSenders(document: Document, bench: Document, base: Document): Document {
  if (base === bench || document.subject !== 'cluster') return document;
  const senders = bench.flows.filter(({ from }) => from.kind === 'external' && from.address);
  return senders.length === 0 ? document : { ...document, flows: [...document.flows, ...senders] };
}

/** A flow of the bench as a pane sends it: in its document, by its node; or why it cannot. */
export function sentBy(
  bench: Document,
  { spec, opened, kept, gone }: OpenPane,
  flow: Flow,
): Result<{ readonly opened: Opened; readonly flow: Flow }, Phrase> {
  if (gone) return err(phrase('document.compare.gone'));
  const { document } = opened;
  const own = spec.document === undefined ? flow : ownFlow(bench, opened, spec, flow);
  if (!own) return err(phrase('document.compare.no-flow'));
  if (spec.node === undefined) return ok({ opened, flow: own });
  const placed = withNode(document, own, spec.node);
  if (!placed.ok) return placed;
  const { to } = placed.value;
  const delivered = findNodeChoice(own) === 'entry' && to.kind === 'service' && to.via !== 'nodePort';
  return ok({ opened: delivered ? entered(kept, opened, placed.value, spec.node) : opened, flow: placed.value });
}

function ownFlow(bench: Document, { document, derived }: Opened, spec: PaneSpec, flow: Flow): Flow | undefined {
  const { flow: chosen } = spec;
  if (chosen === undefined) return counterpart(bench, flow, document, derived.suggested);
  return document.flows.find(({ id }) => id === chosen) ?? probeFlow(document, chosen);
}

/** The pane's network with the flow's address handed to that node. */
function entered(kept: KeptPane, opened: Opened, flow: Flow, node: string): Opened {
  const { document, derived } = opened;
  const resolved = resolveFlow(document, derived.network, flow);
  if (!resolved.ok) return opened;
  const by = `${formatIp(resolved.value.dst)} ${node}`;
  if (kept.entered?.derived !== derived || kept.entered.by !== by) {
    const network = enteredBy(derived.network, resolved.value.dst, node);
    kept.entered = { derived, by, opened: { document, derived: { ...derived, network }, explored: new Map() } };
  }
  return kept.entered.opened;
}

/** What kind of machine has an address, for panes whose machines have other names. */
export function whoIs(pane: OpenPane | undefined, address: string): string {
  const all = [...(pane?.opened.derived.network.netns.values() ?? [])];
  const owner = all.find(({ devices }) =>
    devices.some(({ addresses }) => addresses.some((own) => formatIp(own.address) === address)),
  );
  return owner?.kind ?? address;
}
