import { createContext, use } from 'react';
import { Memo } from '../../core/lib/memo';

const MemoryContext = createContext(new Memo());

/** The memory of the page, handed to its models: forgetting it changes no answer. */
export function useMemory(): Memo {
  return use(MemoryContext);
}
