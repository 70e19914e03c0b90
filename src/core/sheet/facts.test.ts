import { describe, expect, it } from 'vitest';
import { createDerive } from '../document/derive';
import { listPodIPs } from '../kubernetes/pods';
import { WEB_TWO_NODES } from '../../content/examples/web-two-nodes';
import { listFacts } from './facts';
import { listFalse, NO_FACTS, spellPosition, tallyFacts } from './fact-tally';
import type { KnobSettings } from './knobs';
import { FIRST_PLACE, listSettings, MOST_SETTINGS, renderPlace } from './positions';
import { readSheet } from './read';
import { renderSheet } from './render';
import { UNTOUCHED } from './state';
import { readValue } from './values';
import { openWorkshop } from './walks';

const bench = WEB_TWO_NODES.document('en');

/** What was worked out for one text stands for all: they turn the same knobs. */
const shop = openWorkshop({ main: bench }, createDerive());

const text = (blocks: string): string => `
sheet: 1
id: s
title: { en: S }
bench: main
knobs:
  mode: { edit: mode, of: [iptables, nftables, ipvs] }
  pods: { edit: scale web, from: 0, to: 3, starts: 3 }
blocks:
  - p: { en: 'In {mode} with {pods}.' }
${blocks}
  - choice: { id: f }
`;

function sheetOf(blocks: string) {
  const read = readSheet(text(blocks));
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return read.value;
}

/** What is false in some blocks over all positions: id, path and values of each sentence. */
function falseIn(blocks: string, present: KnobSettings = {}) {
  const sheet = sheetOf(blocks);
  const settings = listSettings(sheet, present);
  let [tally, place] = [NO_FACTS, FIRST_PLACE];
  for (let knobs = settings[0]; knobs; knobs = settings[place.setting]) {
    const { rendered, next } = renderPlace(shop, sheet, { ...place, knobs });
    const facts = listFacts(sheet, rendered);
    tally = tallyFacts(tally, { where: spellPosition(rendered.knobs), outcome: place.outcome ?? 0, facts });
    place = next;
  }
  return listFalse(tally).map(({ message: { id, values }, path }) => ({ id, path, ...values }));
}

const p = (en: string): string => `  - p: { en: ${JSON.stringify(en)} }`;
const podNames = bench.cluster.pods.map(({ metadata }) => metadata.name);

describe('what a Sheet says over all positions of its knobs', () => {
  it('is true where its author left each case its own', () => {
    expect(falseIn(p('[[pods|0=Nobody is there.|else=One of {=n} is chosen: `{=chosen}`.]]'))).toEqual([]);
  });

  it('names what is false somewhere, with where that is first and at how many more', () => {
    expect(falseIn(p('Each has 1 in 3.'))).toMatchObject([
      {
        id: 'sheet.false.share',
        path: 'blocks.1.p.en',
        said: '1 in 3',
        where: 'mode = iptables, pods = 1',
        instead: '1',
      },
    ]);
    expect(falseIn(p('One of {=n}.'))).toMatchObject([
      { id: 'sheet.false.value', where: 'mode = iptables, pods = 0', more: 2 },
    ]);
    expect(falseIn(p('[[pods|0= |else=Some.]]'))).toMatchObject([{ id: 'sheet.false.empty', more: 2 }]);
    expect(falseIn(p('kube-proxy is in iptables mode. If kube-proxy is in ipvs mode, it is otherwise.'))).toMatchObject(
      [{ id: 'sheet.false.mode', said: 'iptables', instead: 'nftables', where: 'mode = nftables, pods = 0' }],
    );
    expect(falseIn(p(`There is \`${podNames.at(-1)}\`, and \`never-there\`.`))).toContainEqual(
      expect.objectContaining({ id: 'sheet.false.name', said: podNames.at(-1), where: 'mode = iptables, pods = 0' }),
    );
    expect(falseIn('  - stage: { id: g, at: chosen }')).toMatchObject([
      { id: 'sheet.false.moment', path: 'blocks.1.stage', said: 'chosen', instead: 'refused' },
    ]);
  });

  it('tells a Pod that is chosen at first from the one that is chosen elsewhere', () => {
    const { walks } = renderSheet(shop, sheetOf(p('All.')), UNTOUCHED);
    const [chosen = ''] = [...walks.values()].map((walk) => readValue('chosen', walk));
    const other = bench.cluster.pods.find(
      (pod) => pod.metadata.name.startsWith('web-') && !listPodIPs(pod).includes(chosen.split(':')[0]!),
    )!.metadata.name;
    expect(falseIn(p(`It goes to \`${chosen}\`.`))).toContainEqual(
      expect.objectContaining({
        id: 'sheet.false.chosen',
        said: chosen,
        where: 'mode = iptables, pods = 3',
      }),
    );
    expect(falseIn(p(`Beside it is \`${other}\`.`)).map(({ id }) => id)).not.toContain('sheet.false.chosen');
  });

  it('begins where the knobs stand', () => {
    const sheet = sheetOf(p('All.'));
    const settings = listSettings(sheet, { mode: 'ipvs', pods: 2 });
    expect(settings[0]).toEqual({ mode: 'ipvs', pods: 2 });
    expect(settings).toHaveLength(12);
    expect(falseIn(p('Each has 1 in 2.'), { pods: 2 })).toMatchObject([{ said: '1 in 2', instead: '1' }]);
  });

  it('walks no more positions than it says', () => {
    const letters = 'abcdefgh';
    const wide = text(p('All.')).replace(
      'blocks:',
      Array.from({ length: 8 }, (_, at) => `  k${letters[at]}: { edit: scale web, from: 0, to: 20 }\n`).join('') +
        'blocks:',
    );
    const named = wide.replace('In {mode}', Array.from({ length: 8 }, (_, at) => `{k${letters[at]}}`).join(' '));
    const read = readSheet(named);
    if (!read.ok) throw new Error(JSON.stringify(read.error));
    expect(listSettings(read.value)).toHaveLength(MOST_SETTINGS);
  });
});
