import type { ReactNode } from 'react';
import type { Lens, LensPicture } from '../../../core/story/lens';
import type { Moment } from '../../../core/story/moment';
import { AFFINITY_LENS } from './lens-affinity';
import { HEADER_LENS } from './lens-header';
import { KEPT_LENS } from './lens-kept';
import { LADDER_LENS } from './lens-ladder';
import type { LensKind, LensProps } from './lens-kind';
import { LOOKUP_LENS } from './lens-lookup';
import { MAP_LENS } from './lens-map';
import { MARK_LENS } from './lens-mark';
import type { Block, LensKit } from './lens-pen.model';
import { PROCESS_LENS } from './lens-process';
import { REFUSAL_LENS } from './lens-refusal';
import { ROUTES_LENS } from './lens-routes';
import { RULE_LENS } from './lens-rule';
import { SERVERS_LENS } from './lens-servers';
import { VIRTUAL_SERVER_LENS } from './lens-virtual-server';
import { WAY_LENS } from './lens-way';

/** Every lens, by the kind of its picture. A new one is its file and one line here. */
const LENSES: { readonly [K in LensPicture['kind']]: LensKind<K> } = {
  way: WAY_LENS,
  rule: RULE_LENS,
  lookup: LOOKUP_LENS,
  'virtual-server': VIRTUAL_SERVER_LENS,
  affinity: AFFINITY_LENS,
  ladder: LADDER_LENS,
  servers: SERVERS_LENS,
  map: MAP_LENS,
  process: PROCESS_LENS,
  header: HEADER_LENS,
  routes: ROUTES_LENS,
  mark: MARK_LENS,
  kept: KEPT_LENS,
  refusal: REFUSAL_LENS,
};

/** The lens of a picture: what stands under its kind takes pictures of that kind. */
const findLens = (picture: LensPicture): LensKind<LensPicture['kind']> =>
  LENSES[picture.kind] as LensKind<LensPicture['kind']>;

/** Draws on the page what decided, by the lens of the picture. */
export function AnyLens(props: LensProps): ReactNode {
  const { Page } = findLens(props.picture);
  return <Page {...props} />;
}

/** Draws what decided at a moment as shapes, in the width of the page; with their height, px. */
export function lensBlock({ picture }: Lens, moment: Moment, kit: LensKit): Block {
  return findLens(picture).shapes(picture, moment, kit);
}
