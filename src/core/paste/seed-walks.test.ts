import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { networkOfPasted } from './pasted';
import { pasted } from './testing/paste';

/** The notes belong to others: they are read in place. */
const SEEDS = `${process.env['RULEWALK_SHARED'] ?? '../shared'}/seeds`;
const NOTES = existsSync(SEEDS) ? readdirSync(SEEDS) : [];

function note(number: string): string {
  const name = NOTES.find((each) => each.startsWith(number));
  return name === undefined ? '' : readFileSync(`${SEEDS}/${name}`, 'utf8');
}

describe.skipIf(NOTES.length === 0)('the notes, whole', () => {
  it('listings of three modes in one note are three machines', () => {
    const { network } = networkOfPasted(pasted(note('002')));
    const names = [...network.netns].flatMap(([id, { title }]) => (/^node(?::|$)/.test(id) ? [title] : []));
    expect(names).toEqual(['userspace', 'iptables', 'ipvs']);
  });

  it.each([
    ['001', ['layer-of-ports']],
    // The network is said of each machine that has it: the one of iptables mode and the one of IPVS.
    ['002', ['misnamed', 'misnamed', 'miscounted', 'public-network', 'public-network']],
    ['003', ['odds', 'shared-address']],
    ['004', ['table-order']],
  ])('what note %s errs in is said: %j', (number, ids) => {
    const { diagnostics } = networkOfPasted(pasted(note(number)));
    const said = diagnostics.flatMap(({ message: { id } }) =>
      /\.remark\.|misnamed|miscounted/.test(id) ? [id.split('.').at(-1) ?? ''] : [],
    );
    expect(said.toSorted()).toEqual(ids.toSorted());
  });
});
