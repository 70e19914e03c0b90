import { beforeEach, describe, expect, it } from 'vitest';
import { clearInbox, currentInbox, discardText, receiveFiles, receiveTexts, renameText } from './inbox';

describe('the inbox', () => {
  beforeEach(clearInbox);

  it('keeps texts in order until they are taken out', () => {
    receiveTexts([
      { title: 'a', text: '1' },
      { title: 'b', text: '2' },
      { title: 'nothing', text: '' },
    ]);
    expect(currentInbox().texts.map(({ title }) => title)).toEqual(['a', 'b']);
    const [first] = currentInbox().texts;
    renameText(first?.id ?? '', 'c');
    expect(currentInbox().texts[0]?.title).toBe('c');
    discardText(first?.id ?? '');
    expect(currentInbox().texts.map(({ title }) => title)).toEqual(['b']);
  });

  it('names a file that cannot be read and keeps the others', async () => {
    const good = new File(['*nat\n'], 'good.txt');
    const bad = { name: 'bad.txt', text: () => Promise.reject(new Error('gone')) } as unknown as File;
    await receiveFiles([bad, good]);
    expect(currentInbox().unreadable).toEqual(['bad.txt']);
    expect(currentInbox().texts.map(({ title, text }) => [title, text])).toEqual([['good.txt', '*nat\n']]);
  });
});
