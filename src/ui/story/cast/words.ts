import type { useTranslations } from 'use-intl';

/** Words of the story's pictures, in the page's language. */
export type StoryWords = ReturnType<typeof useTranslations<'story'>>;
