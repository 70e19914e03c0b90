/** Words of lessons and scenes, and of what is asked before it is shown. */
export const LESSONS_MESSAGES = {
  title: 'Lessons',
  about: 'A scene asks its one question before it shows the answer. What you have seen is kept in this browser only.',
  seen: '{count, number} of {of, number} seen',
  wasSeen: 'seen',
  start: 'Start',
  resume: 'Go on',
  more: '{count, number} more',
  moreScenes: '{count, number} more scenes: {title}',
  forget: 'Forget progress',
  hide: 'Ask more: before every choice, verdict and source, and hide all that comes',
  answer: '{count, plural, =2 {Press A or B.} =3 {Press A, B or C.} other {Press A, B, C or D.}} Then it is shown.',
  answers: 'Answers',
  skip: 'Show it',
  on: 'on {node}',
  presenter: {
    title: 'Rulewalk: for the speaker',
    blank: 'The screen is blank: press . to go on',
    timer: '{time} since the start: set to zero',
  },
} as const;
