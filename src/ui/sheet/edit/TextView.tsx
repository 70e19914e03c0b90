import { useMemo, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { SheetDraft } from '../../../core/sheet/draft';
import { printDraft, readDraftText } from '../../../core/sheet/draft-text';
import { TextEditor } from '../../editors/YamlPanel';
import { listMarks } from '../../editors/yaml.model';
import { useSheetPhrase } from '../use-sheet-phrase';
import type { Edited } from './draft.model';
import type { ChangeDraft } from './use-draft';
import styles from './edit.module.css';

interface Props {
  readonly edited: Edited;
  readonly change: ChangeDraft;
  /** The Sheet as it is read, beside its text. */
  readonly children: ReactNode;
}

/** So many faults are listed below the text; all stand at their lines. */
const MOST_LISTED = 3;

/** The text as typed, and the draft it was read as; none while it cannot be read. */
interface Typed {
  readonly text: string;
  readonly draft: SheetDraft | undefined;
}

/** A Sheet as the text of its file, with all that is wrong at its line; what can be read is the Sheet at once. */
export function TextView({ edited: { draft }, change, children }: Props) {
  const t = useTranslations('author');
  const lines = useTranslations('sheet');
  const say = useSheetPhrase();
  const [typed, setTyped] = useState<Typed>();
  const isTyped = typed !== undefined && (typed.draft === undefined || typed.draft === draft);
  const printed = useMemo(() => printDraft(draft), [draft]);
  const text = isTyped ? typed.text : printed;
  const { faults } = useMemo(() => readDraftText(text), [text]);
  const marks = useMemo(() => listMarks(faults, say), [faults, say]);
  const [reveal, setReveal] = useState<{ readonly start: number; readonly end: number }>();
  const type = (next: string): void => {
    const read = readDraftText(next).draft;
    setTyped({ text: next, draft: read });
    // What is typed into one line is one change.
    if (read) change((before) => ({ ...before, draft: read }), `text ${next.split('\n').length}`);
  };
  return (
    <div className={styles.split} data-text="">
      <div className={styles.typed}>
        <TextEditor label={t('textLabel')} value={text} marks={marks} onChange={type} reveal={reveal} />
        <ul data-faults="">
          {faults.slice(0, MOST_LISTED).map(({ message, span, path }) => (
            <li key={`${path} ${span?.start} ${JSON.stringify(message)}`}>
              <button
                type="button"
                className={styles.fault}
                onClick={() => setReveal(span && { start: span.start, end: span.end })}
              >
                {lines('line', { line: span?.line ?? 1, message: say(message) })}
              </button>
            </li>
          ))}
        </ul>
        <p role="status" className={styles.mute}>
          {t('textFaults', { count: faults.length })}
        </p>
      </div>
      <div>{children}</div>
    </div>
  );
}
