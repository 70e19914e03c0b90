import { createContext, use } from 'react';

/** Names that are coloured wherever the story says them. */
export interface StoryNames {
  readonly service: string | undefined;
  readonly pods: ReadonlySet<string>;
}

/** The names of the story that is shown. */
export const NamesContext = createContext<StoryNames>({ service: undefined, pods: new Set() });

/** Names to be coloured; outside of a story none. */
export function useNames(): StoryNames {
  return use(NamesContext);
}
