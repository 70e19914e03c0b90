import { KERNEL_SUITE } from './kernel';
import type { Suite } from './suite';

/** One line a suite. */
export const SUITES: readonly Suite[] = [KERNEL_SUITE];
