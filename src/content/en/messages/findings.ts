/** Words of what is odd about a pasted node. */
export const FINDINGS_MESSAGES = {
  title: 'Findings',
  about: 'What these texts prove to be odd. What they do not show is not guessed.',
  none: 'Nothing odd was found in these texts.',
  working: 'Checking the rules… {percent, number, percent}',
  stop: 'Stop',
  stopped: 'Stopped.',
  failed: 'The check broke off: {message}',
  again: 'Check again',
  large: 'These texts are large ({size, number} MB): checking them takes a while.',
  check: 'Check the rules',
  severity: { error: 'error', warning: 'warning', info: 'note' },
  counts:
    '{error, plural, =0 {} one {# error} other {# errors}} {warning, plural, =0 {} one {# warning} other {# warnings}} {info, plural, =0 {} one {# note} other {# notes}}',
  next: 'Next:',
  jump: 'Show in the rules: {place}',
  morePlaces: '{count, plural, one {and one more place} other {and {count, number} more places}}',
  more: '{count, plural, one {Show one more} other {Show {count, number} more}}',
  alike: '{count, plural, one {# more of this kind} other {# more of this kind}}',
  rule: '{table} {chain}, rule {index, number}',
  chain: '{table} {chain}',
} as const;
