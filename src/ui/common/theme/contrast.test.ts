import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/** `--name: light-dark(#rrggbb, #rrggbb)` of tokens.css. */
const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
);

/** Relative luminance (WCAG 2.2, "relative luminance"). */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/** `color-mix(in srgb, a share, b)`. */
function mix(a: string, b: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const [x, y] = [a, b].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16));
    return Math.round((x ?? 0) * share + (y ?? 0) * (1 - share));
  });
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

const SURFACES = ['bg', 'panel', 'raised', 'sunken', 'hover', 'accent-soft'];
const INKS = ['ink', 'mute', 'accent', 'phys', 'pod', 'svc', 'ok', 'drop', 'rej', 'nat', 'unknown'];
const SOFT = ['phys', 'pod', 'svc', 'ok', 'drop', 'rej', 'nat', 'unknown'];

const TEXT_PAIRS: [string, string][] = [
  ...INKS.flatMap((ink) => SURFACES.map((surface): [string, string] => [ink, surface])),
  ...SOFT.flatMap((tone): [string, string][] => [
    [tone, `${tone}-soft`],
    ['ink', `${tone}-soft`],
  ]),
  ['on-accent', 'accent'],
  ['on-pod', 'pod'],
  ...['phys', 'pod', 'svc'].map((network): [string, string] => [`${network}-on-ink`, 'ink']),
];

describe.each(['light', 'dark'] as const)('contrast, %s', (theme) => {
  const colour = (name: string): string => {
    const token = tokens.get(name);
    if (!token) throw new Error(`no token --${name}`);
    return token[theme];
  };

  it.each(TEXT_PAIRS)('%s on %s is readable (4.5:1)', (ink, surface) => {
    expect(contrast(colour(ink), colour(surface))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(INKS)('%s is readable on a row the packet is at: the accent at 18% over the panel', (ink) => {
    expect(contrast(colour(ink), mix(colour('accent'), colour('panel'), 0.18))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['bg', 'panel', 'raised'])('strong lines and the accent stand out on %s (3:1)', (surface) => {
    expect(contrast(colour('line-strong'), colour(surface))).toBeGreaterThanOrEqual(3);
    expect(contrast(colour('accent'), colour(surface))).toBeGreaterThanOrEqual(3);
  });
});

it('reads the tokens it judges', () => {
  expect(tokens.size).toBeGreaterThan(20);
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
});
