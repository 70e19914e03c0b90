import { type InputHTMLAttributes, type ReactNode, useRef } from 'react';
import { Search, FolderOpen, FilePlus2 } from 'lucide-react';
import { classes } from './classes';
import styles from './inputs.module.css';
import { Button, type ButtonProps } from './controls';

interface FileButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly size?: 's';
  /** What the browser offers to choose from; undefined: every file. */
  readonly accept?: string;
  readonly multiple?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Asks for files of this machine. */
function FileButton({ label, icon, size, accept, multiple, onFiles }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...(size && { size })} icon={icon} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={multiple}
        hidden
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Emptied, so that the same file can be chosen again.
          event.target.value = '';
          onFiles(files);
        }}
      />
    </>
  );
}

/** Asks for a project file of this machine. */
export function ProjectFileButton({
  label,
  onRead,
}: {
  readonly label: string;
  readonly onRead: (file: File) => Promise<void>;
}) {
  const read = ([file]: readonly File[]): void => {
    if (file) void onRead(file);
  };
  return <FileButton label={label} icon={<FolderOpen aria-hidden />} accept=".json,application/json" onFiles={read} />;
}

interface FilterInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> {
  /** Name of the input, and what it says while it is empty. */
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** A box that narrows a list while one types; its look is its room's. */
export function FilterInput({ label, value, onValue, ...rest }: FilterInputProps) {
  return (
    <input
      {...rest}
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => onValue(event.target.value)}
    />
  );
}

interface Props extends FilterInputProps {
  /** How much was found; read out as it changes. */
  readonly found: ReactNode;
  /** Buttons behind it. */
  readonly children?: ReactNode;
}

/** A framed box to search a long list with, and how much it found. */
export function SearchBox({ className, found, children, ...input }: Props) {
  return (
    <div className={classes(styles.box, className)} role="search">
      <Search size={14} aria-hidden className={styles.icon} />
      <FilterInput {...input} className={styles.input} spellCheck={false} autoComplete="off" />
      <span role="status" className={styles.found}>
        {found}
      </span>
      {children}
    </div>
  );
}

interface PasteBoxProps {
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
export function PasteBox({ words, takeVariant, typed, onTyped, onText, onFiles }: PasteBoxProps) {
  const take = (): void => {
    onText(typed);
    onTyped('');
  };
  return (
    <>
      <textarea
        data-autofocus
        className={styles.pasteBox}
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
