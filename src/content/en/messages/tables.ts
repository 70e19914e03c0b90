/** Words of the tables. */
export const TABLES_MESSAGES = {
  conntrack: {
    none: 'No namespace on the way tracks connections.',
    empty: 'No entry yet.',
    timeout: '{seconds, number} s left',
    making: 'being made: not in the table until its packet leaves or is delivered',
    lost: 'never entered the table: its packet did not get through',
    changes: 'This step: {changes}',
    change: {
      new: 'made',
      original: 'original tuple',
      reply: 'the reply it waits for',
      status: 'status',
      state: 'state',
      timeout: 'timer',
      confirmed: 'confirmed',
      lost: 'thrown away',
    },
    note: '→ how the first packet looked. ← how an answer has to look to be recognised.',
  },
  vfp: {
    about:
      'VFP keeps the flows it translated: port, both ends, what they become. For how long is not documented, so nothing here forgets. As documented, not recorded.',
  },
  ebpf: {
    about: 'Programs of eBPF keep connections and translations in maps of their own; conntrack does not have them.',
    empty: 'Nothing is remembered.',
    left: '{seconds, number} s left',
  },
  pasted: {
    title: { conntrack: 'Pasted: conntrack -L', ipvs: 'Pasted: ipvsadm -Lnc' },
    about: {
      conntrack: 'The node knew these connections. A packet of one is found here and nat rules are not asked again.',
      ipvs: 'IPVS knew these connections. A packet of one goes to the server it was given, and no scheduler is asked again.',
    },
    filter: 'Filter by address, port or state',
    send: 'Send {from} to {to}',
    more: '{count, plural, one {# more: type to find it} other {# more: type to find them}}',
    nothing: 'No connection fits.',
  },
  routes: {
    none: 'No network yet',
    namespace: 'Namespace whose routes are shown',
    follow: 'follow the packet: {netns}',
    table: 'table {table}',
    chosen: 'chosen',
    empty: 'No routes.',
    goToStep: 'step {step, number}',
  },
} as const;
