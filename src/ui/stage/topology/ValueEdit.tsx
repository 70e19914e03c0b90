import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useActions } from '../../../store/hooks';
import { RestOfWords } from '../../common/i18n/I18nProvider';
import styles from './hands.module.css';
import { makeEdit, type ValueAt } from './value-at.model';

interface Props {
  readonly at: { readonly x: number; readonly y: number };
  readonly value: ValueAt;
  readonly onClose: () => void;
}

/** A box to change a value in, where the value stands. */
export function ValueEdit(props: Props) {
  return (
    <RestOfWords>
      <ValueBox {...props} />
    </RestOfWords>
  );
}

function ValueBox({ at, value, onClose }: Props) {
  const t = useTranslations('hands.value');
  const { edit } = useActions();
  const [text, setText] = useState(value.text);
  const change = makeEdit(value, text);
  const keep = (): void => {
    if (!change) return;
    if (text !== value.text) edit(change);
    onClose();
  };
  return (
    <form
      className={styles.value}
      style={{ left: Math.min(at.x, window.innerWidth - 236), top: at.y }}
      onSubmit={(event) => {
        event.preventDefault();
        keep();
      }}
    >
      <label htmlFor="stage-value">{t(value.name)}</label>
      <input
        id="stage-value"
        ref={(input) => input?.select()}
        value={text}
        aria-invalid={!change}
        aria-describedby="stage-value-help"
        onChange={(event) => setText(event.target.value)}
        onBlur={() => (change ? keep() : onClose())}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onClose();
        }}
      />
      <span id="stage-value-help" className={change ? styles.help : styles.bad}>
        {t(change ? 'help' : 'bad')}
      </span>
    </form>
  );
}
