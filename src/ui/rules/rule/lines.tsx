import { Fragment, type ReactNode } from 'react';
import type { Route } from '../../../core/linux/routing/fib';
import { routeWords } from '../../../core/linux/routing/route-text';
import styles from '../../common/tables.module.css';
import ruleStyles from './rule-line.module.css';
import { formatIp } from '../../../core/net/ip';
import type { Tuple } from '../../../core/net/packet';
import { AddressChip, useAddressKind } from '../../common/addresses';
import { classes } from '../../common/classes';
import { listTokens, listRuleTextPieces, tokensOfPart, type Token } from './rule-text.model';
import { useTranslations } from 'use-intl';
import type { NftLookup } from '../../../core/sim/trace';
import type { RowPart, ListedRule } from '../../../engine/protocol';

/** An address inside running text, in its network's colour; with mask or port as it is written. */
export function AddressText({ text }: { readonly text: string }) {
  const kindOf = useAddressKind();
  return <span className={ruleStyles[kindOf(text)]}>{text}</span>;
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
    <code className={ruleStyles.line}>
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
      <span className={ruleStyles.comment} title={part.text.trim()}>
        …{' '}
      </span>
    );
  }
  return (
    <span className={classes(ruleStyles[part.kind], light && ruleStyles[light])}>
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
      <span key={at} className={ruleStyles.option}>
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
    <span className={ruleStyles.name}>{token.text}</span>
  );
}

/** A text with every place of the query marked. */
export function Marked({ text, query }: { readonly text: string; readonly query: string }) {
  return listRuleTextPieces(text, query).map((piece, at) =>
    // oxlint-disable-next-line react/no-array-index-key -- pieces of one text never move
    piece.found ? <mark key={at}>{piece.text}</mark> : piece.text,
  );
}

interface Props {
  readonly tuple: Tuple;
  /** `→` the way it was opened, `←` the way back. */
  readonly sign: '→' | '←';
  readonly changed?: boolean;
}

/** One direction of a connection: from, to. */
export function TupleLine({ tuple, sign, changed = false }: Props) {
  return (
    <span className={classes(styles.tuple, changed && styles.changed)}>
      <span aria-hidden className={styles.sign}>
        {sign}
      </span>
      <AddressChip address={formatIp(tuple.src)} port={findPort(tuple, tuple.sport)} />
      <span className={styles.to}>›</span>
      <AddressChip address={formatIp(tuple.dst)} port={findPort(tuple, tuple.dport)} />
    </span>
  );
}

/** TCP, UDP, SCTP. */
const PORTED: ReadonlySet<number> = new Set([6, 17, 132]);

function findPort(tuple: Tuple, port: number): number | undefined {
  return PORTED.has(tuple.protocol) ? port : undefined;
}

/** A route as `ip route` prints it. */
export function RouteLine({ route }: { readonly route: Route }) {
  return (
    <code className={styles.route}>
      {routeWords(route).map(({ kind, text }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the words of a route never move
        <Fragment key={at}>
          {at > 0 && ' '}
          {kind === 'address' ? <AddressText text={text} /> : kind === 'device' ? <b>{text}</b> : text}
        </Fragment>
      ))}
    </code>
  );
}

/** A text as the kernel's tools write it, its addresses in their network's colour. */
export function PlainLine({ text }: { readonly text: string }) {
  return (
    <code>
      {listTokens(text).map((token, at) =>
        // oxlint-disable-next-line react/no-array-index-key -- the tokens of a text never move
        token.kind === 'address' ? <AddressText key={at} text={token.text} /> : token.text,
      )}
    </code>
  );
}

/** One lookup in a set or map: one step, however many elements it has. */
export function LookupLine({ lookup: { set, key, element, size } }: { readonly lookup: NftLookup }) {
  const t = useTranslations('rules');
  return (
    <span className={styles.lookup}>
      <span>{t('lookup', { set, size })}</span>
      <span>
        <PlainLine text={key} /> <span aria-hidden>→</span>{' '}
        {element === undefined ? t('lookupNone') : <PlainLine text={getValue(element, key)} />}
      </span>
    </span>
  );
}

/** The key is said already: of `key : value` the value, of a set's element the element. */
function getValue(element: string, key: string): string {
  return element.startsWith(`${key} : `) ? element.slice(key.length + 3) : element;
}
