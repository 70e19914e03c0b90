import type { Planes } from './kernel-parts';
import { resolveName } from './resolve-name';

/** What a document needs whose flows go to names: the zone of the cluster, and how a Pod's resolver asks for it. */
export const NAMES_PLANE: Planes = { resolveName };
