import { useAddressKind } from '../common/AddressBook';
import { classes } from '../common/classes';
import type { RulePart, RuleText, Token } from './rule-text.model';
import styles from './rule-line.module.css';

export interface RuleLineProps {
  readonly rule: RuleText;
  /** Which parts are lit: all of a rule that matched, or those that `litPart` says. */
  readonly lit?: boolean | ((part: RulePart) => 'lit' | 'failed' | undefined);
  /** Leave out `-A CHAIN`: the heading says it. */
  readonly short?: boolean;
}

/** A rule exactly as iptables-save prints it, with addresses in their network's colour. */
export function RuleLine({ rule, lit = false, short = false }: RuleLineProps) {
  const parts = short ? rule.parts.filter((part) => part.kind !== 'append') : rule.parts;
  return (
    <code className={styles.line}>
      {parts.map((part, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a rule's parts never move
        <Part key={at} part={part} light={lightOf(part, lit)} />
      ))}
    </code>
  );
}

function lightOf(part: RulePart, lit: NonNullable<RuleLineProps['lit']>): 'lit' | 'failed' | undefined {
  if (typeof lit === 'function') return lit(part);
  return lit && (part.kind === 'test' || part.kind === 'target') ? 'lit' : undefined;
}

function Part({ part, light }: { readonly part: RulePart; readonly light: 'lit' | 'failed' | undefined }) {
  return (
    <span className={classes(styles[part.kind], light && styles[light])}>
      {part.tokens.map((token, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a part's tokens never move
        <TokenText key={at} token={token} />
      ))}
    </span>
  );
}

function TokenText({ token }: { readonly token: Token }) {
  const kindOf = useAddressKind();
  if (token.kind === 'text') return token.text;
  const kind = token.kind === 'address' ? kindOf(token.text) : 'name';
  return <span className={styles[kind]}>{token.text}</span>;
}
