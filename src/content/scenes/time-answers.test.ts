import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Document } from '../../core/document/document';
import type { ScriptEvent } from '../../core/document/script';
import { tries } from '../../core/lib/testing/soaking';
import { Memo } from '../../core/lib/memo';
import { findRemedy } from '../../core/timeline/remedy';
import { clusterDocument, listFailed, lived, runToEnd } from '../../core/timeline/testing/documents';
import { randomScripts } from '../../core/timeline/testing/random-scripts';
import type { Lived } from '../../core/timeline/timeline';
import { createSpeaker } from '../phrases';

const SAY = { en: createSpeaker('en'), ko: createSpeaker('ko') };

type Answer = Lived['answer'][number];

const CHOSEN = { refused: 'refused', 'timed-out': 'timed', reset: 'reset', unknown: 'other' } as const;

/** Every number an answer says, counted again in the list of requests. */
function recounted({ requests, failures }: Lived): readonly Pick<Answer, 'id' | 'values'>[] {
  const failed = requests.filter(({ outcome }) => outcome !== 'served');
  const late = requests.filter(({ outcome, took }) => outcome === 'served' && took !== undefined);
  const groups = failures.map(({ kind, outcome }) => ({
    count: failed.filter((each) => each.why === kind && each.outcome === outcome).length,
    outcome: CHOSEN[outcome],
  }));
  const most = Math.max(...late.map(({ took = 0 }) => took));
  const seconds = most < 1000 ? Math.round(most / 10) / 100 : Math.round(most / 100) / 10;
  return [
    failed.length === 0
      ? { id: 'timeline.answer.none', values: { total: requests.length } }
      : { id: 'timeline.answer.some', values: { total: requests.length, failed: failed.length } },
    ...groups.map((values) => ({
      id: expect.stringMatching(/^timeline\.why\./) as unknown as Answer['id'],
      values: expect.objectContaining(values) as Answer['values'],
    })),
    ...(late.length > 0 ? [{ id: 'timeline.answer.late' as const, values: { count: late.length, seconds } }] : []),
  ] as readonly Pick<Answer, 'id' | 'values'>[];
}

test('whatever happens: every number of the answer is one of the list of requests, in both languages', () => {
  fc.assert(
    fc.property(randomScripts, (document) => {
      const timeline = lived(document);
      expect(timeline.answer).toEqual(recounted(timeline));
      const counts = timeline.answer.flatMap(({ values }) => Number(values?.['count'] ?? Number.NaN));
      const ofGroups = timeline.failures.reduce((sum, { count }) => sum + count, 0);
      expect(ofGroups).toBe(listFailed(timeline));
      for (const language of ['en', 'ko'] as const)
        for (const [nth, phrase] of timeline.answer.entries()) {
          const said = SAY[language](phrase);
          expect(said).not.toMatch(/[{}]|undefined|NaN/);
          if (Number.isFinite(counts[nth])) expect(said.replaceAll(',', '')).toContain(String(counts[nth]));
        }
    }),
    { numRuns: tries(60) },
  );
});

const rollOut: ScriptEvent = { at: 5000, do: 'roll-out', deployment: 'default/web0' };
const asks = { flow: 'tcp', perSecond: 20, sends: 'new' } as const;

function told(document: Document, language: 'en' | 'ko'): readonly string[] {
  const timeline = lived(document);
  const remedy = runToEnd(findRemedy(document, timeline, new Memo()));
  return [...timeline.answer, ...(remedy ? [remedy.says] : [])].map((phrase) => SAY[language](phrase));
}

interface Row {
  readonly document: Document;
  readonly en: readonly string[];
  readonly ko: readonly string[];
}

const TABLE: Readonly<Record<string, Row>> = {
  'a rollout': {
    document: clusterDocument({ duration: 60_000, events: [rollOut], clients: [asks] }),
    en: [
      'Of 1,200 requests 3 failed.',
      '3 refused, because default/web0-glk58’s process ended 0.57 s before node1’s rules forgot it.',
      '“preStop: sleep 2” would have saved 3 of 3.',
    ],
    ko: [
      '요청 1,200건 가운데 3건이 실패했습니다.',
      '3건 거부: node1의 규칙이 default/web0-glk58을 잊기 0.57초 전에 그 프로세스가 끝났습니다.',
      '“preStop: sleep 2” 설정이 있었다면 3건 가운데 3건을 살릴 수 있었습니다.',
    ],
  },
  'nothing happens': {
    document: clusterDocument({ duration: 10_000, clients: [asks] }),
    en: ['None of 200 requests failed.'],
    ko: ['요청 200건 가운데 실패한 것이 없습니다.'],
  },
  'nobody asks': {
    document: clusterDocument({ duration: 10_000, events: [rollOut] }),
    en: ['Nobody sent a request.'],
    ko: ['요청을 보낸 클라이언트가 없습니다.'],
  },
  'a flush': {
    document: clusterDocument({
      duration: 40_000,
      events: [{ at: 3000, do: 'flush', node: 'node1' }],
      clients: [asks],
    }),
    en: ['Of 800 requests 290 failed.', '290 timed out, because node1 had no rules for default/web0.'],
    ko: ['요청 800건 가운데 290건이 실패했습니다.', '290건 시간 초과: node1에 default/web0의 규칙이 없었습니다.'],
  },
  'a full table': {
    document: clusterDocument({ duration: 20_000, clients: [asks], delays: { conntrackMax: 20 } }),
    en: ['Of 400 requests 380 failed.', '380 timed out, because the connection table of node1 was full.'],
    ko: ['요청 400건 가운데 380건이 실패했습니다.', '380건 시간 초과: node1의 연결 테이블이 가득 찼습니다.'],
  },
};

test.each(Object.entries(TABLE))('the answer in a sentence: %s', (_name, { document, en, ko }) => {
  expect(told(document, 'en')).toEqual(en);
  expect(told(document, 'ko')).toEqual(ko);
});

test('what would have saved them was lived through: with those delays as many fewer fail', () => {
  const document = clusterDocument({ duration: 60_000, events: [rollOut], clients: [asks] });
  const timeline = lived(document);
  const remedy = runToEnd(findRemedy(document, timeline, new Memo()));
  const { script } = document;
  const tried = lived({ ...document, script: { ...script!, delays: { ...script!.delays, ...remedy!.delays } } });
  expect(remedy!.saved).toBeGreaterThan(0);
  expect(listFailed(timeline) - listFailed(tried)).toBe(remedy!.saved);
  expect(remedy!.says.values).toMatchObject({ saved: remedy!.saved, failed: listFailed(timeline) });
});
