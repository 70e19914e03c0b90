import { use, useEffect, useMemo, useState } from 'react';
import { findSheet } from '../../content/sheets';
import { isLessonSheet } from '../../content/sheets/titles';
import { flowsOfSubject, type Document } from '../../core/document/document';
import { isProxyModeId } from '../../core/kubernetes/mode-ids';
import { makePair, type Relation } from '../../core/questions/diff/dump-pair';
import type { DumpPair } from '../../core/questions/diff/compare-dumps';
import type { ModeRelease } from '../../core/questions/reach/statement';
import type { ReportQuestion } from '../../engine/questions/report';
import { useActions, useBench } from '../../store/hooks';
import { retriedLoad } from '../common/late';
import { useSharedDocument } from '../share/redact/redaction';
import { useOwnSheet } from './own-sheet';
import type { SheetSource } from './sheet.model';

const CHANGE = /^this-change-([a-z]+)-(\d+)-(\d+)-([a-z]+)-(\d+)-(\d+)(-ipv6)?$/;

const DUMPS = /^two-dumps-(pasted-before|pasted-after|nodes)$/;
const RELATIONS: Readonly<Record<string, Relation>> = {
  'pasted-before': 'pasted-before',
  'pasted-after': 'pasted-after',
  nodes: 'nodes',
};

/** Names of Sheets on the walk that is shown. */
const OF_WALK: ReadonlySet<string> = new Set(['this-packet', 'this-walk']);

/** Lessons stand on benches that no article needs. */
const readsLessons = retriedLoad(async () => await import('../../content/sheets/lessons'));

const side = (mode = '', major = '', minor = ''): ModeRelease | undefined =>
  isProxyModeId(mode) ? { mode, release: `${major}.${minor}` } : undefined;

/** What a name of an address asks to be made of a document; undefined: nothing. */
function readAsked(id: string, document: Document): ReportQuestion | undefined {
  if (id === 'this-machine' && document.subject === 'pasted') return { of: 'machine', document };
  const [, mode, major, minor, then, thenMajor, thenMinor, six] = CHANGE.exec(id) ?? [];
  const [before, after] = [side(mode, major, minor), side(then, thenMajor, thenMinor)];
  const isCluster = before && after && document.subject === 'cluster';
  return isCluster ? { of: 'change', document, family: six ? 'ipv6' : 'ipv4', before, after } : undefined;
}

/**
 * Where the Sheet of a name comes from; undefined: there is none. `working`: the bench is being made ready to be shared, and
 * nothing was shown before.
 */
export function useSource(id: string): SheetSource | 'working' | undefined {
  const source = useSourceNow(id);
  const [last, setLast] = useState({ id, source });
  if (source !== 'working' && (last.id !== id || last.source !== source)) setLast({ id, source });
  return source === 'working' && last.id === id ? last.source : source;
}

function useSourceNow(id: string): SheetSource | 'working' | undefined {
  const own = useOwnSheet(id);
  const lessons = isLessonSheet(id) ? use(readsLessons()) : undefined;
  const shelf = own === undefined ? (lessons?.findLessonSheet(id) ?? findSheet(id)) : undefined;
  const document = useSharedDocument();
  const result = useBench(({ run }) => run.result);
  const time = useBench(({ view }) => view.time);
  const flowId = result?.flowId ?? document?.flows[0]?.id;
  const path = result?.outcomes[result.shown]?.path;
  const relation = RELATIONS[DUMPS.exec(id)?.[1] ?? ''];
  const pair = useSharedPair(relation);
  // What is on the bench changes nothing of it.
  const kept = useMemo((): SheetSource | 'working' | undefined => {
    if (own !== undefined) return own === 'working' ? own : { kind: 'shelf', shelf: own.shelf, own };
    return shelf && { kind: 'shelf', shelf };
  }, [own, shelf]);
  return useMemo(() => {
    if (kept !== undefined) return kept;
    if (!document || pair === 'working') return 'working';
    if (relation) return pair && { kind: 'made', asked: { of: 'dumps', document, pair } };
    const walk = flowId === undefined ? undefined : { document, flowId, ...(path ? { path } : {}) };
    const asked: ReportQuestion | undefined = OF_WALK.has(id)
      ? walk && (id === 'this-walk' ? { of: 'walk', ...walk, ...(time ? { time } : {}) } : { of: 'packet', ...walk })
      : readAsked(id, document);
    return asked && { kind: 'made', asked };
  }, [id, kept, document, relation, pair, flowId, path, time]);
}

/** The pasted node and the other dump as they may leave the page: hidden names are the same in both. */
function useSharedPair(relation: Relation | undefined): DumpPair | 'working' | undefined {
  const present = useBench(({ document }) => document.present);
  const second = useBench(({ inbox }) => inbox.second);
  const hides = useBench(({ redaction }) => redaction.on);
  const { redactedScene } = useActions();
  const whole = useMemo(
    () => (relation && second && present.subject === 'pasted' ? withSecond(present, second) : undefined),
    [relation, present, second],
  );
  const [hidden, setHidden] = useState<{ readonly of: Document; readonly document: Document }>();
  useEffect(() => {
    let wanted = true;
    if (whole && hides)
      void redactedScene(whole).then(
        (document) => wanted && setHidden({ of: whole, document }),
        // Nothing of it leaves, then.
        () => undefined,
      );
    return () => void (wanted = false);
  }, [whole, hides, redactedScene]);
  const shared = hides ? (hidden?.of === whole ? hidden?.document : undefined) : whole;
  return useMemo(() => {
    if (!relation || !whole) return undefined;
    return shared ? splitSecond(shared, relation) : 'working';
  }, [relation, whole, shared]);
}

const SECOND = 'the other dump';

/** One document with both dumps: a name that is hidden is the same in both. */
const withSecond = (document: Document, second: { readonly title: string; readonly text: string }): Document => ({
  ...document,
  pasted: { ...document.pasted, texts: [...document.pasted.texts, { id: SECOND, ...second }] },
});

function splitSecond(document: Document, relation: Relation): DumpPair | undefined {
  const { texts } = document.pasted;
  // By its place: of a hidden text the id is another one, too.
  const second = texts.at(-1);
  const pasted = { ...document.pasted, texts: texts.slice(0, -1) };
  return second && makePair(pasted, second, relation, flowsOfSubject({ ...document, pasted }));
}
