interface Props {
  /** `Why this Pod? (#s=why-this-pod)`. */
  readonly text: string;
  readonly onOpened: () => void;
}

/** A notice whose addresses of scenes are links that open them. */
export function LinkedScenes({ text, onOpened }: Props) {
  return text.split(/(#s=[a-z0-9-]{1,60})/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <a key={part} href={part} onClick={onOpened}>
        {part}
      </a>
    ),
  );
}
