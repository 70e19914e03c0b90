import { describe, expect, it } from 'vitest';
import type { ModeOffer } from '../../engine/protocol';
import { listModeSides, readSides, sideKey, startSides } from './sides.model';

const offer = (id: string, ...releases: string[]): ModeOffer =>
  ({ id, title: id, releases: releases.map((release) => ({ release })) }) as unknown as ModeOffer;
const SIDES = listModeSides([
  offer('iptables', '1.30', '1.35'),
  offer('ipvs', '1.30'),
  offer('nftables', '1.31', '1.35'),
]);

describe('two sides', () => {
  it('are every mode with its releases, newest first', () => {
    expect(SIDES.map(sideKey).slice(0, 3)).toEqual(['iptables@1.35', 'iptables@1.30', 'ipvs@1.30']);
  });

  it.each([
    ['iptables', '1.35', ['iptables@1.35', 'nftables@1.35']],
    ['iptables', '1.30', ['iptables@1.30', 'nftables@1.35']],
    ['nftables', '1.31', ['nftables@1.31', 'iptables@1.35']],
    ['userspace', '1.10', undefined],
  ] as const)('are those of %s %s and what one leaves it for', (mode, release, wanted) => {
    expect(startSides(SIDES, { mode, release })?.map(sideKey)).toEqual(wanted);
  });

  it('are read of a text that names two', () => {
    expect(readSides(SIDES, 'ipvs@1.30 nftables@1.35')?.map(sideKey)).toEqual(['ipvs@1.30', 'nftables@1.35']);
    for (const text of ['', 'ipvs@1.30', 'ipvs@1.30 nftables@9']) expect(readSides(SIDES, text)).toBeUndefined();
  });
});
