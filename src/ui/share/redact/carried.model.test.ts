import { expect, it } from 'vitest';
import { EXAMPLES } from '../../../content/examples';
import { exampleDocument } from '../../../engine/testing/engine';
import { listCarried } from './carried.model';

it('names what is shared of a cluster: its Nodes and Services first, each name once', () => {
  const { title, names, more, texts } = listCarried(exampleDocument());
  expect(title).not.toBe('');
  expect(names).toEqual(['node1', 'node2', ...names.slice(2)]);
  expect(names).toContain('web');
  expect(new Set(names).size).toBe(names.length);
  expect({ written: names.length, more: more > 0, texts }).toEqual({ written: 8, more: true, texts: 0 });
});

it('says of every example what it carries', () => {
  for (const { id } of EXAMPLES) {
    const { names, texts } = listCarried(exampleDocument(id));
    expect(names.length + texts, id).toBeGreaterThan(0);
  }
});
