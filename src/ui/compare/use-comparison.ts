import { useCallback, useEffect, useMemo, useState } from 'react';
import { isProbe, probeFlow } from '../../core/questions/compare/compare-probes';
import type { Flow, Document } from '../../core/document/document';
import { useActions, useBench } from '../../store/hooks';
import type { Phrase } from '../../core/lib/phrase';
import { engineFailure } from '../../engine/failure';
import { background } from '../../engine/page-engines';
import type { ComparedDocuments, ComparisonWithStories } from '../../engine/questions/compare';
import type { ModeOffer, PaneSpec } from '../../engine/protocol';
import { inKeyOrder } from '../shell/bench/mode.model';
import { defaultPanes, pastedPanes, type CompareRow, isPictured } from './compare.model';
import { exampleById } from '../../content/examples';
import type { Locale } from '../../content/phrases';
import { BEFORE_KEY, CLUSTER_KEY, EXAMPLE_KEY, PASTED_KEY, type PaneWords } from './pane.model';
import { sourceTitle, targetTitle } from '../editors/flow.model';
import { useFlowWords } from '../editors/use-flow-words';
import { useTranslations } from 'use-intl';
import { plainName } from '../../core/story/service-at';
import { useBenchTitle } from '../shell/use-bench-title';

/** Where a row is and what happens there, in words. */
export function useRowWords(): (row: CompareRow) => { readonly place: string; readonly event: string } {
  const t = useTranslations('compare');
  return useMemo(
    () =>
      ({ role, places, event }) => ({
        place: t(`place.${role}`, { places: places.map(plainName).join(' / ') }),
        event: 'hook' in event ? event.hook : t(`event.${event.id}`),
      }),
    [t],
  );
}

/** Gives each flow its title: its own, or its two ends with an arrow between. */
export function useFlowTitle(): (flow: Flow) => string {
  const words = useFlowWords();
  return useCallback((flow) => flow.title ?? `${sourceTitle(flow.from, words)} → ${targetTitle(flow)}`, [words]);
}

const examples = new Map<string, Document>();

/** An example is made once a language: the same document stays compiled. */
function findExample(id: string, locale: Locale): Document | undefined {
  const key = `${locale} ${id}`;
  const known = examples.get(key) ?? exampleById(id)?.document(locale);
  if (known) examples.set(key, known);
  return known;
}

/** The documents panes are of, by their keys; the bench's own has the empty key. */
function useDocuments(panes: readonly PaneSpec[]): ComparedDocuments {
  const present = useBench(({ document }) => document.present);
  const kept = useBench(({ view }) => view.compare.documents);
  const locale = useBench(({ view }) => view.locale);
  const keys = [...new Set(panes.flatMap(({ document }) => document ?? []))].toSorted().join('\n');
  return useMemo(() => {
    const found = keys.split('\n').flatMap((key) => {
      const document = key.startsWith(EXAMPLE_KEY)
        ? findExample(key.slice(EXAMPLE_KEY.length), locale)
        : key === PASTED_KEY
          ? ({ ...present, subject: 'pasted' } as const)
          : key === CLUSTER_KEY
            ? ({ ...present, subject: 'cluster' } as const)
            : kept[key];
      return document ? [[key, document] as const] : [];
    });
    return { '': present, ...Object.fromEntries(found) };
  }, [present, kept, locale, keys]);
}

/** Documents that are called by what they are to the bench. */
const KEPT = [BEFORE_KEY, CLUSTER_KEY, PASTED_KEY] as const;

/** What each document that a pane is of, or may be, is called: the bench's own as everywhere on the page, a pasted node by its text. */
function useTitles(documents: ComparedDocuments): PaneWords['titles'] {
  const t = useTranslations('compare.pane');
  const own = useBenchTitle();
  const kept = useBench(({ view }) => view.compare.documents);
  return useMemo(() => {
    const titleIn = (key: string, { subject, title, pasted }: Document): string => {
      const known = KEPT.find((each) => each === key);
      if (known) return t(known);
      return (subject === 'pasted' ? pasted.texts[0]?.title : undefined) ?? title;
    };
    const others = Object.entries({ ...kept, ...documents }).map(
      ([key, document]) => [key, titleIn(key, document)] as const,
    );
    return { ...Object.fromEntries(others), '': own };
  }, [documents, kept, own, t]);
}

