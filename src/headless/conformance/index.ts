import { COMPILER_SUITE } from './compiler';
import { FLOWS_SUITE } from './flows';
import { FORMATS_SUITE } from './formats';
import { KERNEL_SUITE } from './kernel';
import type { Suite } from './suite';

/** One line a suite. */
export const SUITES: readonly Suite[] = [COMPILER_SUITE, KERNEL_SUITE, FLOWS_SUITE, FORMATS_SUITE];
