import { describe, expect, test } from 'vitest';
import { TIME_SCENES } from '../../content/scenes';
import type { Document } from '../document/document';
import { SOAKING, THOROUGH } from '../lib/testing/soaking';
import { makeTrace } from '../sim/explore';
import { readEnd } from './ending';
import { Moments } from './moment';
import { lived, runToEnd } from './testing/documents';
import type { TimelineRequest } from './timeline';

/** So many of a list, from its first to its last. */
const spread = <T>(all: readonly T[], wanted: number): readonly T[] => {
  const count = Math.min(wanted, all.length);
  return all.filter((_, at) => Math.floor((at * count) / all.length) !== Math.floor(((at - 1) * count) / all.length));
};

/** Requests that end otherwise where they are opened on the bench than the timeline says: when it soaks every one that failed or was late. */
function contradictions(document: Document): readonly string[] {
  const { requests } = lived(document);
  const moments = runToEnd(Moments.of(document));
  const kindOf = ({ outcome, why, took }: TimelineRequest): string => `${outcome} ${why} ${took === undefined}`;
  const kinds = [...new Set(requests.map(kindOf))];
  const chosen = new Set(
    kinds.flatMap((kind) =>
      spread(
        requests.filter((each) => kindOf(each) === kind),
        SOAKING ? (kind.startsWith('served undefined true') ? 20 : Infinity) : THOROUGH ? 4 : 2,
      ),
    ),
  );
  return requests
    .filter((each) => chosen.has(each))
    .flatMap(({ at, client, outcome, to, took }) => {
      const moment = runToEnd(moments.at(at, client));
      const opened = moments.open({ at, client });
      if (!opened) return [`${at} ${client}: nothing is opened of ${outcome}`];
      const end = readEnd(makeTrace(opened.input, opened.outcomes[opened.shown ?? -1]!));
      // The moment is that of the SYN that was answered.
      const sent = took !== undefined && outcome !== 'timed-out' ? at + took : at;
      if (moment.at !== sent) return [`${at} ${client} took ${took}: shown at ${moment.at}`];
      return end.outcome === outcome && end.to === to
        ? []
        : [`${at} ${client} took ${took}: ${outcome} by ${to}, opened ${end.outcome} by ${end.to}`];
    });
}

describe('a request of a timeline ends as its walk on the bench', () => {
  test.each(TIME_SCENES.map((scene) => [scene.id, scene] as const))(
    '%s',
    { timeout: SOAKING ? 3_600_000 : 120_000 },
    (_, { document }) => {
      const all = contradictions(document());
      expect(all).toEqual([]);
    },
  );
});
