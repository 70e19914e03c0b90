import { createContext, use } from 'react';
import { Memo } from '../../core/lib/memo';

const MemoryContext = createContext(new Memo());

/** What the page worked out before, handed to its models. */
export function useMemory(): Memo {
  return use(MemoryContext);
}
