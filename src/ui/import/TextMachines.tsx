import { useId } from 'react';
import { useTranslations } from 'use-intl';
import type { TextMachine } from '../../core/analysis/pasted-types';
import styles from './import.module.css';

interface Props {
  readonly machines: readonly TextMachine[];
  /** What a person says instead, by the name the text has. */
  readonly said: Readonly<Record<string, string>> | undefined;
  readonly onMachine: (told: string, name: string | undefined) => void;
  /** Shows a line of the text, 1-based. */
  readonly onShow: (line: number) => void;
}

const FROM = { prompt: 'fromPrompt', command: 'fromCommand', heading: 'fromHeading' } as const;

/** The machines whose output a text holds: each with the line that names it, and a field to call it otherwise. */
export function TextMachines({ machines, said, onMachine, onShow }: Props) {
  const t = useTranslations('import');
  const id = useId();
  return (
    <section className={styles.machines} aria-labelledby={id}>
      <h4 id={id}>{t('machinesOf', { count: machines.length })}</h4>
      <ul>
        {machines.map(({ told, sign, lines }) => (
          <li key={told}>
            <input
              className={styles.input}
              aria-label={t('machineNamed', { name: told })}
              value={said?.[told] ?? ''}
              placeholder={told}
              spellCheck={false}
              autoComplete="off"
              onChange={({ target }) => onMachine(told, target.value === '' ? undefined : target.value)}
            />
            <span>
              {t(FROM[sign.how], { sign: sign.text })}{' '}
              <button type="button" className={styles.place} onClick={() => onShow(sign.line)}>
                {t('onLine', { line: sign.line })}
              </button>{' '}
              · {t('lines', { lines })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