/** Are pictures shown above the table? */
export function usePictured(): boolean {
  return useBench(({ view }) => isPictured(view));
}

const NONE: readonly ModeOffer[] = [];

/** The panes, what they show, and how to change them. */
export interface Compared extends PaneWords {
  readonly panes: readonly PaneSpec[];
  /** What is compared: a flow of the document, or a generated one. */
  readonly flow: Flow | undefined;
  readonly setPanes: (panes: readonly PaneSpec[]) => void;
  /** Shows that outcome of the first pane, in every pane that can end so. */
  readonly choose: (outcome: number) => void;
  /** The last good answer; undefined: none yet. */
  readonly comparison: ComparisonWithStories | undefined;
  readonly working: boolean;
  /** Why the engine could not answer; undefined: it did, or still works. */
  readonly failure: Phrase | undefined;
}

/** Asks again whenever documents, flow, panes or outcome change. */
export function useComparison(): Compared {
  const { offers, panes } = usePanes();
  const documents = useDocuments(panes);
  const flow = useFlow();
  const flowId = flow?.id;
  const outcome = useBench(({ view }) => view.compare.outcome);
  const told = usePictured();
  const { setCompare } = useActions();
  const [answer, setAnswer] = useState<{ readonly to: unknown; readonly comparison: ComparisonWithStories }>();
  const [failed, setFailed] = useState<{ readonly to: unknown; readonly why: Phrase }>();
  const question = useMemo(
    () => ({ documents, about: { panes, flowId: flowId ?? '', told, ...(outcome === undefined ? {} : { outcome }) } }),
    [documents, panes, flowId, outcome, told],
  );
  useEffect(() => {
    const { documents: of, about } = question;
    if (about.flowId === '' || about.panes.length === 0) return undefined;
    const abort = new AbortController();
    background
      .ask('compare', { documents: of, question: about }, { signal: abort.signal })
      .then((comparison) => setAnswer({ to: question, comparison }))
      .catch((error: unknown) => {
        const why = abort.signal.aborted ? undefined : engineFailure(error);
        if (why) setFailed({ to: question, why });
      });
    return () => abort.abort();
  }, [question]);
  useEffect(() => () => void background.ask('compare-end', {}), []);
  const setPanes = useCallback(
    (next: readonly PaneSpec[]) => setCompare({ panes: next, outcome: undefined }),
    [setCompare],
  );
  const choose = useCallback((index: number) => setCompare({ outcome: index }), [setCompare]);
  return {
    offers,
    panes,
    documents,
    titles: useTitles(documents),
    flow,
    setPanes,
    choose,
    comparison: answer?.comparison,
    working: answer?.to !== question && failed?.to !== question,
    failure: failed?.to === question ? failed.why : undefined,
  };
}

function usePanes(): Pick<Compared, 'offers' | 'panes'> {
  const modes = useBench(({ run }) => run.bench?.modes ?? NONE);
  const present = useBench(({ document }) => document.present);
  const own = useBench(({ view }) => view.compare.panes);
  const offers = useMemo(() => inKeyOrder(modes), [modes]);
  const { subject, release, mode, cluster } = present;
  const defaults = useMemo(
    () => (subject === 'pasted' ? pastedPanes({ mode, release, cluster }) : defaultPanes(offers, { mode, release })),
    [subject, offers, mode, release, cluster],
  );
  // Panes of modes that were set up for the cluster say nothing of a pasted node.
  const fits = own && (subject === 'cluster' || own.filter(({ document }) => document === undefined).length < 2);
  return { offers, panes: fits ? own : defaults };
}

/** The generated flow that was asked for, as long as the document gives it; else the bench's shown one. */
function useFlow(): Flow | undefined {
  const present = useBench(({ document }) => document.present);
  const probe = useBench(({ view }) => view.compare.probe);
  const flowId = useBench(({ run }) => run.flowId);
  return useMemo(() => {
    const generated = probe !== undefined && isProbe(probe) ? probeFlow(present, probe) : undefined;
    return generated ?? present.flows.find(({ id }) => id === flowId);
  }, [present, probe, flowId]);
}
