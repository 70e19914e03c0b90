import { useTranslations } from 'use-intl';
import { formatIp, type IpAddress } from '../../core/net/ip';
import styles from './address-chip.module.css';
import { useAddressKind } from './AddressBook';
import type { AddressKind } from './address-kind.model';
import { classes } from './classes';

export interface AddressChipProps {
  readonly address: IpAddress | string;
  readonly port?: number | undefined;
  /** Only where the address itself cannot tell (a form's own field). */
  readonly kind?: AddressKind;
  /** `was`: struck through, before a rewrite. `now`: filled, after it. */
  readonly variant?: 'plain' | 'was' | 'now';
  /** No frame: inside running text or a table of its own. */
  readonly bare?: boolean;
}

/** An address in the colour of its network: slate, teal, or amber with a dashed outline for a Service. */
export function AddressChip({ address, port, kind, variant = 'plain', bare = false }: AddressChipProps) {
  const kindOf = useAddressKind();
  const t = useTranslations('common.address');
  const network = kind ?? kindOf(address);
  const text = endpointText(typeof address === 'string' ? address : formatIp(address), port);
  return (
    <span
      className={classes(styles.chip, styles[network], variant !== 'plain' && styles[variant], bare && styles.bare)}
      title={t(network)}
    >
      {variant !== 'plain' && <span className="visually-hidden">{t(variant)} </span>}
      {text}
    </span>
  );
}

function endpointText(text: string, port: number | undefined): string {
  if (port === undefined) return text;
  return text.includes(':') ? `[${text}]:${port}` : `${text}:${port}`;
}
