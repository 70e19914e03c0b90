/** Words of what an edit changed in the kernel. */
export const CHANGES_MESSAGES = {
  title: 'Changed by the last edit',
  short: 'Edited lines',
  list: 'Changed lines',
  told: 'The last edit added {added, plural, one {# line} other {# lines}}, removed {removed, number} and moved {moved, number}.',
  counts: '{added, number} added, {removed, number} removed{moved, plural, =0 {} other {, # moved}}',
  added: 'Added:',
  removed: 'Removed:',
  moved: 'Moved:',
  changed: 'added by the last edit',
  more: '{count, number} more',
  moreLines: '… and {count, number} more lines',
} as const;
