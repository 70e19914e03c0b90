/** Words of what is kept in the browser, and of letting it go. */
export const KEPT_MESSAGES = {
  title: 'What is kept',
  about:
    'Nothing leaves this page: the browser refuses every connection it would make. The bench, the last ten documents made or pasted here, the last five that came by a link, pasted texts, what is being typed and your settings are kept in this browser only (Web Storage; documents and large texts in IndexedDB), until you remove them and at most {days} days after the last change. What you remove is deleted there at once. For work without a network the browser also keeps a copy of the page’s own files.',
  short: 'Pasted texts stay in this browser, at most {days} days. What you remove is deleted at once.',
  forget: 'Forget everything kept here',
  sure: 'This removes the bench, every document and pasted text, what is being typed, undo and your settings from this browser. Other open tabs are emptied, too.',
  yes: 'Forget it all',
  no: 'Keep it',
  done: 'Everything that was kept here is gone. The example cluster is on the bench.',
  documents: {
    title: 'Your documents',
    fold: 'Documents that were on the bench before ({count, number})',
    own: 'Made or pasted here',
    linked: 'Came by a link',
    untitled: 'Without a title',
    cluster:
      '{mode}, {nodes, plural, one {# node} other {# nodes}}, {services, plural, one {# Service} other {# Services}}',
    pasted: 'Pasted, {texts, plural, one {# text} other {# texts}}',
  },
} as const;
