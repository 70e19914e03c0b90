import { describe, expect, it } from 'vitest';
import { createDerive } from '../document/derive';
import { clusterDocument } from '../timeline/testing/documents';
import { renderSheet } from './render';
import { UNTOUCHED } from './state';
import { readSheet } from './read';
import { openWorkshop } from './walks';

const bench = clusterDocument({
  duration: 10_000,
  events: [{ at: 1000, do: 'roll-out', deployment: 'default/web0' }],
  clients: [{ flow: 'tcp', perSecond: 5, sends: 'new' }],
});

const text = (blocks: string): string => `
sheet: 1
id: s
title: { en: S }
bench: main
knobs: { sleep: { edit: preStop, from: 0, to: 3, starts: 0 } }
blocks:
${blocks}`;

function rendered(blocks: string, knobs = {}) {
  const read = readSheet(text(blocks));
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return renderSheet(openWorkshop({ main: bench }, createDerive()), read.value, { ...UNTOUCHED, knobs });
}

const faults = (blocks: string) => {
  const read = readSheet(text(blocks));
  return read.ok ? [] : read.error.map(({ message, path }) => [path, message.id]);
};

describe('lanes', () => {
  it('live through the script as the knobs above them have it', () => {
    const { blocks, scripts } = rendered('- p: { en: "{sleep}" }\n- lanes: { id: f }', { sleep: 2 });
    const [, lanes] = blocks;
    if (lanes?.kind !== 'lanes') throw new Error('no lanes');
    expect(lanes).toMatchObject({ number: 1, knobs: ['sleep'] });
    expect(scripts?.get(lanes.script)?.script?.delays).toEqual({ preStop: 2000 });
    const other = rendered('- lanes: { id: f }\n- p: { en: "{sleep}" }', { sleep: 2 });
    expect([...(other.scripts?.values() ?? [])][0]).toEqual(bench);
  });

  it('say which bench is not there', () => {
    expect(rendered('- lanes: { id: f, bench: none }').blocks).toMatchObject([
      { kind: 'fault', why: { id: 'sheet.bench' } },
    ]);
  });

  it.each([
    [
      'a question of time before a stage',
      '- ask: { id: q, before: f, kind: why }\n- stage: { id: f, at: sent }',
      'sheet.missing',
    ],
    [
      'a question of a walk before lanes',
      '- ask: { id: q, before: f, kind: chance }\n- lanes: { id: f }',
      'sheet.missing',
    ],
    ['a release of no kube-proxy', '- lanes: { id: f, beside: { release: "2.0" } }', 'sheet.field'],
    ['a delay that is none', '- lanes: { id: f, beside: { delays: { patience: 3 } } }', 'sheet.field'],
    ['a delay out of its range', '- lanes: { id: f, beside: { delays: { preStop: -1 } } }', 'sheet.field'],
  ])('%s is a fault', (_, blocks, id) => {
    expect(faults(blocks).map(([, each]) => each)).toEqual([id]);
  });

  it('and what is to be said beside a block is no part of it', () => {
    const said = '- p: { en: Text }\n  say: { en: "Ask **them**." }\n  minutes: 3';
    expect(rendered(said).blocks).toMatchObject([
      { kind: 'p', minutes: 3, say: { spans: { en: [{ text: 'Ask ' }, {}, {}] } } },
    ]);
    expect(faults('- p: { en: Text }\n  say: 3')).toEqual([['blocks.0.say', 'sheet.field']]);
  });
});
