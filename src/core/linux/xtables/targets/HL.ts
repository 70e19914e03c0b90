import { hopTarget, type HopTargetSpec } from '../syntax/hop-limit';
import type { TargetExtension } from '../extension';

/** Changes the hop limit. */
export const HL: TargetExtension<'HL', HopTargetSpec> = hopTarget('HL', 'ipv6');
