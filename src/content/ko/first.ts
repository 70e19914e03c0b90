import type * as EN from '../en/first';
import type { Translated } from '../translated';
import { COMMON_MESSAGES } from './messages/common';
import { SHELL_MESSAGES } from './messages/shell';
import { STORY_MESSAGES } from './messages/story';

export { PHRASES } from './phrases';

/** Words of the page on its first frame: the frame itself and the story. */
export const FIRST_MESSAGES = {
  common: COMMON_MESSAGES,
  shell: SHELL_MESSAGES,
  story: STORY_MESSAGES,
} satisfies Translated<typeof EN.FIRST_MESSAGES>;
