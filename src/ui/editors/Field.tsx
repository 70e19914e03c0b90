import { Minus, Plus } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import { ADVANCED } from '../shell/bench/advanced';
import { classes } from '../common/classes';
import { IconButton, Select } from '../common/controls';
import type { FieldCodec } from './fields.model';
import styles from './editors.module.css';

/** Fields that are seldom needed: behind a word, remembered as it was left. */
export function Advanced({ children }: { readonly children: ReactNode }) {
  const t = useTranslations('editors');
  const isOpen = useBench(({ view }) => view.collapsed[ADVANCED] === false);
  const { setCollapsed } = useActions();
  return (
    <details
      className={styles.more}
      data-advanced
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open !== isOpen) setCollapsed(ADVANCED, !currentTarget.open);
      }}
    >
      <summary>{t('advanced')}</summary>
      {children}
    </details>
  );
}

/** A label and its control on one line; `wide` puts the control below. */
export function FieldRow({
  label,
  wide = false,
  trailing = false,
  children,
}: {
  readonly label: string;
  readonly wide?: boolean;
  /** The control is small and stands at the end. */
  readonly trailing?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <label className={classes(styles.row, wide && styles.wide, trailing && styles.trailing)}>
      <span className={styles.rowLabel}>{label}</span>
      {children}
    </label>
  );
}

interface TextFieldProps<T> {
  /** Unique on the page: what is typed and not yet valid is kept under it, also over a reload. */
  readonly id: string;
  readonly label: string;
  readonly value: T;
  readonly codec: FieldCodec<T>;
  readonly onCommit: (value: T) => void;
  readonly placeholder?: string;
  readonly wide?: boolean;
  /** Only the box, its label read aloud: for tables. */
  readonly bare?: boolean;
}

/** A box for one value. Enter or leaving it commits; what cannot be meant stays in the box with the reason below. */
export function TextField<T>({
  id,
  label,
  value,
  codec,
  onCommit,
  placeholder,
  wide = false,
  bare = false,
}: TextFieldProps<T>) {
  const t = useTranslations('editors');
  const { setDraft } = useActions();
  const problemId = useId();
  const draft = useBench((state) => state.view.drafts[id]);
  const [busy, setBusy] = useState(false);
  const read = draft === undefined ? undefined : codec.read(draft);
  const problem = read && !read.ok && !busy ? read.error : undefined;
  const commit = (): void => {
    setBusy(false);
    if (!read?.ok) return;
    setDraft(id, undefined);
    if (codec.show(read.value) !== codec.show(value)) onCommit(read.value);
  };
  const box = (
    <span className={styles.box}>
      <input
        className={styles.input}
        aria-label={bare ? label : undefined}
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? problemId : undefined}
        value={draft ?? codec.show(value)}
        placeholder={placeholder}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => {
          setBusy(true);
          setDraft(id, event.target.value);
        }}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
          if (event.key === 'Escape' && draft !== undefined) setDraft(id, undefined);
        }}
      />
      {problem && (
        <span id={problemId} role="alert" className={styles.problem}>
          {t(`problem.${problem}`)}
        </span>
      )}
    </span>
  );
  return bare ? (
    box
  ) : (
    <FieldRow label={label} wide={wide}>
      {box}
    </FieldRow>
  );
}

interface ChoiceFieldProps<Id extends string> {
  readonly label: string;
  readonly value: Id;
  readonly options: readonly Id[];
  readonly onChange: (id: Id) => void;
  readonly name?: (id: Id) => string;
}

/** One of a few words; the words are the API's own. */
export function ChoiceField<Id extends string>({ label, value, options, onChange, name }: ChoiceFieldProps<Id>) {
  return (
    <FieldRow label={label}>
      <Select value={value} onChange={onChange} options={options.map((id) => ({ id, label: name?.(id) ?? id }))} />
    </FieldRow>
  );
}

/** On or off. */
export function SwitchField({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}) {
  return (
    <FieldRow label={label} trailing>
      <input
        type="checkbox"
        role="switch"
        aria-checked={value}
        checked={value}
        onChange={(event) => onChange(event.target.checked)}
      />
    </FieldRow>
  );
}

interface StepperFieldProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}

/** A small count: minus, the number, plus. */
export function StepperField({ label, value, min, max, onChange }: StepperFieldProps) {
  const t = useTranslations('editors');
  const id = useId();
  return (
    <div className={styles.row} role="group" aria-labelledby={id}>
      <span id={id} className={styles.rowLabel}>
        {label}
      </span>
      <span className={styles.stepper}>
        <IconButton
          size="s"
          label={t('less', { what: label })}
          icon={<Minus />}
          disabled={value <= min}
          onClick={() => onChange(value - 1)}
        />
        <output aria-live="polite">{value}</output>
        <IconButton
          size="s"
          label={t('more', { what: label })}
          icon={<Plus />}
          disabled={value >= max}
          onClick={() => onChange(value + 1)}
        />
      </span>
    </div>
  );
}
