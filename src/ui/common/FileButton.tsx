import { FolderOpen } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { Button } from './Button';

interface Props {
  readonly label: string;
  readonly icon: ReactNode;
  readonly size?: 's';
  /** What the browser offers to choose from; undefined: every file. */
  readonly accept?: string;
  readonly multiple?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Asks for files of this machine. */
export function FileButton({ label, icon, size, accept, multiple, onFiles }: Props) {
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
