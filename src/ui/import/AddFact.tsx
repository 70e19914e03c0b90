import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../common/Button';
import { problemOf, type Correction } from './corrections.model';
import { focusOnce } from './focus-once';
import styles from './import.module.css';

/** Says something no guess was made about: another interface, another route. */
export function AddFact({ onAdd }: { readonly onAdd: (correction: Correction) => void }) {
  const t = useTranslations('import');
  const [draft, setDraft] = useState<Correction>();
  if (!draft) {
    return (
      <div className={styles.buttons}>
        <Button
          size="s"
          icon={<Plus aria-hidden />}
          onClick={() => setDraft({ kind: 'interface', name: '', text: '' })}
        >
          {t('newInterface')}
        </Button>
        <Button size="s" icon={<Plus aria-hidden />} onClick={() => setDraft({ kind: 'route', name: '', text: '' })}>
          {t('newRoute')}
        </Button>
      </div>
    );
  }
  const problem = draft.name.trim() === '' ? 'needsName' : problemOf(draft);
  const add = (): void => {
    if (problem) return;
    onAdd({ ...draft, name: draft.name.trim() });
    setDraft(undefined);
  };
  const nameLabel = draft.kind === 'route' ? t('destination') : t('interfaceName');
  return (
    <form
      className={styles.correctable}
      data-own-escape
      onKeyDown={(event) => {
        if (event.key === 'Escape') setDraft(undefined);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <input
        ref={focusOnce}
        className={styles.shortInput}
        aria-label={nameLabel}
        placeholder={draft.kind === 'route' ? '10.0.0.0/8' : 'eth1'}
        value={draft.name}
        onChange={(event) => setDraft({ ...draft, name: event.target.value })}
      />
      <input
        className={styles.input}
        aria-label={t('valueOf', { name: draft.name })}
        placeholder={draft.kind === 'route' ? 'via 10.0.0.1 dev eth0' : '10.0.0.5/24'}
        value={draft.text}
        onChange={(event) => setDraft({ ...draft, text: event.target.value })}
      />
      <Button size="s" variant="primary" type="submit" disabled={problem !== undefined}>
        {t('save')}
      </Button>
      <Button size="s" variant="quiet" onClick={() => setDraft(undefined)}>
        {t('cancel')}
      </Button>
      {problem && (
        <p role="alert" className={styles.problem}>
          {t(`problem.${problem}`)}
        </p>
      )}
    </form>
  );
}
