import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseRule } from '../linux/xtables/rule-text';
import { factsOfRule, factsOfRuleText } from './layers';

const GOLDEN = join(process.env['RULEWALK_SHARED'] ?? '../shared', 'golden/spec-scenarios');

const RULES = [
  '-d 10.96.0.10/32 -p udp -m comment --comment "kube-system/kube-dns:dns cluster IP" -m udp --dport 53 -j KUBE-SVC-TCOU7JCQXEZGVUNU',
  '! -s 10.244.0.0/16 -d 10.96.0.1/32 -p tcp -m comment --comment "default/kubernetes:https cluster IP" -m tcp --dport 443 -j KUBE-MARK-MASQ',
  '-m comment --comment "default/kuard:" -m statistic --mode random --probability 0.11110999994 -j KUBE-SEP-JBD3W2H2CSU7KYVR',
  '-m comment --comment "default/kuard:" -j KUBE-SEP-AOUKRORADL3ZFT3D',
  '-p tcp -m comment --comment "default/kuard:" -m tcp -j DNAT --to-destination 192.168.236.133:8080',
  '-p tcp -m comment --comment "ns1/svc6:p80" -m tcp -j DNAT --to-destination [fd00:10:244:1::5]:8080',
  '-d 10.96.0.10/32 -p tcp -m comment --comment "a/b:c has no endpoints" -m tcp --dport 53 -j REJECT --reject-with icmp-port-unreachable',
  '-m comment --comment "x -> 10.0.0.1:80" -m recent --rcheck --seconds 10800 --reap --name KUBE-SEP-A --mask 255.255.255.255 --rsource -j KUBE-SEP-A',
  '-p tcp -m comment --comment "a/b" -m recent --set --name KUBE-SEP-A --mask 255.255.255.255 --rsource -m tcp -j DNAT --to-destination 10.0.0.1:80',
  '-j MARK --set-xmark 0x4000/0x4000',
  '-m comment --comment single -j ACCEPT',
  '-s 1.2.3.4 -j RETURN',
];

describe('a short look at a rule', () => {
  it.each(RULES)('shows what reading it shows: %s', (text) => {
    expect(factsOfRuleText(text)).toEqual(factsOfRule(parseRule(text, text.includes('[fd') ? 'ipv6' : 'ipv4').rule));
  });

  it.each([
    '-m comment --comment a -m comment --comment b -j X',
    '-m statistic --mode random ! --probability 0.5 -j X',
    '-p tcp -m multiport --dports 80,443 -j X',
    '-p tcp -m tcp ! --dport 80 -j X',
    '-m comment --comment "quoted \\" quote" -j X',
    '-m frobnicate --level 7 -j X',
  ])('leaves to the reader what it could get wrong: %s', (text) => {
    expect(factsOfRuleText(text)).toBeUndefined();
  });

  it.skipIf(!existsSync(GOLDEN))('and so for every rule kube-proxy wrote in the recordings', () => {
    let seen = 0;
    let looked = 0;
    for (const name of readdirSync(GOLDEN, { recursive: true, encoding: 'utf8' })) {
      if (!/iptables[^/]*save[^/]*$|\.save$/.test(name)) continue;
      for (const [, rule = ''] of readFileSync(join(GOLDEN, name), 'utf8').matchAll(/^-A KUBE-\S+ (.*)$/gm)) {
        seen++;
        const glance = factsOfRuleText(rule);
        if (!glance) continue;
        looked++;
        const isIpv6 = /(?:-[sd]|--to-destination) \[?[0-9a-f]*:/.test(rule);
        expect(glance).toEqual(factsOfRule(parseRule(rule, isIpv6 ? 'ipv6' : 'ipv4').rule));
      }
    }
    expect(seen).toBeGreaterThan(100);
    expect(looked / seen).toBeGreaterThan(0.7);
  });
});
