import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useActions, useBench, useBenchStore } from '../../store/hooks';
import { applyYaml, readYaml, yamlOf, type ReadYaml } from './yaml.model';

/** A typed text is read when the hand rests this long, in milliseconds. */
const REST = 350;
const DRAFT = 'yaml';

export interface YamlDraft {
  readonly text: string;
  readonly read: ReadYaml;
  /** `inStep`: what is shown is the cluster. `broken`: typed and not valid. `behind`: the cluster went elsewhere meanwhile. */
  readonly state: 'inStep' | 'broken' | 'behind';
  readonly type: (text: string) => void;
  /** Forgets what was typed and shows the cluster. */
  readonly discard: () => void;
}

/**
 * Keeps the typed text and the cluster in step. A valid text becomes the cluster (one undo step a
 * burst); a change from elsewhere replaces a valid text, and never one that still has errors.
 */
export function useYamlDraft(): YamlDraft {
  const store = useBenchStore();
  const { edit, setDraft } = useActions();
  const document = useBench((state) => state.document.present);
  const draft = useBench((state) => state.view.drafts[DRAFT]);
  const printed = useMemo(() => yamlOf(document), [document]);
  /** The cluster the draft last was: while it is the present one, the draft is in step. */
  const [applied, setApplied] = useState<unknown>(undefined);
  const text = draft ?? printed;
  const read = useMemo(() => readYaml(text), [text]);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const inStep = draft === undefined || applied === document.cluster;

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (draft !== undefined && applied !== undefined && applied !== document.cluster && read.manifest)
      setDraft(DRAFT, undefined);
  }, [applied, document.cluster, draft, read.manifest, setDraft]);

  const type = useCallback(
    (typed: string): void => {
      setDraft(DRAFT, typed);
      setApplied(undefined);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        const { manifest } = readYaml(typed);
        if (!manifest) return;
        edit((doc) => applyYaml(doc, manifest), { coalesce: DRAFT });
        setApplied(store.getState().document.present.cluster);
      }, REST);
    },
    [edit, setDraft, store],
  );
  const discard = useCallback((): void => {
    clearTimeout(timer.current);
    setDraft(DRAFT, undefined);
  }, [setDraft]);
  const state = inStep ? 'inStep' : read.manifest ? 'behind' : 'broken';
  return { text, read, state, type, discard };
}
