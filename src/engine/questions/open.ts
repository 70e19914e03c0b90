import type { Document } from '../../core/document/document';
import { newSession, type Engine } from '../engine';
import { netnsView } from '../netns-view';
import type { Bench, ModeOffer, ReleaseOffer } from '../protocol';
import { listSummaries } from '../rules-summary';
import { PROXY_MODES } from '../../core/kubernetes/proxy';
import { releaseProblem } from '../../core/kubernetes/release-problem';
import type { ProxyMode } from '../../core/kubernetes/proxy/mode';
import { patchReleases, releaseChanges } from '../../core/kubernetes/proxy/release-changes';
import { getMinor, namedPatch, NEWEST_RELEASE } from '../../core/kubernetes/release';
import type { ProxyModeId } from '../../core/kubernetes/types';

/** Puts the document that is asked about on the bench. */
export function open(engine: Engine, { document }: { readonly document: Document }): Bench {
  return benchOn(engine, document);
}

/** Puts a document on the bench that can be read. */
export function benchOn(engine: Engine, document: Document): Bench {
  engine.session = newSession(document, engine.derive);
  return makeBench(engine);
}

/** The drawable state of an engine's session: namespaces, devices, rules, Services. */
export function makeBench({ session: { derived }, memo }: Engine): Bench {
  const { network, bare, findings, assumptions, found, podNetworks, texts, identities, suggested, connections } =
    derived;
  const all = [...(bare ?? network.netns).values()];
  return {
    modes: MODE_OFFERS,
    netns: all.map((netns) => netnsView(netns, derived, memo)),
    segments: network.segments,
    rules: listSummaries(derived, memo),
    diagnostics: findings,
    assumptions,
    found,
    texts,
    suggested,
    ...(identities ? { identities } : {}),
    ...(podNetworks ? { podNetworks } : {}),
    ...(connections ? { connections } : {}),
  };
}

/** The first release any mode has: releases a mode lacks are listed too, with the reason. */
const OLDEST = Math.min(...PROXY_MODES.filter(({ axis }) => !axis).map(({ since }) => getMinor(since)));

/** Every mode the page can walk through, with every release known to any of them, oldest first. */
export const MODE_OFFERS: readonly ModeOffer[] = PROXY_MODES.map(makeOffer);

function makeOffer(mode: ProxyMode<ProxyModeId>): ModeOffer {
  const [first, last] = mode.axis ? [mode.since, mode.until ?? mode.since] : [`1.${OLDEST}`, NEWEST_RELEASE];
  const count = getMinor(last) - getMinor(first) + 1;
  const changes = new Map(releaseChanges(mode).map((each) => [each.release, each.changes] as const));
  const releases = Array.from({ length: count }, (_, index): ReleaseOffer => {
    const release = `1.${getMinor(first) + index}`;
    const problem = releaseProblem(mode, release);
    const news = changes.get(release);
    if (problem) return { release, problem };
    const named = mode.axis ? undefined : namedPatch(release);
    const stands = named ? { patch: named.release, recorded: named.recorded && mode.system === undefined } : {};
    const patches = patchReleases(mode, getMinor(release));
    return {
      release,
      ...stands,
      ...(news ? { changes: news } : {}),
      ...(patches.length > 0 ? { patches } : {}),
    };
  });
  return { id: mode.id, title: mode.title, releases, ...(mode.axis ? { axis: mode.axis } : {}) };
}
