import { beforeEach, describe, expect, it } from 'vitest';
import { createBench, type BenchStore } from './store';
import type { Actions } from './types';
import type { InboxState } from './inbox-slice';

describe('the inbox', () => {
  let bench: BenchStore;
  let actions: Actions;
  const inbox = (): InboxState => bench.getState().inbox;
  beforeEach(() => {
    bench = createBench();
    ({ actions } = bench.getState());
  });

  it('keeps texts in order until they are taken out', () => {
    actions.receiveTexts([
      { title: 'a', text: '1' },
      { title: 'b', text: '2' },
      { title: 'nothing', text: '' },
    ]);
    expect(inbox().texts.map(({ title }) => title)).toEqual(['a', 'b']);
    const [first] = inbox().texts;
    actions.changeText(first?.id ?? '', (text) => ({ ...text, title: 'c' }));
    expect(inbox().texts[0]?.title).toBe('c');
    actions.discardText(first?.id ?? '');
    expect(inbox().texts.map(({ title }) => title)).toEqual(['b']);
  });

  it('keeps no key of a kubeconfig and no private key', () => {
    const config = 'kind: Config\nusers:\n- name: a\n  user:\n    client-key-data: U0VDUkVU\n    token: "SECRET"\n';
    const pem = '-----BEGIN RSA PRIVATE KEY-----\nU0VDUkVU\n-----END RSA PRIVATE KEY-----\n';
    actions.receiveTexts([
      { title: 'a', text: config },
      { title: 'b', text: pem },
      { title: 'c', text: 'env:\n- name: x\n  token: of-another-kind\n' },
    ]);
    const [first, second, third] = inbox().texts.map(({ text }) => text);
    expect(`${first}${second}`).not.toMatch(/SECRET|U0VD/);
    expect(first).toContain('client-key-data: (taken out)');
    expect(third).toContain('of-another-kind');
  });

  it('names a file that cannot be read and keeps the others', async () => {
    const good = new File(['*nat\n'], 'good.txt');
    const bad = { name: 'bad.txt', text: () => Promise.reject(new Error('gone')) } as unknown as File;
    await actions.receiveFiles([bad, good]);
    expect(inbox().unreadable).toEqual(['bad.txt']);
    expect(inbox().texts.map(({ title, text }) => [title, text])).toEqual([['good.txt', '*nat\n']]);
  });

  it('lets go of what came in, not of the dump that is compared with', async () => {
    actions.setSecondDump({ title: 'after', text: '*filter' });
    actions.receiveTexts([{ title: 'a', text: '1' }]);
    actions.clearInbox();
    expect(inbox()).toEqual({ texts: [], unreadable: [], second: { title: 'after', text: '*filter' } });
  });
});
