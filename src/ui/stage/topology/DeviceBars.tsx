import type { CSSProperties } from 'react';
import { useTranslations } from 'use-intl';
import type { AttachedProgram } from '../../../core/linux/ebpf/attached';
import { AddressChip } from '../../common/addresses';
import { classes } from '../../common/classes';
import { shortName } from '../../common/texts.model';
import { useLayout, ProgramMark } from './boxes';
import styles from './card.module.css';
import { placeAt } from './geometry.model';
import type { StageLayout } from './layout.model';
import type { NodeCard, DeviceBar } from './stage-types';

/** CSS place of a box inside another; hidden when the layout does not know it. */
export function inside(layout: StageLayout | undefined, outer: string, inner: string): CSSProperties {
  const [frame, rect] = [layout?.rects.get(outer), layout?.rects.get(inner)];
  if (!frame || !rect) return { display: 'none' };
  return { left: rect.x - frame.x, top: rect.y - frame.y, width: rect.width, height: rect.height };
}

interface DeviceBarsProps {
  readonly card: NodeCard;
  readonly row: 'upper' | 'lower';
}

/** Bridges above the gates; `lo`, physical devices and tunnels below; names of host ends beside their wires. */
export function DeviceBars({ card, row }: DeviceBarsProps) {
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
          style={inside(layout, placeAt.card(card.id), placeAt.device(card.id, bar.name))}
          title={[bar.name, ...bar.addresses].join(' ')}
        >
          <DeviceWords bar={bar} />
          {row === 'upper' && <ProgramMark programs={bar.attached} netns={card.id} className={styles.within} />}
        </div>
      ))}
      {row === 'lower' &&
        card.lower.map(({ name, attached }) => (
          <CornerPrograms key={name} programs={attached} card={card} place={placeAt.device(card.id, name)} />
        ))}
      {row === 'upper' && <HostEnds card={card} />}
      {row === 'lower' && card.hiddenDevices > 0 && (
        <span className={styles.moreDevices}>{t('moreDevices', { count: card.hiddenDevices })}</span>
      )}
    </>
  );
}

interface CornerProps {
  readonly programs: readonly AttachedProgram[] | undefined;
  readonly card: NodeCard;
  readonly place: string;
}

/** Programs on the border of a box, which has no room for more words. */
export function CornerPrograms({ programs, card, place }: CornerProps) {
  const { left, top, width } = inside(useLayout(), placeAt.card(card.id), place);
  if (programs === undefined || left === undefined) return null;
  return (
    <div className={styles.corner} style={{ left, top, width }}>
      <ProgramMark programs={programs} netns={card.id} />
    </div>
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
  const frame = layout?.rects.get(placeAt.card(card.id));
  if (!layout || !frame || layout.grid.form === 'dense') return null;
  const named = [
    ...card.pods
      .filter(({ id }) => (layout.slots.get(card.id)?.get(id) ?? 0) < layout.grid.columns)
      .flatMap(({ veth }) => (veth ? [veth] : [])),
    ...card.loose,
  ].map((end) => ({ attached: undefined, ...end }));
  return named.map(({ name, attached }) => {
    const at = layout.graph.vertices.get(placeAt.device(card.id, name));
    const bar = layout.rects.get(placeAt.device(card.id, card.upper[0]?.name ?? ''));
    if (!at) return null;
    const top = (bar ? bar.y : at.y) - frame.y - 19;
    const left = at.x - frame.x + NAME_ASIDE;
    const most = attached ? 7 : 9;
    const room = Math.floor((frame.width - left - 2) / LETTER) - (9 - most);
    return (
      <span key={name} className={styles.veth} style={{ left, top }} title={name}>
        <ProgramMark programs={attached} netns={card.id} className={styles.ahead} />
        {room < most && name.length > room ? `…${name.slice(1 - room)}` : shortName(name, most)}
      </span>
    );
  });
}
