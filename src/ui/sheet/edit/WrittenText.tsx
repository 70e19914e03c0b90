import { useLayoutEffect, useRef } from 'react';
import styles from './edit.module.css';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly onWrite: (text: string) => void;
}

/** A text that is written where it stands, as high as it is. */
export function WrittenText({ label, value, placeholder = label, onWrite }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const { current } = field;
    if (!current) return undefined;
    const fit = (): void => {
      current.style.height = 'auto';
      current.style.height = `${current.scrollHeight}px`;
    };
    fit();
    const sizes = new ResizeObserver(fit);
    sizes.observe(current.parentElement ?? current);
    return () => sizes.disconnect();
    // oxlint-disable-next-line react/exhaustive-deps -- another text is of another height
  }, [value]);
  return (
    <textarea
      ref={field}
      rows={1}
      className={styles.written}
      aria-label={label}
      placeholder={placeholder}
      value={value}
      onChange={({ target }) => onWrite(target.value)}
    />
  );
}
