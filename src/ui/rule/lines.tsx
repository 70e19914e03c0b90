import { Fragment } from 'react';
import type { Route } from '../../core/linux/routing/fib';
import { AddressText } from './RuleLine';
import { routeWords } from '../../core/linux/routing/route-text';
import styles from '../common/tables.module.css';
import { formatIp } from '../../core/net/ip';
import type { Tuple } from '../../core/net/packet';
import { AddressChip } from '../common/addresses';
import { classes } from '../common/classes';
import { listTokens } from './rule-text.model';
import { useTranslations } from 'use-intl';
import type { NftLookup } from '../../core/sim/trace';

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
