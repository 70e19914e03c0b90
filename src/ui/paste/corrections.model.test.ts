import { describe, expect, it } from 'vitest';
import type { Assumption } from '../../core/paste/pasted-types';
import {
  findCorrection,
  givenCorrections,
  correctionProblem,
  withCorrection,
  withoutCorrection,
  type Correction,
} from './corrections.model';

function assumption(id: string, value: string): Assumption {
  return {
    id,
    about: (id.split(':')[0] ?? '') as Assumption['about'],
    value,
    evidence: [],
    reason: { id: 'sim.routing.local' } as const,
  };
}

describe('what can be corrected', () => {
  it.each([
    [
      'interface:eth0',
      'eth0 10.0.0.10/24 fd00::1/64',
      { kind: 'interface', name: 'eth0', text: '10.0.0.10/24 fd00::1/64' },
    ],
    ['interface:docker0', 'docker0', { kind: 'interface', name: 'docker0', text: '' }],
    [
      'route:default',
      'default via 10.0.0.1 dev eth0',
      { kind: 'route', name: 'default', text: 'via 10.0.0.1 dev eth0' },
    ],
    [
      'sysctl:net.ipv4.ip_forward',
      'net.ipv4.ip_forward = 1',
      { kind: 'sysctl', name: 'net.ipv4.ip_forward', text: '1' },
    ],
    ['port:dns-tcp', 'dns-tcp 53', { kind: 'port', name: 'dns-tcp', text: '53' }],
    ['port:our-own', 'our-own', { kind: 'port', name: 'our-own', text: '' }],
    ['rule:nat PREROUTING', '-A PREROUTING -j KUBE-SERVICES', undefined],
    ['table:ipv4 filter', 'filter', undefined],
  ])('%s', (id, value, correction) => {
    expect(findCorrection(assumption(id, value))).toEqual(correction);
  });
});

describe('a typed correction', () => {
  const typed = (kind: Correction['kind'], text: string): Correction => ({ kind, name: 'x', text });
  it.each([
    [typed('interface', '10.0.0.5/24'), undefined],
    [typed('interface', '10.0.0.5/24, fd00::5/64'), undefined],
    [typed('interface', ''), undefined],
    [typed('interface', '10.0.0.300/24'), 'needsAddresses'],
    [typed('route', 'via 10.0.0.1 dev eth0'), undefined],
    [typed('route', 'dev eth0'), undefined],
    [typed('route', 'via 10.0.0.1'), undefined],
    [typed('route', ''), 'needsRoute'],
    [typed('route', 'via nowhere'), 'needsRoute'],
    [typed('port', '8080'), undefined],
    [typed('port', ''), 'needsPort'],
    [typed('port', '65536'), 'needsPort'],
    [typed('sysctl', '1'), undefined],
    [typed('sysctl', 'on'), 'needsNumber'],
  ])('%o: %s', (correction, problem) => {
    expect(correctionProblem(correction)).toBe(problem);
  });

  it('becomes a fact, replaces an earlier one, and can be taken back', () => {
    const first = withCorrection({}, { kind: 'interface', name: 'eth0', text: '10.0.0.5/24' });
    expect(first).toEqual({ interfaces: [{ name: 'eth0', addresses: ['10.0.0.5/24'] }] });
    const second = withCorrection(first, { kind: 'interface', name: 'eth0', text: '10.0.0.6/24' });
    expect(second.interfaces).toEqual([{ name: 'eth0', addresses: ['10.0.0.6/24'] }]);
    expect(withoutCorrection(second, { kind: 'interface', name: 'eth0' }).interfaces).toEqual([]);
    const route = withCorrection({}, { kind: 'route', name: 'default', text: 'via 10.0.0.1' });
    expect(route.routes).toEqual([{ dst: 'default', via: '10.0.0.1' }]);
    const sysctl = withCorrection(route, { kind: 'sysctl', name: 'a.b', text: ' 2 ' });
    expect(sysctl.sysctls).toEqual({ 'a.b': 2 });
    expect(withoutCorrection(sysctl, { kind: 'sysctl', name: 'a.b' }).sysctls).toEqual({});
  });

  it('with a problem changes nothing', () => {
    const facts = { sysctls: { a: 1 } };
    expect(withCorrection(facts, { kind: 'sysctl', name: 'a', text: 'x' })).toBe(facts);
  });

  it('is listed in the words it was typed in', () => {
    const corrections: Correction[] = [
      { kind: 'interface', name: 'eth0', text: '10.0.0.5/24' },
      { kind: 'route', name: 'default', text: 'via 10.0.0.1 dev eth0' },
      { kind: 'sysctl', name: 'a.b', text: '2' },
    ];
    expect(givenCorrections(corrections.reduce(withCorrection, {}))).toEqual(corrections);
  });
});
