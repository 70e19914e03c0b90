import type { LensDevice } from '../../../core/story/lens';
import type { Moment } from '../../../core/story/moment';
import { classes } from '../../common/classes';
import { splitName } from '../../common/texts.model';
import type { StoryWords } from '../cast/words';
import type { Of } from './lens.model';
import styles from './lens.module.css';
import { addressCard, Cards, cardShapes, deviceCards, type CardRow } from './lens-cards';
import type { LensKind, LensProps } from './lens-kind';

/** The way gone: the devices that were passed, or within which machine it is. */
export const WAY_LENS: LensKind<'way'> = {
  Page: ({ picture, moment, t, narrow }) =>
    picture.devices.length === 0 ? (
      <Cards {...wayRow(picture, moment.header, t)} />
    ) : narrow ? (
      <Machines picture={picture} t={t} />
    ) : (
      <Way picture={picture} t={t} />
    ),
  shapes: (picture, { header }, kit) => cardShapes(wayRow(picture, header, kit.t), kit),
};

/** As the simulator calls who sends what no process asked for. */
const KERNEL = 'kernel';

/** The devices; where there are none the machine it is in, and whose socket it comes from or goes to. */
function wayRow({ devices, inside }: Of<'way'>, { from, to }: Moment['header'], t: StoryWords): CardRow {
  if (!inside) {
    return { title: t('lens.way'), cards: deviceCards(devices, t) };
  }
  const { where, made, given } = inside;
  const owner = made ?? given;
  if (owner === undefined) {
    return {
      title: t('lens.wayStopped', { where }),
      cards: [addressCard(to, t('to')), { id: 'stop', over: where, text: t('lens.stopsHere'), tone: 'refused' }],
    };
  }
  const isKernel = owner === KERNEL;
  const under = t(isKernel ? 'lens.noSocket' : 'lens.socket');
  const card = { id: 'owner', over: where, text: isKernel ? t('lens.kernel') : owner, under };
  if (made === undefined) return { title: t('lens.wayGiven', { where }), cards: [addressCard(from, t('from')), card] };
  return { title: t('lens.wayMade', { where }), cards: [card, addressCard(to, t('to'))] };
}

/** Devices of one machine that a packet passes one after the other. */
export interface MachineDevices {
  readonly where: string;
  readonly devices: readonly LensDevice[];
}

/** A line for each machine: a hand has no room for one for each device. */
export function devicesByMachine(devices: readonly LensDevice[]): readonly MachineDevices[] {
  const lines: { where: string; netns: string; devices: LensDevice[] }[] = [];
  for (const device of devices) {
    const last = lines.at(-1);
    if (last?.netns === device.netns) last.devices.push(device);
    else lines.push({ where: device.where, netns: device.netns, devices: [device] });
  }
  return lines;
}

/** In a hand: a line for each machine, with its devices one after the other. */
function Machines({ picture: { devices }, t }: Pick<LensProps<'way'>, 'picture' | 't'>) {
  const isLong = devices.length > 6;
  return (
    <>
      <h3 className={styles.title}>{t('lens.way')}</h3>
      <ol className={styles.machines}>
        {devicesByMachine(devices).map(({ where, devices: own }, index) => (
          // Two machines may have the packet by turns.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${where} ${index}`}>
            <span className={styles.mute}>{splitName(where).name}</span>
            {own.map(({ device, kind }, at) => (
              // oxlint-disable-next-line react/no-array-index-key
              <span key={`${device} ${at}`} className={styles.whole}>
                <strong className={styles.mono}>{device}</strong>
                {!isLong && <span className={styles.mute}> {t(`lens.${kind}`)}</span>}
              </span>
            ))}
          </li>
        ))}
      </ol>
    </>
  );
}

/** Each device by itself, as the stage names it: a Pod without its namespace. */
function Way({ picture: { devices }, t }: Pick<LensProps<'way'>, 'picture' | 't'>) {
  return (
    <>
      <h3 className={styles.title}>{t('lens.way')}</h3>
      <ol className={classes(styles.cards, styles.devices)}>
        {devices.map(({ netns, where, device, kind }, index) => (
          // The same device may be passed twice, in and out.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${netns} ${device} ${index}`} className={styles.device}>
            <span className={styles.mute}>{splitName(where).name}</span>
            <strong className={styles.mono}>{device}</strong>
            <span className={styles.mute}>{t(`lens.${kind}`)}</span>
          </li>
        ))}
      </ol>
    </>
  );
}
