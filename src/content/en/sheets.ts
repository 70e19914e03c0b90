/** Titles of the Sheets of the house. */
export const SHEET_WORDS = {
  'where-a-packet-goes': {
    title: 'Where a Service’s packet really goes',
  },
  'reading-a-real-node': {
    title: 'Reading a real node',
  },
  'why-my-source-address-is-gone': {
    title: 'Why my source address is gone',
  },
  'one-rollout-four-lost-requests': {
    title: 'One rollout, four lost requests',
  },
  'leaving-ipvs': {
    title: 'Leaving IPVS',
  },
} as const;
