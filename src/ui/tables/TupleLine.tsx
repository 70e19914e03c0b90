import { formatIp } from '../../core/net/ip';
import type { Tuple } from '../../core/net/tuple';
import { AddressChip } from '../common/AddressChip';
import { classes } from '../common/classes';
import styles from './tables.module.css';

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
      <AddressChip address={formatIp(tuple.src)} port={portOf(tuple, tuple.sport)} />
      <span className={styles.to}>›</span>
      <AddressChip address={formatIp(tuple.dst)} port={portOf(tuple, tuple.dport)} />
    </span>
  );
}

/** TCP, UDP, SCTP. */
const PORTED: ReadonlySet<number> = new Set([6, 17, 132]);

function portOf(tuple: Tuple, port: number): number | undefined {
  return PORTED.has(tuple.protocol) ? port : undefined;
}
