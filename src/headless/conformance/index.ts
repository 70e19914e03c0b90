import { COMPILER_SUITE } from './compiler';
import { KERNEL_SUITE } from './kernel';
import type { Suite } from './suite';

/** One line a suite. */
export const SUITES: readonly Suite[] = [COMPILER_SUITE, KERNEL_SUITE];
