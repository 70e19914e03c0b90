import { RotateCcw } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Rebuilt } from '../../core/analysis/reconstruct/rebuild';
import { Button } from '../common/Button';
import { SectionHeading } from '../common/SectionHeading';
import { isTold, NODE_FIELDS, nodeValue, problemOf, withField, type Draft, type NodeField } from './rebuild.model';
import styles from './rebuild.module.css';

interface Props {
  readonly made: Rebuilt;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
}

/** Name, addresses and Pod CIDR of the node, each with whether the paste tells it. */
export function NodeFields({ made, draft, onDraft }: Props) {
  const t = useTranslations('rebuild');
  return (
    <section>
      <SectionHeading>{t('node')}</SectionHeading>
      {NODE_FIELDS.map((field) => (
        <Field
          key={`${field} ${nodeValue(made, field)}`}
          field={field}
          value={nodeValue(made, field)}
          state={draft[field] !== undefined ? 'corrected' : isTold(made, field) ? 'told' : 'notTold'}
          onValue={(text) => onDraft(withField(draft, field, text))}
        />
      ))}
    </section>
  );
}

interface FieldProps {
  readonly field: NodeField;
  readonly value: string;
  readonly state: 'corrected' | 'told' | 'notTold';
  readonly onValue: (text: string) => void;
}

/** A field that is taken over when it is left or Enter is pressed; emptied, what was inferred counts again. */
function Field({ field, value, state, onValue }: FieldProps) {
  const t = useTranslations('rebuild');
  const id = useId();
  const [text, setText] = useState(value);
  const problem = problemOf(field, text);
  const commit = (): void => {
    if (!problem && text.trim() !== value) onValue(text);
  };
  const label = state === 'notTold' && value !== '' ? t('madeUp') : t(state);
  return (
    <div className={styles.nodeField}>
      <label htmlFor={id}>{t(`nodeField.${field}`)}</label>
      <input
        id={id}
        className={styles.input}
        value={text}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-about`}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
        }}
      />
      {state === 'corrected' && (
        <Button size="s" variant="quiet" icon={<RotateCcw aria-hidden />} onClick={() => onValue('')}>
          {t('revert')}
        </Button>
      )}
      <p id={`${id}-about`} className={problem ? styles.problem : styles.note}>
        {problem ? t(`problem.${problem}`) : `${label}. ${state === 'notTold' ? t(`nodeHint.${field}`) : ''}`}
      </p>
    </div>
  );
}
