import type { ReactNode } from 'react';
import { classes } from '../common/classes';
import type { RowPart, ListedRule } from '../../engine/protocol';
import { listRuleTextPieces, tokensOfPart, type Token } from './rule-text.model';
import styles from './rule-line.module.css';
import { useAddressKind } from '../common/addresses';
import addressTextStyles from './address-text.module.css';

/** An address inside running text, in its network's colour; with mask or port as it is written. */
export function AddressText({ text }: { readonly text: string }) {
  const kindOf = useAddressKind();
  return <span className={addressTextStyles[kindOf(text)]}>{text}</span>;
}

interface RuleLineProps {
  readonly rule: Pick<ListedRule, 'parts'>;
  /** Which parts are lit: all of a rule that matched, or those that `lightOf` says. */
  readonly lit?: boolean | ((part: RowPart) => 'lit' | 'failed' | undefined);
  /** Leave out `-A CHAIN`: the heading says it. */
  readonly inChain?: boolean;
  /** Comments test nothing: where room is short three dots stand for them until the rule is opened. */
  readonly comment?: 'full' | 'short';
  /** Words to mark wherever they are. */
  readonly query?: string;
}

/** A rule exactly as iptables-save prints it, with addresses in their network's colour. */
export function RuleLine({ rule, lit = false, inChain = false, comment = 'full', query = '' }: RuleLineProps) {
  const parts = inChain ? rule.parts.filter((part) => part.kind !== 'append') : rule.parts;
  return (
    <code className={styles.line}>
      {parts.map((part, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a rule's parts never move
        <Part key={at} part={part} light={litPart(part, lit)} comment={comment} query={query} wraps={inChain} />
      ))}
    </code>
  );
}

function litPart(part: RowPart, lit: NonNullable<RuleLineProps['lit']>): 'lit' | 'failed' | undefined {
  if (typeof lit === 'function') return lit(part);
  return lit && (part.kind === 'test' || part.kind === 'target') ? 'lit' : undefined;
}

interface PartProps {
  readonly part: RowPart;
  readonly light: 'lit' | 'failed' | undefined;
  readonly comment: 'full' | 'short';
  readonly query: string;
  readonly wraps: boolean;
}

function Part({ part, light, comment, query, wraps }: PartProps) {
  if (part.kind === 'comment' && comment === 'short') {
    return (
      <span className={styles.comment} title={part.text.trim()}>
        …{' '}
      </span>
    );
  }
  return (
    <span className={classes(styles[part.kind], light && styles[light])}>
      {tokensOfPart(part).map((token, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a part's tokens never move
        <TokenText key={at} token={token} query={query} wraps={wraps} />
      ))}
    </span>
  );
}

/** Options are kept whole: `--to-destination` has places to break that are none. */
function findWords(text: string): ReactNode {
  if (!text.includes('-')) return text;
  return text.split(/(\s+)/).map((word, at) =>
    word.startsWith('-') ? (
      // oxlint-disable-next-line react/no-array-index-key -- the words of a text never move
      <span key={at} className={styles.option}>
        {word}
      </span>
    ) : (
      word
    ),
  );
}

interface TokenProps {
  readonly token: Token;
  readonly query: string;
  readonly wraps: boolean;
}

function TokenText({ token, query, wraps }: TokenProps) {
  const found = query !== '' && token.text.toLowerCase().includes(query.toLowerCase());
  if (found) return <Marked text={token.text} query={query} />;
  if (token.kind === 'text') return wraps ? findWords(token.text) : token.text;
  return token.kind === 'address' ? (
    <AddressText text={token.text} />
  ) : (
    <span className={styles.name}>{token.text}</span>
  );
}

/** A text with every place of the query marked. */
export function Marked({ text, query }: { readonly text: string; readonly query: string }) {
  return listRuleTextPieces(text, query).map((piece, at) =>
    // oxlint-disable-next-line react/no-array-index-key -- pieces of one text never move
    piece.found ? <mark key={at}>{piece.text}</mark> : piece.text,
  );
}
