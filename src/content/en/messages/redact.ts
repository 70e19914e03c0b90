/** Words of redaction: the switch, and what it hides of a document that leaves the page. */
export const REDACT_MESSAGES = {
  switch: 'Hide addresses, names and comments',
  notPrinted:
    'Addresses, names and comments are hidden in what leaves this page, so the page is not printed as it stands. “Print the moments” in the Share window prints with pseudonyms.',
  about:
    'The link, the file and whatever is copied then hold pseudonyms: the same address or name is the same pseudonym everywhere, subnets stay subnets, and every packet takes the same way.',
  carried:
    'Off: a file, a picture, an embed or a link of the whole document holds {texts, plural, =0 {its title “{title}” and names and addresses as they are: {names}{more, plural, =0 {} other { and # more}}} one {the pasted text word for word, with every name and address in it} other {all # pasted texts word for word, with every name and address in them}}.',
  on: 'on',
  off: 'off',
  working: 'Replacing… {percent, number, percent}',
  failed: 'It broke off: {message}. Nothing is shared until it works.',
  again: 'Try again',
  counts:
    'Replaced: {address, plural, =0 {no addresses} one {# address} other {# addresses}}, {mac, plural, =0 {no MACs} one {# MAC} other {# MACs}}, {name, plural, =0 {no names} one {# name} other {# names and words of comments}}, {chain, plural, =0 {no hashed chains} one {# hashed chain} other {# hashed chains}}.',
  list: 'What became what',
  listAbout: 'Only you see this list.',
  kind: { address: 'address', mac: 'MAC', name: 'name', chain: 'chain' },
  becomes: 'becomes',
  filter: 'Filter replacements',
  stays: 'Numbers, ports, times, device names like eth0 and words of the listings stay.',
  kept: 'Names that every cluster has stay, too: {names}.',
  unread:
    '{count, plural, =0 {Every line was recognised.} one {# line was not recognised: its words were replaced. Read it before you share.} other {# lines were not recognised: their words were replaced. Read them before you share.}}',
  unreadList: 'Lines that were not recognised, as they will be shared',
  copy: 'Copy the redacted texts',
  copied: 'Copied',
  copyFailed: 'The browser did not allow copying.',
  apply: 'Use the pseudonyms on this bench',
} as const;
