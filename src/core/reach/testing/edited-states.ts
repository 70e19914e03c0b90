import { expect } from 'vitest';
import type { Netns } from '../../linux/netns';
import { ChainMemo } from '../chain-memo';
import { HostEnds } from '../host-end';
import { modelHost } from '../host-model';
import { openHostSpace } from '../host-space';
import { Space } from '../space';

/** The same space, which remembers nothing of the states before. */
function withoutMemory(space: Space): Space {
  return Object.assign(Object.create(Space.prototype) as Space, space, { chainMemo: new ChainMemo() });
}

/** Fails where the model of one of these states of a host, one after another in one space, is not the one that is made anew. */
export function expectAsMadeAnew(hosts: readonly Netns[]): void {
  const space = openHostSpace(hosts);
  const ends = new HostEnds();
  for (const host of hosts) {
    space.beginState();
    const remembered = modelHost(host, { space, ends });
    space.beginState();
    const anew = modelHost(host, { space: withoutMemory(space), ends });
    expect(remembered.ok && remembered.value.outcome).toEqual(anew.ok && anew.value.outcome);
  }
}
