import { hopMatch, type HopMatchSpec } from '../syntax/hop-limit';
import type { MatchExtension } from '../extension';

/** The hop limit. */
export const hl: MatchExtension<'hl', HopMatchSpec> = hopMatch('hl', 'ipv6');
