import { hopMatch, type HopMatchSpec } from '../syntax/hop-limit';
import type { MatchExtension } from '../extension';

/** The time to live. */
export const ttl: MatchExtension<'ttl', HopMatchSpec> = hopMatch('ttl', 'ipv4');
