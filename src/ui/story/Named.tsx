import { Fragment } from 'react';
import { Explained } from '../common/Explained';
import { splitName } from '../common/texts.model';
import { useNames } from './story-parts';
import styles from './named.module.css';

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Any of the names as a whole word, with its namespace where that is said, the longest first; a label's value is none. */
function findPattern(names: readonly string[]): RegExp | undefined {
  if (names.length === 0) return undefined;
  const words = names.toSorted((a, b) => b.length - a.length).map(escaped);
  return new RegExp(String.raw`(?<![\w.=/-])((?:[a-z0-9-]+/)?(?:${words.join('|')}))(?![\w-]|\.\w)`, 'u');
}

/** A sentence in which Pods and the Service stand in their colours, and words of the glossary explain themselves. */
export function Named({ children }: { readonly children: string }) {
  const { service, pods } = useNames();
  const pattern = findPattern([...pods, ...(service === undefined ? [] : [service])]);
  const parts = pattern ? children.split(pattern) : [children];
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      // Parts of one sentence never change places.
      // oxlint-disable-next-line react/no-array-index-key
      <Words key={index}>{part}</Words>
    ) : (
      // Parts of one sentence never change places.
      // oxlint-disable-next-line react/no-array-index-key
      <em key={index} className={pods.has(splitName(part).name) ? styles.pod : styles.service}>
        <Name>{part}</Name>
      </em>
    ),
  );
}

/** A name ends no line inside, but behind its namespace. */
function Name({ children }: { readonly children: string }) {
  const parts = children.split(/(?<=\/)/u);
  return parts.map((part, index) => (
    <Fragment key={part}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

/** Behind a dot of a DNS name a line may end, rather than inside one of its labels. */
const LABELS = /(?<=[a-z]\.)(?=[a-z])/u;

/** A word with a hyphen, `load-balancer`, with what hangs on it: it ends no line inside. */
const HYPHENED = /(?<!\S)((?=\S{3,48}(?!\S))[\w.]+(?:-[\w.]+)+\S*)/u;
/** Letters that fit every line; a longer one has to end lines where it is wider than they are. */
const SHORT = 20;

/** `ingress-nginx/` before a name: it ends no line inside, but behind it. */
const NAMESPACE = /(?<![\w.=/-])([a-z0-9-]{3,24}\/(?=[a-z0-9-]+-[a-z0-9]+(?![\w./])))/u;

function Words({ children }: { readonly children: string }) {
  return children.split(LABELS).map((each, index) => (
    // Parts of one sentence never change places.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {each.split(NAMESPACE).map((side, before) =>
        before % 2 === 1 ? (
          // oxlint-disable-next-line react/no-array-index-key
          <Fragment key={before}>
            <span className={styles.whole}>{side}</span>
            <wbr />
          </Fragment>
        ) : (
          // oxlint-disable-next-line react/no-array-index-key
          <Hyphened key={before}>{side}</Hyphened>
        ),
      )}
    </Fragment>
  ));
}

function Hyphened({ children }: { readonly children: string }) {
  return children.split(HYPHENED).map((part, at) => (
    // oxlint-disable-next-line react/no-array-index-key
    <span key={at} className={at % 2 === 0 ? undefined : part.length > SHORT ? styles.unit : styles.whole}>
      <Explained>{part}</Explained>
    </span>
  ));
}
