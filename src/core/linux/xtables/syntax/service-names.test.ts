import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseRule, printRule } from '../rule-text';
import { servicePort } from './service-names';

const LIST = '/etc/services';

describe('names of ports', () => {
  it('are printed as numbers, in ranges and lists as well, and unknown ones are refused', () => {
    const printed = (text: string): string => printRule(parseRule(text, 'ipv4').rule, 'ipv4');
    expect(printed('-p tcp -m tcp --dport ssh -j ACCEPT')).toBe('-p tcp -m tcp --dport 22 -j ACCEPT');
    expect(printed('-p udp -m udp --sport bootps:bootpc -j DROP')).toBe('-p udp -m udp --sport 67:68 -j DROP');
    expect(printed('-p tcp -m multiport --dports http,https,rsync -j ACCEPT')).toBe(
      '-p tcp -m multiport --dports 80,443,873 -j ACCEPT',
    );
    expect(servicePort('pptp')).toBeUndefined();
    expect(servicePort('constructor')).toBeUndefined();
  });

  it.skipIf(!existsSync(LIST))('contradict nothing of this machine', () => {
    const told = new Map<string, string>();
    for (const line of readFileSync(LIST, 'utf8').split('\n')) {
      const [name = '', place = '', ...aliases] = line.replace(/#.*/, '').split(/\s+/);
      const [, port] = /^(\d+)\/(?:tcp|udp)$/.exec(place) ?? [];
      // The first line that has a name counts (getservbyname).
      for (const each of [name, ...aliases]) if (port && each !== '' && !told.has(each)) told.set(each, port);
    }
    const other = [...told].filter(([name, port]) => {
      const here = servicePort(name);
      return here !== undefined && here !== Number(port);
    });
    expect(other).toEqual([]);
  });
});
