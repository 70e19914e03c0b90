import { NEWEST_RELEASE, PROXY_MODES, releaseProblem } from '../core/kubernetes/proxy';
import type { ProxyMode } from '../core/kubernetes/proxy/mode';
import { minorOf } from '../core/kubernetes/release';
import type { ProxyModeId } from '../core/kubernetes/types';
import type { ModeOffer } from './protocol';

/** The first release any mode has: releases a mode lacks are listed too, with the reason. */
const OLDEST = Math.min(...PROXY_MODES.map(({ since }) => minorOf(since)));

/** Every mode the page can walk through, with every release known to any of them, oldest first. */
export const MODE_OFFERS: readonly ModeOffer[] = PROXY_MODES.map(offerOf);

function offerOf(mode: ProxyMode<ProxyModeId>): ModeOffer {
  const count = minorOf(NEWEST_RELEASE) - OLDEST + 1;
  const releases = Array.from({ length: count }, (_, index) => {
    const release = `1.${OLDEST + index}`;
    const problem = releaseProblem(mode, release);
    return problem ? { release, problem } : { release };
  });
  return { id: mode.id, title: mode.title, releases };
}
