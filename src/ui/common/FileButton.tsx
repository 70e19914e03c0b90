import { FolderOpen } from 'lucide-react';
import { useRef } from 'react';
import { Button } from './Button';

interface Props {
  readonly label: string;
  readonly onRead: (file: File) => Promise<void>;
}

/** Asks for a project file of this machine. */
export function FileButton({ label, onRead }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon={<FolderOpen aria-hidden />} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) void onRead(file);
        }}
      />
    </>
  );
}
