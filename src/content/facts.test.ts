import { describe, expect, it } from 'vitest';
import { PROXY_MODES } from '../core/kubernetes/proxy';
import { walkMade } from '../core/story/testing/walks';
import { MEANINGS, ROOMS } from '../ui/common/i18n/testing/messages';
import { allPhrases, createSpeaker } from './phrases';
import { SCENES, sceneById, TIME_SCENES, type Scene } from './scenes';

/*
 * What the page says of the kernel, the kubelet and kube-proxy, where a learner once read something else: each is held
 * to what the engine does, or to every sentence of both languages.
 */

type Words = { readonly [key: string]: string | Words };

const flatten = (words: Words): string[] =>
  Object.values(words).flatMap((value) => (typeof value === 'string' ? [value] : flatten(value)));

const textsIn = (lang: 'en' | 'ko'): readonly string[] => [
  ...Object.values(allPhrases()).map((words) => words[lang]),
  ...Object.values(MEANINGS[lang]),
  ...[...SCENES, ...TIME_SCENES].flatMap(({ title, notes }) => [title[lang], notes[lang]]),
  ...flatten(ROOMS[lang]),
];
const EN = textsIn('en');
const KO = textsIn('ko');

const sayingOf = (texts: readonly string[], what: RegExp): string[] => texts.filter((text) => what.test(text));

function sceneOf(id: string): Scene {
  const scene = sceneById(id);
  if (!scene || !('document' in scene)) throw new Error(`no scene ${id}`);
  return scene;
}

describe('what a learner reads', () => {
  it('0.0.0.0 alone is no source: no sentence speaks of 0.0.0.0/8', () => {
    expect(sayingOf([...EN, ...KO], /(?<![\d.])0\.0\.0\.0\/8/)).toEqual([]);
  });

  it('who resets a connection that is no connection is the kernel, never the program', () => {
    const say = createSpeaker('en');
    expect(say({ id: 'sim.socket.no-connection', values: { port: 80 } })).toMatch(/the kernel answers with a reset/);
    expect(sayingOf(EN, /\b(process|program|application|socket) (answers with|sends) a (reset|RST)/i)).toEqual([]);
    expect(sayingOf(KO, /(프로세스|프로그램|애플리케이션)[이가] (RST|리셋)/)).toEqual([]);
  });

  it('what IPVS left behind refuses by a rule: KUBE-IPVS-FILTER, and the scene says so', () => {
    const scene = sceneOf('left-by-ipvs');
    const [request] = walkMade(scene.document).walked.trace.legs;
    const steps = request?.hops.flatMap((hop) => hop.steps) ?? [];
    const chains = steps.flatMap((step) => (step.kind === 'rule' ? [step.ref.chain] : []));
    expect(chains.at(-1)).toBe('KUBE-IPVS-FILTER');
    for (const lang of ['en', 'ko'] as const) expect(scene.notes[lang]).toContain('KUBE-IPVS-FILTER');
    expect(sayingOf([scene.notes.en], /no rule knows/i)).toEqual([]);
  });

  it('KUBE-FIREWALL is still written by the kubelet; its mark and the rule for it ended with 1.26', () => {
    const { notes } = sceneOf('kubelet-chains');
    expect(notes.en).toContain('KUBE-FIREWALL itself it still writes');
    expect(notes.ko).toContain('KUBE-FIREWALL 체인 자체는 지금도 씁니다');
    expect(sayingOf(EN, /kubelet no longer (makes|writes)[^;.]*KUBE-FIREWALL/)).toEqual([]);
  });

  it('Pods that terminate are served since 1.26', () => {
    const said = TIME_SCENES.map(({ notes }) => notes);
    expect(
      sayingOf(
        said.map(({ en }) => en),
        /terminate \(since 1\.26\)/,
      ),
    ).toHaveLength(1);
    expect(
      sayingOf(
        [...EN, ...KO],
        /(since|from) 1\.(2[0-57-9])[^.]{0,40}terminat|terminat[^.]{0,40}(since|from) 1\.(2[0-57-9])/i,
      ),
    ).toEqual([]);
  });

  it('what crosses into user space twice is every piece of data, not every connection', () => {
    expect(sayingOf(EN, /every connection crosses/i)).toEqual([]);
    expect(sayingOf(KO, /모든 연결이 이 선을/)).toEqual([]);
    expect(sayingOf(EN, /every piece of data crosses this line twice/)).toHaveLength(1);
  });

  it('the answer has to come back by the node that translates, nobody else "could not be answered"', () => {
    expect(sayingOf(EN, /could not be answered directly/)).toEqual([]);
    expect(sayingOf(KO, /응답이 바로 돌아갈 수 없/)).toEqual([]);
    expect(new Set(sayingOf(EN, /answers come back by the node that translates/)).size).toBe(3);
  });

  it('Help names all six modes, and no note by its number', () => {
    const titles = PROXY_MODES.map(({ title }) => title);
    expect(titles).toHaveLength(6);
    for (const lang of ['en', 'ko'] as const) {
      const [named] = sayingOf(flatten(ROOMS[lang].guide), /^iptables, /);
      expect(named?.split(', ')).toEqual(titles);
    }
    expect(sayingOf([...EN, ...KO], /\bnote 0\d\d\b|노트 0\d\d/i)).toEqual([]);
  });

  it('an empty filter table stops no translation: what is flushed is named with its tables', () => {
    const { notes } = TIME_SCENES.find(({ id }) => id === 'flush')!;
    expect(notes.en).toContain('iptables -F empties filter alone');
    expect(notes.en).toContain('iptables -t nat -F');
    expect(sayingOf(EN, /iptables -F/).filter((text) => !/nat/.test(text))).toEqual([]);
    expect(sayingOf(KO, /iptables -F/).filter((text) => !/nat/.test(text))).toEqual([]);
  });

  it('"martian source" has words of its own in Korean', () => {
    expect(sayingOf(KO, /martian/)).toEqual([]);
    expect(sayingOf(KO, /있을 수 없는 출발지/).length).toBeGreaterThan(3);
  });
});
