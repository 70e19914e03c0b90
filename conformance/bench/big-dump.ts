/** What a text of so many Services is made of. */
export interface BigDump {
  readonly text: string;
  readonly lines: number;
  readonly rules: number;
}

/** Services of the 37 MB, 499,000-line text: each brings eleven lines. */
export const SERVICES_OF_37_MB = 45_362;

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Sixteen base32 letters that look like a chain's hash; the same for the same number. */
function hash(of: number): string {
  let state = Math.imul(of + 1, 0x9e37_79b1) >>> 0;
  let text = '';
  for (let i = 0; i < 16; i++) {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b_3c6d) + of) >>> 0;
    text += LETTERS[state >>> 27];
  }
  return text;
}

const address = (first: string, of: number): string => `${first}.${(of >>> 14) & 63}.${(of >>> 7) & 127}.${of & 127}`;

/**
 * What `iptables-save` prints of a node with so many Services of two endpoints each, in kube-proxy's large cluster
 * mode, which writes hardly a comment; deterministic.
 */
export function bigDump(services: number): BigDump {
  const chains: string[] = [];
  const portals: string[] = [];
  const rules: string[] = [];
  for (let i = 0; i < services; i++) {
    const [svc, a, b] = [hash(i * 3), hash(i * 3 + 1), hash(i * 3 + 2)];
    const ip = address('10', i + (32 << 14));
    chains.push(`:KUBE-SVC-${svc} - [0:0]`, `:KUBE-SEP-${a} - [0:0]`, `:KUBE-SEP-${b} - [0:0]`);
    portals.push(
      `-A KUBE-SERVICES -d ${ip}/32 -p tcp -m comment --comment "ns${i % 40}/svc-${i}:http cluster IP" -m tcp --dport 80 -j KUBE-SVC-${svc}`,
    );
    for (const [end, pod] of [a, b].entries()) {
      const to = address('10', i * 2 + end);
      rules.push(
        `-A KUBE-SEP-${pod} -s ${to}/32 -j KUBE-MARK-MASQ`,
        `-A KUBE-SEP-${pod} -p tcp -m tcp -j DNAT --to-destination ${to}:8080`,
      );
    }
    rules.push(
      `-A KUBE-SVC-${svc} ! -s 10.0.0.0/9 -d ${ip}/32 -p tcp -m tcp --dport 80 -j KUBE-MARK-MASQ`,
      `-A KUBE-SVC-${svc} -m statistic --mode random --probability 0.50000000000 -j KUBE-SEP-${a}`,
      `-A KUBE-SVC-${svc} -j KUBE-SEP-${b}`,
    );
  }
  const lines = [
    '*nat',
    ':PREROUTING ACCEPT [0:0]',
    ':INPUT ACCEPT [0:0]',
    ':OUTPUT ACCEPT [0:0]',
    ':POSTROUTING ACCEPT [0:0]',
    ':KUBE-MARK-MASQ - [0:0]',
    ':KUBE-POSTROUTING - [0:0]',
    ':KUBE-SERVICES - [0:0]',
    ...chains,
    '-A PREROUTING -m comment --comment "kubernetes service portals" -j KUBE-SERVICES',
    '-A OUTPUT -m comment --comment "kubernetes service portals" -j KUBE-SERVICES',
    '-A POSTROUTING -m comment --comment "kubernetes postrouting rules" -j KUBE-POSTROUTING',
    '-A KUBE-MARK-MASQ -j MARK --set-xmark 0x4000/0x4000',
    '-A KUBE-POSTROUTING -m mark ! --mark 0x4000/0x4000 -j RETURN',
    '-A KUBE-POSTROUTING -j MARK --set-xmark 0x4000/0x0',
    '-A KUBE-POSTROUTING -m comment --comment "kubernetes service traffic requiring SNAT" -j MASQUERADE --random-fully',
    ...portals,
    ...rules,
    'COMMIT',
    '',
  ];
  return { text: lines.join('\n'), lines: lines.length - 1, rules: portals.length + rules.length + 7 };
}
