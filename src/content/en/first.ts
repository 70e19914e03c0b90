import { COMMON_MESSAGES } from './messages/common';
import { SHELL_MESSAGES } from './messages/shell';
import { STORY_MESSAGES } from './messages/story';

export { PHRASES } from './phrases';

/** Words of the page on its first frame: the frame itself and the story. */
export const FIRST_MESSAGES = {
  common: COMMON_MESSAGES,
  shell: SHELL_MESSAGES,
  story: STORY_MESSAGES,
} as const;
