/** Words of the help page about licences. */
export const LICENCES_MESSAGES = {
  title: 'Licences',
  own: 'Rulewalk is free software under the Apache License 2.0.',
  ownText: 'Its text',
  others: 'What it is built from',
  othersAbout:
    'Packages that parts of this page come from, each with its own licence. The same list is a file beside the page:',
  show: '{name} {version}: {license}',
} as const;
