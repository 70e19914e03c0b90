/** Words at the edges of the list on the left: menus of its rows, what is behind a word, chips of flows. */
export const LIST_WORDS = {
  menuOf: 'Menu: {name}',
  menuHint: 'A row has the menu its box has on the stage: right-click it, or press ⋮.',
  menuHintRead: 'Understood',
  advanced: 'Advanced',
  otherFlows: '{count, number} more',
  otherFlowsOf: '{count, plural, one {# more flow} other {# more flows}}',
  otherRules: 'patches with other rules',
  noPatch: 'none of them',
} as const;
