import { describe, expect, it } from 'vitest';
import { detectFormats, FORMATS } from '../../src/core/formats';
import { fitsExpression } from '../../src/core/kubernetes/ingress/rules';
import { parseGoDuration } from '../../src/core/kubernetes/proxy/shared/durations';
import { readText } from '../../src/core/paste/read-text';

const RULES = '*filter\n:INPUT ACCEPT [0:0]\nCOMMIT\n';
const CT = 'TCP OUT 10.0.0.1:1 -> 10.0.0.2:2 expires=12';

/** Texts that one expression or another could read in so many ways that no reader came to its end. */
const TEXTS: Readonly<Record<string, string>> = {
  'options that begin with two dashes': `$ ip ${'--t '.repeat(60)}x\ndefault via 10.0.0.1 dev eth0\n`,
  'options of kubectl exec': `$ kubectl exec ${'--namespace '.repeat(45)}\n!\n${RULES}$ ip addr\n1: lo: <LOOPBACK,UP> mtu 65536\n    inet 127.0.0.1/8 scope host lo\n`,
  'fields of an entry of conntrack': `${CT}${' A=0=B'.repeat(200)} Flags=0x0 [\n${CT}${' Flags=0x0 [1'.repeat(100)}\n`,
  'a duration of many parts': `apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\niptables: {syncPeriod: "1s${'000s'.repeat(40)}X"}\n`,
  'a boxed line of blanks': `${RULES}│${'\t'.repeat(100_000)}x\n`,
  'a table in a box': `│${' │'.repeat(20_000)}\n`.repeat(5),
  'words of a command again and again': `$ ${'kubectl get no jsonpath '.repeat(2000)}\n`,
  'addresses of a type': `Chain A (1 references)\ntarget prot opt source destination\nACCEPT all -- 0.0.0.0/0 0.0.0.0/0 ADDRTYPE match${' src-type !a'.repeat(60)} x\n`,
  'columns of one name': `NAME ${'OS-IMAGE '.repeat(30)}\n${'a '.repeat(120)}\n`,
  'lines that go on': `iptables ${'\\ #'.repeat(50_000)}\n`.repeat(2),
  'private keys without an end': '-----BEGIN PRIVATE KEY-----\nkind: Config\n'.repeat(5000),
  'a rule broken into thousands of lines': `-A ${'a'.repeat(77)}\n${`${'a'.repeat(80)}\n`.repeat(5000)}`,
};

describe('a text that is read in one way', () => {
  it.each(Object.entries(TEXTS))('comes to its end: %s', (_, text) => {
    detectFormats(text);
    for (const { parse } of FORMATS) parse(text);
    expect(readText({ id: 'a', title: '', text }).lines).toBeGreaterThan(0);
  });

  it('a duration is one, or none', () => {
    expect(parseGoDuration('1h2m3.5s')).toBe(3_723_500);
    expect(parseGoDuration(`1s${'000s'.repeat(18)}X`)).toBeUndefined();
  });

  it.each(['a?'.repeat(60), 'a{0,99}'.repeat(20), '(a|a)'.repeat(40), '(?:a|a)'.repeat(28)])(
    'a pattern of a manifest is not tried: %s',
    (pattern) => {
      expect(fitsExpression(`${pattern}b`, 'a'.repeat(1000))).toBe('unknown');
    },
  );
});
