import { useState, useId } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../common/controls';
import { type Draft, draftProblem, withService } from './rebuild.model';
import styles from './rebuild.module.css';
import { Pencil } from 'lucide-react';

interface ServiceNameProps {
  /** `namespace/name` as it is now. */
  readonly made: string;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
}

/** A name no rule has, and a way to say what the Service is really called. */
export function ServiceName({ made, draft, onDraft }: ServiceNameProps) {
  const t = useTranslations('rebuild');
  const id = useId();
  const [text, setText] = useState<string>();
  if (text === undefined) {
    return (
      <Button
        size="s"
        variant="quiet"
        icon={<Pencil aria-hidden />}
        aria-label={t('rename', { name: made })}
        onClick={() => setText(made)}
      />
    );
  }
  const problem = draftProblem('service', text);
  const commit = (): void => {
    if (problem) return;
    const original = Object.entries(draft.services).find(([, name]) => name === made)?.[0] ?? made;
    if (text.trim() !== made) onDraft(withService(draft, original, text === original ? '' : text));
    setText(undefined);
  };
  return (
    <>
      <input
        data-own-escape
        className={styles.input}
        aria-label={t('newName', { name: made })}
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? id : undefined}
        value={text}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
          if (event.key === 'Escape') setText(undefined);
        }}
      />
      {problem && (
        <span id={id} role="alert" className={styles.problem}>
          {t(`problem.${problem}`)}
        </span>
      )}
    </>
  );
}
