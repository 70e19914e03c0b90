import { describe, expect, it } from 'vitest';
import { examineTexts } from '../../core/questions/examine';
import { networkOfPasted } from '../../core/paste/pasted';
import { nodeText } from '../../core/questions/reconstruct/testing/node-text';
import { emptyDocument } from '../../core/document/document';
import { finished } from '../../core/lib/scan';
import { makeComparison, modesApart, openNode, type Opening } from './open-node.model';

const MODES = ['userspace', 'iptables', 'ipvs'] as const;

function rulesOf(mode: (typeof MODES)[number]): string {
  const text = nodeText(mode);
  return text.slice(text.indexOf('*'), text.lastIndexOf('root@')).replaceAll(/^root@.*$/gm, '');
}

const NOTE = MODES.map((mode) => `## ${mode} Mode\n\nwords\n\n${rulesOf(mode)}\n`).join('');

function opening(
  text: string,
  node?: string,
): { readonly opening: Opening; readonly apart: ReturnType<typeof modesApart> } {
  const texts = [{ id: 'pending-1', title: 'note', text, ...(node === undefined ? {} : { node }) }];
  const made: Opening = { fresh: false, texts, facts: {}, flow: undefined };
  return { opening: made, apart: modesApart(made, finished(examineTexts({ texts, facts: {} })).texts) };
}

describe('a note with listings of several modes', () => {
  it('becomes the bench and a pane for each other mode', () => {
    const { apart } = opening(NOTE);
    expect([apart?.mode, ...(apart?.others.map(({ mode }) => mode) ?? [])]).toEqual([...MODES]);
    if (!apart) return;
    const { document } = openNode(emptyDocument(), apart.opening);
    const compared = makeComparison(document, apart);
    expect(compared.panes?.map(({ mode, document: key }) => `${mode} ${key ?? ''}`)).toEqual([
      'userspace ',
      'iptables mode:iptables',
      'ipvs mode:ipvs',
    ]);
    for (const [index, mode] of MODES.entries()) {
      const own = index === 0 ? document : compared.documents?.[`mode:${mode}`];
      const made = networkOfPasted(own?.pasted ?? { texts: [], facts: {} });
      expect(made.names.size).toBe(1);
      expect(made.suggested.length).toBeGreaterThan(0);
    }
  });

  it('keeps the numbers of lines', () => {
    const { apart } = opening(NOTE);
    const lines = apart?.others[1]?.texts[0]?.text.split('\n') ?? [];
    expect(lines.findIndex((line) => line === '## ipvs Mode')).toBe(NOTE.split('\n').indexOf('## ipvs Mode'));
  });

  it('is left whole where it has one, or a person said whose it is', () => {
    expect(opening(`## ipvs Mode\n${rulesOf('ipvs')}`).apart).toBeUndefined();
    expect(opening(NOTE, 'n1').apart).toBeUndefined();
  });
});
