import { describe, expect, it } from 'vitest';
import { phrase, type Phrase } from '../../core/lib/phrase';
import { EVIDENCE_BOOKS } from '../en/phrases/evidence-books';
import { allPhrases, createSpeaker } from './index';

const [english, korean] = [createSpeaker('en'), createSpeaker('ko')];

describe('a speaker', () => {
  it('fills the places of a sentence, and settles the particles of Korean by sound', () => {
    const hairpin = phrase('sim.bridge.hairpin-off', { port: 'veth1' });
    expect(english(hairpin)).toContain('out of veth1, and hairpin mode is off');
    expect(korean(phrase('sim.link.left', { device: 'eth0' }))).toMatch(/^패킷이 eth0으로 나갑니다/);
    expect(korean(phrase('sim.link.left', { device: 'eth5' }))).toMatch(/^패킷이 eth5로 나갑니다/);
  });

  it('counts', () => {
    const more = (count: number): string => english(phrase('analysis.more-alike', { count }));
    expect([more(1), more(1200)]).toEqual([
      '1 more remark like these is not listed.',
      '1,200 more remarks like these are not listed.',
    ]);
  });

  it('says numbers that are no counts as they are', () => {
    expect(english(phrase('sim.socket.none', { proto: 'TCP', port: 30080 }))).toContain('TCP port 30080');
  });

  it('never throws: an unknown id is said as itself, a message without its values as written', () => {
    expect(english({ id: 'of.another.version' } as unknown as Phrase)).toBe('of.another.version');
    expect(english({ id: 'sim.link.left' })).toContain('leaves by {device}');
  });
});

it('of what texts prove or name stands whole in the book that the window for it loads', () => {
  const held = new Set(Object.keys(EVIDENCE_BOOKS));
  const all = Object.keys(allPhrases()).filter((id) => id.startsWith('evidence.'));
  expect(all.filter((id) => !held.has(id))).toEqual([]);
  expect(all.length).toBeGreaterThan(100);
});

it('is checked by the compiler: an id that nobody wrote down, and a value that is missing', () => {
  // @ts-expect-error no such sentence
  const unknown = phrase('sim.bridge.hairpin-of', { port: 'veth1' });
  // @ts-expect-error the sentence names a port
  const unfilled = phrase('sim.bridge.hairpin-off', { device: 'veth1' });
  // @ts-expect-error it takes values
  const bare = phrase('sim.bridge.hairpin-off');
  expect([unknown, unfilled, bare]).toHaveLength(3);
});

it('has no sentence that is the same in both languages', () => {
  // `conntrack: {state}` is a name and a value, and no sentence.
  const same = Object.entries(allPhrases()).filter(([, { en, ko }]) => en === ko && / \w+ \w+/.test(en));
  expect(same.map(([id]) => id)).toEqual([]);
});
