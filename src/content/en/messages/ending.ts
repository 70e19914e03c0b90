/** Words of what comes after a story, and of its chance drawn again. */
export const ENDING_MESSAGES = {
  label: 'What to try next',
  title: 'What would change this walk?',
  pods: 'The Pods behind {service}',
  modes: {
    title: 'Another mode',
    about: 'The same packet: rules tried there and back, and lookups that found something.',
    working: 'Walking it in the other modes…',
    failed: 'The other modes could not be compared.',
    here: 'this walk',
    lookups: '{count, plural, =0 {no lookup} one {# lookup} other {# lookups}}',
    ends: 'ends as “{verdict}”',
    elsewhere: 'goes to {name}',
    source: 'the Pod sees {address}',
    crossings: '{count, plural, =0 {never} one {once} other {# times}} through a process',
    walk: 'Walk it in {mode}',
  },
  why: {
    title: 'What would let it through?',
    about: 'Each rule, policy and setting it depends on is changed, one at a time, and the packet sent again.',
    do: 'Try the changes',
  },
  predict: {
    title: 'Predict it',
    about: 'From the start, with what comes hidden: you are asked what decides, then it is shown.',
    do: 'Predict',
  },
  notReady: {
    title: 'A Pod is not ready',
    about: '{pod} got this packet. Who gets the next one when it fails its readiness probe?',
    do: 'Make {pod} not ready',
  },
  ready: {
    title: 'A Pod is ready',
    about: '{pod} is not ready. What happens to this packet once it is?',
    do: 'Make {pod} ready',
  },
  more: {
    title: 'One Pod more',
    about: 'What happens to this packet with one Pod more behind {service}?',
    do: 'One Pod more',
  },
  draws: {
    label: 'Drawn again',
    again: 'draw again',
    many: '{count, number} times',
    manyHint:
      'Until {count, number} are drawn in all: those before count, too. Where there are so many, so many others',
    drawn: '{count, plural, one {# new connection} other {# new connections}}{all, select, yes { in all} other {}}',
    drawing: 'drawing …',
    last: 'last: {name}',
    row: '{name}: {count, number} of {total, number}{odds, select, none {} other {, odds {odds}}}',
    inTurn: 'in turn',
    share: '{part, number} of {whole, number}',
    rowInTurn: '{name}: {count, number} of {total, number}, {part, number} of {whole, number} in turn',
    more: '{count, plural, one {# more place} other {# more places}}',
  },
} as const;
