import type { AddressKind } from '../common/address-kind.model';
import type { Tone } from '../theme/verdicts';
import styles from './packet-layer.module.css';

/** Colours and fonts a canvas needs, resolved for the theme that is shown. */
export interface Colours {
  readonly accent: string;
  readonly onAccent: string;
  readonly mute: string;
  readonly panel: string;
  /** The label is a strip of the other theme: dark on light, light on dark. */
  readonly label: string;
  readonly labelInk: string;
  readonly labelMute: string;
  readonly address: Readonly<Record<AddressKind, string>>;
  /** Text on a filled address. */
  readonly onAddress: string;
  readonly tone: Readonly<Record<Tone, string>>;
  /** The same on the label's strip. */
  readonly endTone: Readonly<Record<Tone, string>>;
  readonly mono: string;
}

/** Reads the theme's tokens where `host` stands. Costs a style calculation: once a theme, never a frame. */
export function readColours(host: HTMLElement): Colours {
  const probe = document.createElement('span');
  probe.className = styles.inks ?? '';
  probe.hidden = true;
  host.append(probe);
  const read = (token: string): string => {
    probe.style.color = `var(--${token})`;
    return getComputedStyle(probe).color;
  };
  const colours: Colours = {
    accent: read('accent'),
    onAccent: read('on-accent'),
    mute: read('mute'),
    panel: read('panel'),
    label: read('label'),
    labelInk: read('label-ink'),
    labelMute: read('label-mute'),
    address: { physical: read('label-physical'), pod: read('label-pod'), service: read('label-service') },
    onAddress: read('label-on-address'),
    tone: {
      ok: read('ok'),
      drop: read('drop'),
      rej: read('rej'),
      nat: read('nat'),
      unknown: read('unknown'),
      quiet: read('mute'),
    },
    endTone: {
      ok: read('label-ok'),
      drop: read('label-drop'),
      rej: read('label-rej'),
      nat: read('label-ink'),
      unknown: read('label-unknown'),
      quiet: read('label-mute'),
    },
    mono: getComputedStyle(host).getPropertyValue('--font-mono').trim() || 'monospace',
  };
  probe.remove();
  return colours;
}
