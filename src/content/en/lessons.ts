/** Titles of lessons, and what somebody knows at their end. */
export const LESSON_WORDS = {
  'what-a-service-is': {
    title: 'What a Service is',
    goal: 'A Service is an address of no machine: rules make it work.',
  },
  'why-this-pod': {
    title: 'Why this Pod',
    goal: 'Which Pod answers is drawn for each connection, among those that are ready.',
  },
  'from-outside': {
    title: 'From outside',
    goal: 'Who comes from outside is let in by a node, and often loses its address there.',
  },
  'back-to-oneself': {
    title: 'Back to oneself',
    goal: 'The way back decides whether it works: every change must be undone where it was made.',
  },
  'four-ways': {
    title: 'Four ways to do the same',
    goal: 'Four modes choose in four places; what arrives is nearly the same.',
  },
  'real-nodes': {
    title: 'Reading a real node',
    goal: 'On a real node others write rules, too: look whose rule ended it.',
  },
  time: {
    title: 'From an edit to the last failed request',
    goal: 'Rules follow objects late, each node on its own; who asks meanwhile meets what was.',
  },
} as const;
