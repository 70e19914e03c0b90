import { describe, expect, it } from 'vitest';
import { MODE_OFFERS } from '../../engine/modes';
import { releaseChoices, typedRelease } from './releases.model';

const nftables = MODE_OFFERS.find(({ id }) => id === 'nftables');
const below = (release: string, minor: string): string[] =>
  releaseChoices(nftables, release)
    .filter((choice) => choice.release.startsWith(minor))
    .map((choice) => `${choice.kind} ${choice.release}${choice.chosen ? ' chosen' : ''}`);

describe('the releases of a mode', () => {
  it('are its minors, newest first, and below each its patches that are not alike', () => {
    expect(below('1.33', '1.33')).toEqual(['minor 1.33 chosen', 'patch 1.33.6', 'patch 1.33.0']);
    expect(below('1.33', '1.32')).toEqual(['minor 1.32']);
    expect(releaseChoices(nftables, '1.33')[0]?.release).toBe('1.37');
  });

  it('have a patch that was typed beside its minor, with the one it is like', () => {
    expect(below('v1.33.9', '1.33')).toEqual(['typed 1.33.9 chosen', 'minor 1.33', 'patch 1.33.6', 'patch 1.33.0']);
    const like = (release: string): unknown =>
      releaseChoices(nftables, release).find((choice) => choice.kind === 'typed');
    expect(like('1.33.9')).toMatchObject({ like: '1.33.6' });
    expect(like('1.33.5')).toMatchObject({ like: '1.33.0' });
    expect(like('1.32.4')).toMatchObject({ like: '1.32' });
  });

  it.each(['1.33', '1.33.6', '1.33.9', 'v1.30.5', '1.37'])('have one that is chosen: %s', (release) => {
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
