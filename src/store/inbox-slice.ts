import { withoutKeys } from '../core/formats/kubernetes/keys';
import type { Access } from './access';
import type { InboxActions, InboxState } from './types';

/** Before anything came in. */
export const EMPTY_INBOX: InboxState = { texts: [], unreadable: [], second: undefined };

/** Texts that came in, until they are on the bench. */
export function inboxActions(access: Access): InboxActions {
  let count = 0;
  const patch = (change: (inbox: InboxState) => Partial<InboxState>): void =>
    access.set(({ inbox }) => ({ inbox: { ...inbox, ...change(inbox) } }));
  const receiveTexts: InboxActions['receiveTexts'] = (texts) => {
    const kept = texts.filter(({ text }) => text !== '').map((each) => ({ ...each, text: withoutKeys(each.text) }));
    const added = kept.map((each) => ({ id: `pending-${++count}`, ...each }));
    if (added.length > 0) patch((inbox) => ({ texts: [...inbox.texts, ...added] }));
  };
  return {
    receiveTexts,
    receiveFiles: async (files) => {
      for (const file of files) {
        try {
          receiveTexts([{ title: file.name, text: await file.text() }]);
        } catch {
          patch(({ unreadable }) => ({ unreadable: [...unreadable, file.name] }));
        }
      }
    },
    changeText: (id, change) =>
      patch(({ texts }) => ({ texts: texts.map((text) => (text.id === id ? change(text) : text)) })),
    discardText: (id) => patch(({ texts }) => ({ texts: texts.filter((text) => text.id !== id) })),
    clearInbox: () => patch(({ second }) => ({ ...EMPTY_INBOX, second })),
    setSecondDump: (second) => patch(() => ({ second })),
  };
}
