import { FilePlus2 } from 'lucide-react';
import { Button, type ButtonProps } from './Button';
import { FileButton } from './FileButton';
import styles from './paste-box.module.css';

interface Props {
  readonly words: {
    /** The box's name, and what it says while it is empty. */
    readonly box: string;
    readonly hint: string;
    readonly files: string;
    /** Takes what was typed. */
    readonly take: string;
  };
  readonly takeVariant?: ButtonProps['variant'];
  /** What is typed and not taken yet. */
  readonly typed: string;
  readonly onTyped: (text: string) => void;
  readonly onText: (text: string) => void;
  readonly onFiles: (files: readonly File[]) => void;
}

/** A box to paste or type into, and a button for files. A paste of lines goes straight on: the box never holds megabytes. */
export function PasteBox({ words, takeVariant, typed, onTyped, onText, onFiles }: Props) {
  const take = (): void => {
    onText(typed);
    onTyped('');
  };
  return (
    <>
      <textarea
        data-autofocus
        className={styles.box}
        aria-label={words.box}
        placeholder={words.hint}
        spellCheck={false}
        value={typed}
        onChange={(event) => onTyped(event.target.value)}
        onPaste={(event) => {
          const files = [...event.clipboardData.files];
          const text = event.clipboardData.getData('text/plain');
          if (files.length === 0 && !text.includes('\n')) return;
          event.preventDefault();
          if (files.length > 0) onFiles(files);
          else onText(text);
        }}
      />
      <div className={styles.buttons}>
        <FileButton label={words.files} icon={<FilePlus2 aria-hidden />} size="s" multiple onFiles={onFiles} />
        {typed.trim() !== '' && (
          <Button size="s" {...(takeVariant && { variant: takeVariant })} onClick={take}>
            {words.take}
          </Button>
        )}
      </div>
    </>
  );
}
