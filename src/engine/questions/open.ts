import type { Document } from '../../core/document/document';
import { newSession, type Engine } from '../engine';
import { MODE_OFFERS } from '../modes';
import { netnsView } from '../netns-view';
import type { Bench } from '../protocol';
import { listSummaries } from '../rules-summary';

/** Puts a document on the bench once it can be read. */
export async function open(engine: Engine, { document }: { readonly document: Document }): Promise<Bench> {
  await engine.ready(document);
  return benchOn(engine, document);
}

/** Puts a document on the bench that can be read. */
export function benchOn(engine: Engine, document: Document): Bench {
  engine.session = newSession(document, engine.derive);
  return makeBench(engine);
}

/** What of an engine's session can be drawn. */
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
