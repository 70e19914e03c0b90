import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Diagnostic } from '../../core/formats/format';
import { useBench } from '../../store/hooks';
import { Button } from '../common/Button';
import { classes } from '../common/classes';
import { usePhrase } from '../i18n/use-phrase';
import { TextEditor } from './TextEditor';
import { useYamlDraft, type YamlDraft } from './use-yaml-draft';
import { marksOf, pathOfSelection } from './yaml.model';
import styles from './editors.module.css';

interface Range {
  readonly start: number;
  readonly end: number;
}

/** The cluster as YAML, in step with the forms; what is selected elsewhere is scrolled to. */
export function YamlPanel() {
  const t = useTranslations('editors.yaml');
  const say = usePhrase();
  const draft = useYamlDraft();
  const { read, text } = draft;
  const marks = useMemo(() => marksOf(read.diagnostics, say), [read, say]);
  const [jump, setJump] = useState<Range | undefined>(undefined);
  const selected = useSelectedRange(read.spanOf);
  return (
    <div className={classes(styles.panel, styles.fill)} style={{ paddingBottom: 0 }}>
      <Status draft={draft} />
      <div className={styles.editor}>
        <TextEditor label={t('label')} value={text} marks={marks} onChange={draft.type} reveal={jump ?? selected} />
      </div>
      {read.diagnostics.length > 0 && <Problems diagnostics={read.diagnostics} onPick={setJump} />}
    </div>
  );
}

/** Where the selected object stands; the same object as long as the selection is the same, so that typing does not scroll. */
function useSelectedRange(spanOf: (path: string) => Range | undefined): Range | undefined {
  const path = pathOfSelection(useBench((state) => state.view.selection));
  const [shown, setShown] = useState<{ path: string | undefined; range: Range | undefined }>({
    path: undefined,
    range: undefined,
  });
  if (shown.path !== path) setShown({ path, range: path === undefined ? undefined : spanOf(path) });
  return shown.range;
}

function Status({ draft }: { readonly draft: YamlDraft }) {
  const t = useTranslations('editors.yaml');
  const errors = draft.read.diagnostics.filter(({ severity }) => severity === 'error').length;
  const words =
    draft.state === 'inStep'
      ? t('inStep')
      : draft.state === 'behind'
        ? t('behind')
        : t('broken', { count: Math.max(errors, 1) });
  return (
    <div className={styles.bar}>
      <span role="status" className={draft.state === 'broken' ? styles.error : undefined}>
        {words}
      </span>
      {draft.state !== 'inStep' && (
        <Button size="s" onClick={draft.discard}>
          {t('discard')}
        </Button>
      )}
    </div>
  );
}

function Problems({
  diagnostics,
  onPick,
}: {
  readonly diagnostics: readonly Diagnostic[];
  readonly onPick: (range: Range) => void;
}) {
  const t = useTranslations('editors.yaml');
  const say = usePhrase();
  return (
    <ul className={styles.marks} aria-label={t('problems')}>
      {diagnostics.slice(0, 100).map((diagnostic) => (
        <li key={`${diagnostic.span?.start ?? diagnostic.path ?? ''} ${diagnostic.message.id}`}>
          <button
            type="button"
            className={styles.mark}
            onClick={() => diagnostic.span && onPick({ ...diagnostic.span })}
          >
            {diagnostic.span && (
              <span
                className={styles.place}
                aria-label={t('place', { line: String(diagnostic.span.line), column: String(diagnostic.span.column) })}
              >
                {diagnostic.span.line}:{diagnostic.span.column}
              </span>
            )}
            <span className={diagnostic.severity === 'info' ? undefined : styles[diagnostic.severity]}>
              {say(diagnostic.message)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
