import { hopTarget, type HopTargetSpec } from '../syntax/hop-limit';
import type { TargetExtension } from '../extension';

/** Changes the time to live. */
export const TTL: TargetExtension<'TTL', HopTargetSpec> = hopTarget('TTL', 'ipv4');
