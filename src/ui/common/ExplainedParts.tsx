import { useMeanings, useSpellings } from './use-glossary';
import type { ExplainedProps } from './Explained';
import { Term } from './labels';
import { Tooltip } from './floating';
import { splitDrawn, splitTerms } from './terms.model';
import styles from './term.module.css';

/** {@link Explained} once the glossary is loaded. */
export function ExplainedParts({ children, pressed = false, drawn = false }: ExplainedProps) {
  const meanings = useMeanings();
  const spellings = useSpellings();
  if (drawn) return <Drawn>{children}</Drawn>;
  return splitTerms(children, spellings).map(({ at, text, term }) => {
    if (term === undefined) return text;
    if (!pressed)
      return (
        <Term key={at} id={term}>
          {text}
        </Term>
      );
    return (
      <span key={at} className={styles.hovered} title={meanings[term]}>
        {text}
      </span>
    );
  });
}

/** Names in a drawing: one that is of a kind the glossary has explains itself as a word of a sentence does. */
function Drawn({ children }: { readonly children: string }) {
  const meanings = useMeanings();
  return splitDrawn(children).map(({ at, text, term }) =>
    term === undefined ? (
      text
    ) : (
      <Tooltip key={at} text={meanings[term]} side="top">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the explanation must open without a mouse */}
        <tspan tabIndex={0} className={styles.drawn} data-term={term}>
          {text}
        </tspan>
      </Tooltip>
    ),
  );
}
