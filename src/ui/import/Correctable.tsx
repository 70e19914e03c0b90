import { Pencil, RotateCcw } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../common/Button';
import { problemOf, type Correction } from './corrections.model';
import { focusOnce } from './focus-once';
import styles from './import.module.css';

export interface CorrectableProps {
  readonly correction: Correction;
  readonly onSave: (correction: Correction) => void;
  /** Absent: it is a guess, there is nothing to take back. */
  readonly onRevert?: () => void;
}

/** A value with a pencil: click, type, Enter. What cannot be meant stays in the box with the reason. */
export function Correctable({ correction, onSave, onRevert }: CorrectableProps) {
  const t = useTranslations('import');
  const [text, setText] = useState<string>();
  if (text !== undefined) {
    return (
      <Edit correction={{ ...correction, text }} onText={setText} onSave={onSave} onClose={() => setText(undefined)} />
    );
  }
  return (
    <div className={styles.correctable}>
      <code className={styles.value}>
        {correction.name} {correction.kind === 'sysctl' ? `= ${correction.text}` : correction.text}
      </code>
      <Button
        size="s"
        variant="quiet"
        icon={<Pencil aria-hidden />}
        aria-label={`${t('correct')} ${correction.name}`}
        onClick={() => setText(correction.text)}
      >
        {t('correct')}
      </Button>
      {onRevert && (
        <Button size="s" variant="quiet" icon={<RotateCcw aria-hidden />} onClick={onRevert}>
          {t('revert')}
        </Button>
      )}
    </div>
  );
}

interface EditProps {
  readonly correction: Correction;
  readonly onText: (text: string) => void;
  readonly onSave: (correction: Correction) => void;
  readonly onClose: () => void;
}

function Edit({ correction, onText, onSave, onClose }: EditProps) {
  const t = useTranslations('import');
  const problemId = useId();
  const problem = problemOf(correction);
  const save = (): void => {
    if (problem) return;
    onSave(correction);
    onClose();
  };
  return (
    <div className={styles.correctable}>
      <code className={styles.value}>{correction.name}</code>
      <input
        ref={focusOnce}
        data-own-escape
        className={styles.input}
        aria-label={t('valueOf', { name: correction.name })}
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? problemId : undefined}
        value={correction.text}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            save();
          }
          if (event.key === 'Escape') onClose();
        }}
      />
      <Button size="s" variant="primary" disabled={problem !== undefined} onClick={save}>
        {t('save')}
      </Button>
      <Button size="s" variant="quiet" onClick={onClose}>
        {t('cancel')}
      </Button>
      {problem && (
        <p id={problemId} role="alert" className={styles.problem}>
          {t(`problem.${problem}`)}
        </p>
      )}
    </div>
  );
}
