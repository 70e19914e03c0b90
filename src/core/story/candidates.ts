import type { Lens } from './lens';
import type { StoryEnd } from './moment';

/** Endpoints that could have been chosen, with the share of each where it is known. */
export function listCandidates({ picture }: Lens): readonly { readonly end: StoryEnd; readonly share?: string }[] {
  if (picture.kind === 'ladder') return picture.rungs.flatMap(({ end, share }) => (end ? [{ end, share }] : []));
  if (picture.kind === 'map') return picture.cells.flatMap(({ end }) => (end ? [{ end, share: picture.odds }] : []));
  if (picture.kind === 'process') return picture.endpoints.map(({ end }) => ({ end }));
  if (picture.kind !== 'servers') return [];
  const { servers, odds } = picture;
  return servers.map(({ end }) => (odds === `1/${servers.length}` ? { end, share: odds } : { end }));
}
