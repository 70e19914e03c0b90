import { useTranslations } from 'use-intl';
import { AddressChip } from '../common/AddressChip';
import { classes } from '../common/classes';
import styles from './card.module.css';
import { inside } from './inside';
import { shortName } from '../common/object-names.model';
import { place } from './places';
import { useLayout } from './stage-context';
import type { DeviceBar, NodeCard } from './stage-types';

interface Props {
  readonly card: NodeCard;
  readonly row: 'upper' | 'lower';
}

/** Bridges above the gates; `lo`, physical devices and tunnels below; names of host ends beside their wires. */
export function Devices({ card, row }: Props) {
  const t = useTranslations('topology');
  const layout = useLayout();
  return (
    <>
      {card[row].map((bar) => (
        <div
          key={bar.name}
          className={classes(
            styles.device,
            styles[bar.kind],
            bar.guessed && styles.guessed,
            card.upper.length > 1 && styles.narrow,
          )}
          style={inside(layout, place.card(card.id), place.device(card.id, bar.name))}
          title={[bar.name, ...bar.addresses].join(' ')}
        >
          <DeviceWords bar={bar} />
        </div>
      ))}
      {row === 'upper' && <HostEnds card={card} />}
      {row === 'lower' && card.hiddenDevices > 0 && (
        <span className={styles.moreDevices}>{t('moreDevices', { count: card.hiddenDevices })}</span>
      )}
    </>
  );
}

function DeviceWords({ bar }: { readonly bar: DeviceBar }) {
  const t = useTranslations('topology');
  const many = bar.kind === 'dummy' && bar.count > 1;
  const address = bar.kind === 'loopback' || many ? undefined : bar.addresses[0];
  return (
    <>
      <span className={styles.deviceName}>
        {bar.name}
        {bar.guessed && (
          <abbr className={styles.guess} title={t('guessed')}>
            {' ?'}
          </abbr>
        )}
      </span>
      {many && <span className={styles.kind}>{t('addresses', { count: bar.count })}</span>}
      {address !== undefined && <AddressChip address={bar.kind === 'bridge' ? address : withoutPrefix(address)} bare />}
      {bar.kind === 'bridge' && <BridgeWords bar={bar} />}
    </>
  );
}

function BridgeWords({ bar: { hairpin, bridgeNf } }: { readonly bar: DeviceBar }) {
  const t = useTranslations('topology');
  if (hairpin === undefined && bridgeNf === undefined) return <span className={styles.kind}>{t('bridge')}</span>;
  return (
    <span className={styles.facts}>
      {hairpin === false && <abbr title={t('hairpinOffHint')}>{t('hairpinOff')}</abbr>}
      {bridgeNf === false && <abbr title={t('bridgeNfOffHint')}>{t('bridgeNfOff')}</abbr>}
    </span>
  );
}

function withoutPrefix(address: string): string {
  return address.split('/')[0] ?? address;
}

/** Right of the `eth0` at the upper end of its wire. */
const NAME_ASIDE = 19;
/** Of the mono face, in stage units. */
const LETTER = 7.6;

/** `veth…` or `cali…` beside the lowest row's wires, and stubs whose other end is not known. */
function HostEnds({ card }: { readonly card: NodeCard }) {
  const layout = useLayout();
  const frame = layout?.rects.get(place.card(card.id));
  if (!layout || !frame || layout.grid.form === 'dense') return null;
  const named = [
    ...card.pods
      .filter(({ id }) => (layout.slots.get(card.id)?.get(id) ?? 0) < layout.grid.columns)
      .flatMap(({ veth }) => (veth ? [veth.name] : [])),
    ...card.loose.map(({ name }) => name),
  ];
  return named.map((name) => {
    const at = layout.graph.vertices.get(place.device(card.id, name));
    const bar = layout.rects.get(place.device(card.id, card.upper[0]?.name ?? ''));
    if (!at) return null;
    const top = (bar ? bar.y : at.y) - frame.y - 19;
    const left = at.x - frame.x + NAME_ASIDE;
    const room = Math.floor((frame.width - left - 2) / LETTER);
    return (
      <span key={name} className={styles.veth} style={{ left, top }} title={name}>
        {room < 9 && name.length > room ? `…${name.slice(1 - room)}` : shortName(name, 9)}
      </span>
    );
  });
}
