import { expect, it } from 'vitest';
import type { ComparedRecordings, Proof } from '../../../../content/proof/proof';
import written from '../../../../content/proof/proof.json';
import { NAMED_PATCHES } from '../../../../core/kubernetes/release';
import { byLevel, listSuites, recordedReleases } from './proof.model';

function compared(line: string): ComparedRecordings {
  const [suite = '', mode = '', what = '', passed, total] = line.split(' ');
  return { suite, ...(mode === '-' ? {} : { mode }), what, passed: Number(passed), total: Number(total) };
}

function proofOf(project: string[], whole: string[]): Proof {
  return {
    runs: [
      { recordings: 'project', command: '', compared: project.map(compared) },
      { recordings: 'whole', command: '', compared: whole.map(compared) },
    ],
    extensions: {},
  };
}

it('counts the releases that were compared, and names those that were not', () => {
  const proof = proofOf(
    ['releases iptables 1.16 3 3', 'releases ipvs 1.16 3 3'],
    ['releases - 1.36 9 9', 'kernel - 1.2 1 1'],
  );
  expect(recordedReleases(proof).count).toBe(2);
  const all = recordedReleases(written as Proof);
  // With the release of the suite `compiler`, every one is in one of the two.
  expect(all.count + all.missing.split(', ').length + 1).toBe(NAMED_PATCHES.length);
});

it('lines up both sets of recordings by suite, mode and name', () => {
  const suites = listSuites(
    proofOf(
      ['rules iptables save 3 3', 'rules ipvs save 2 2', 'kernel - raw 9 10'],
      ['rules iptables save 44 45', 'rules - odd 1 1'],
    ),
  );
  const shown = suites.flatMap(({ suite, groups }) =>
    groups.flatMap(({ mode, lines }) =>
      lines.map(({ what, project, whole }) => `${suite} ${mode} ${what} ${project?.passed} ${whole?.passed}`),
    ),
  );
  expect(shown).toEqual([
    'rules iptables save 3 44',
    'rules ipvs save 2 undefined',
    'rules undefined odd undefined 1',
    'kernel undefined raw 9 undefined',
  ]);
  expect(suites.map(({ project, whole }) => [project.total, whole?.total])).toEqual([
    [5, 46],
    [10, undefined],
  ]);
});

it('puts what is fully simulated first and what is only kept last', () => {
  expect(byLevel({ tcp: 'full', unrecognised: 'unread', u32: 'no', udp: 'full' })).toEqual([
    { level: 'full', names: ['tcp', 'udp'] },
    { level: 'no', names: ['u32'] },
    { level: 'unread', names: ['unrecognised'] },
  ]);
});
