// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import { IntlProvider } from 'use-intl';
import { afterEach, describe, expect, it } from 'vitest';
import { NEWEST_RELEASE } from '../../core/kubernetes/release';
import { networkOfPasted } from '../../core/paste/pasted';
import { pasted } from '../../core/paste/testing/paste';
import { MESSAGES } from '../common/i18n/testing/messages';
import { NodeSummary } from './NodeSummary';

afterEach(cleanup);

/** The sentence that says what a pasted machine is. */
async function saidOf(text: string, locale: 'en' | 'ko' = 'en'): Promise<string> {
  const { identities } = networkOfPasted(pasted(text));
  const { container } = await act(async () =>
    render(
      <IntlProvider locale={locale} messages={MESSAGES[locale]} timeZone="UTC">
        <NodeSummary identities={identities} assumptions={[]} />
      </IntlProvider>,
    ),
  );
  // Its words are loaded with the window.
  const read = (): string => container.querySelector('p')?.textContent ?? '';
  while (read() === '') await act(() => new Promise((done) => void setTimeout(done)));
  return read();
}

const ADDR = '1: eth0: <BROADCAST,UP> mtu 1500\n    inet 172.18.0.2/16 scope global eth0\n';
const RULES = '*filter\n:INPUT ACCEPT [0:0]\n:MY-OWN - [0:0]\n-A INPUT -j MY-OWN\nCOMMIT\n';

describe('who wrote the rules is asked only where there are any', () => {
  it.each([
    ['en', ADDR, 'No rules are in these texts.'],
    ['ko', ADDR, '이 텍스트에는 규칙이 없습니다.'],
    [
      'en',
      'IP Virtual Server version 1.2.1 (size=4096)\nTCP  10.7.7.7:80 rr\n  -> 192.168.0.2:8080 Masq 1 0 0\n',
      'Virtual servers as kube-proxy makes them in IPVS mode; nothing here names Kubernetes, so they may be another program’s.',
    ],
    ['en', RULES, 'No rules of kube-proxy are here; and nothing tells who wrote these rules.'],
    [
      'en',
      'NAMESPACE   WORKLOAD   NODE    NETWORKS           INTERFACE\ndefault     web-a      node1   192.168.3.140/32   cali82a8bb394bd\n',
      'No rules are in these texts; Pod network by Calico.',
    ],
  ] as const)('%s: %s', async (locale, text, sentence) => {
    expect(await saidOf(text, locale)).toBe(sentence);
  });
});

describe('the release is told with what tells it, or not at all', () => {
  const SVC = 'KUBE-SVC-CUXC5A3HHHVSSN62';
  const SEP = 'KUBE-SEP-IY5EMZGCCC7HUEGX';
  const ARROW = `-A ${SVC} -m comment --comment "default/kuard -> 10.244.1.5:8080" -j ${SEP}\n`;
  const COLON = `-A KUBE-SERVICES -d 10.96.0.9/32 -p tcp -m comment --comment "default/kuard: cluster IP" -j ${SVC}\n`;
  const BARE = `-A KUBE-SERVICES -d 10.96.0.10/32 -p udp -m udp --dport 53 -j ${SVC}\n`;
  it.each([
    ['en', ARROW, `of a release from 1.24 to ${NEWEST_RELEASE} ("default/kuard -> 10.244.1.5:8080" from 1.24)`],
    ['en', BARE, `of any release from 1.2 to ${NEWEST_RELEASE}`],
    [
      'en',
      ARROW + COLON,
      'of an unknown release, since no release writes all of these rules ("default/kuard: cluster IP" up to 1.19, "default/kuard -> 10.244.1.5:8080" from 1.24)',
    ],
    [
      'ko',
      ARROW + COLON,
      '이 규칙을 모두 쓰는 릴리스가 없어서 릴리스를 알 수 없음 ("default/kuard: cluster IP" → 1.19까지, "default/kuard -> 10.244.1.5:8080" → 1.24부터)',
    ],
  ] as const)('%s: %s', async (locale, text, said) => {
    expect(await saidOf(text, locale)).toContain(said);
  });
});
