import { describe, expect, it } from 'vitest';
import { emptyDocument } from '../../../core/document/document';
import { phrase } from '../../../core/lib/phrase';
import { getMinor, NEWEST_RELEASE } from '../../../core/kubernetes/release';
import type { ModeOffer } from '../../../engine/protocol';
import { releaseFor, offeredRelease, switchMode, releaseChoices, typedRelease } from './mode.model';
import { MODE_OFFERS } from '../../../engine/questions/open';

const NEWEST = getMinor(NEWEST_RELEASE);

/** A mode that has 1.`from` to 1.`to` of the releases from 1.16 on. */
function offer(id: ModeOffer['id'], from: number, to: number): ModeOffer {
  const releases = Array.from({ length: NEWEST - 15 }, (_, index) => {
    const [minor, release] = [index + 16, `1.${index + 16}`];
    return minor >= from && minor <= to ? { release } : { release, problem: phrase('sim.routing.no-route') };
  });
  return { id, title: id, releases };
}

const NFTABLES = offer('nftables', 29, NEWEST);
const USERSPACE = offer('userspace', 16, 25);

describe('the nearest release', () => {
  it.each([
    [NFTABLES, '1.30', '1.30'],
    [NFTABLES, '1.16', '1.29'],
    [USERSPACE, '1.30', '1.25'],
    [USERSPACE, 'v1.20.4', '1.20'],
    [NFTABLES, 'newest', NEWEST_RELEASE],
    [NFTABLES, '1.99', NEWEST_RELEASE],
  ])('of %o to %s is %s', (mode, wanted, nearest) =>
    expect(releaseFor(mode, { mode: 'iptables', release: wanted })).toBe(nearest),
  );
});

describe('switching the mode', () => {
  const document = { ...emptyDocument(), release: '1.28' };

  it('keeps the release the mode has, and says nothing', () => {
    const next = switchMode({ ...document, release: '1.20' }, USERSPACE);
    expect(next).toMatchObject({ document: { mode: 'userspace', release: '1.20', kubeProxy: { mode: 'userspace' } } });
    expect(next.notice).toBeUndefined();
  });

  it('takes the nearest release where the mode lacks it, and says so', () => {
    const next = switchMode(document, NFTABLES);
    expect(next.document).toMatchObject({ mode: 'nftables', release: '1.29' });
    expect(next.notice?.values).toEqual({ mode: 'nftables', wanted: '1.28', release: '1.29' });
  });

  it('comes back to the release that was left, and says nothing', () => {
    const iptables = offer('iptables', 16, 37);
    const away = switchMode({ ...document, release: '1.30' }, USERSPACE);
    expect(away.document.release).toBe('1.25');
    const back = switchMode(away.document, iptables, '1.30');
    expect(back.document).toMatchObject({ mode: 'iptables', release: '1.30' });
    expect(back.notice).toBeUndefined();
    expect(switchMode(document, iptables, '1.20').document).toBe(document);
  });

  it('keeps flows and objects, and is no edit when nothing changes', () => {
    expect(switchMode(document, NFTABLES).document.cluster).toBe(document.cluster);
    expect(switchMode(document, offer('iptables', 16, 37)).document).toBe(document);
  });
});

it('knows a patch release by its minor', () => {
  expect(offeredRelease(NFTABLES, 'v1.30.5')?.release).toBe('1.30');
  expect(offeredRelease(NFTABLES, '1.99')).toBeUndefined();
});

const nftables = MODE_OFFERS.find(({ id }) => id === 'nftables');
const below = (release: string, minor: string): string[] =>
  releaseChoices(nftables, release)
    .filter((choice) => choice.release.startsWith(minor))
    .map((choice) => `${choice.kind} ${choice.release}${choice.chosen ? ' chosen' : ''}`);

describe('the releases of a mode', () => {
  it('are its minors, newest first, and below each its patches that are not alike', () => {
    expect(below('1.33', '1.33')).toEqual(['minor 1.33 chosen', 'patch 1.33.6', 'patch 1.33.0']);
    expect(below('1.33', '1.32')).toEqual(['minor 1.32']);
    expect(releaseChoices(nftables, '1.33')[0]?.release).toBe(NEWEST_RELEASE);
  });

  it('have a patch that was typed beside its minor, with the one it is like', () => {
    expect(below('v1.33.9', '1.33')).toEqual(['typed 1.33.9 chosen', 'minor 1.33', 'patch 1.33.6', 'patch 1.33.0']);
    const like = (release: string): unknown =>
      releaseChoices(nftables, release).find((choice) => choice.kind === 'typed');
    expect(like('1.33.9')).toMatchObject({ like: '1.33.6' });
    expect(like('1.33.5')).toMatchObject({ like: '1.33.0' });
    expect(like('1.32.4')).toMatchObject({ like: '1.32' });
  });

  it.each(['1.33', '1.33.6', '1.33.9', 'v1.30.5', NEWEST_RELEASE])('have one that is chosen: %s', (release) => {
    expect(releaseChoices(nftables, release).filter(({ chosen }) => chosen)).toHaveLength(1);
  });
});

it.each([
  ['1.33', '1.33'],
  [' v1.33.13 ', '1.33.13'],
  ['13', '1.30.13'],
  ['0', '1.30.0'],
  ['', '1.30'],
  ['1.22.0-rc.0', '1.22.0-rc.0'],
  ['newest', undefined],
  ['1.33.x', undefined],
  ['2.1', undefined],
])('%j typed at 1.30.5 is %s', (text, release) => expect(typedRelease(text, '1.30.5')).toBe(release));
