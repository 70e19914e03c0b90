// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { IntlProvider } from 'use-intl';
import { afterEach, describe, expect, it } from 'vitest';
import { networkOfPasted } from '../../core/paste/pasted';
import { pasted } from '../../core/paste/testing/paste';
import { MESSAGES } from '../i18n/messages';
import { NodeSummary } from './NodeSummary';

afterEach(cleanup);

/** The sentence that says what a pasted machine is. */
function saidOf(text: string, locale: 'en' | 'ko' = 'en'): string {
  const { identities } = networkOfPasted(pasted(text));
  const { container } = render(
    <IntlProvider locale={locale} messages={MESSAGES[locale]} timeZone="UTC">
      <NodeSummary identities={identities} assumptions={[]} />
    </IntlProvider>,
  );
  return container.querySelector('p')?.textContent ?? '';
}

const ADDR = '1: eth0: <BROADCAST,UP> mtu 1500\n    inet 172.18.0.2/16 scope global eth0\n';
const RULES = '*filter\n:INPUT ACCEPT [0:0]\n:MY-OWN - [0:0]\n-A INPUT -j MY-OWN\nCOMMIT\n';

describe('who wrote the rules is asked only where there are any', () => {
  it.each([
    ['en', ADDR, 'No rules are in these texts.'],
    ['ko', ADDR, '이 텍스트에는 규칙이 없습니다.'],
    ['en', RULES, 'No rules of kube-proxy are here; and nothing tells who wrote these rules.'],
    [
      'en',
      'NAMESPACE   WORKLOAD   NODE    NETWORKS           INTERFACE\ndefault     web-a      node1   192.168.3.140/32   cali82a8bb394bd\n',
      'No rules are in these texts; Pod network by Calico.',
    ],
  ] as const)('%s: %s', (locale, text, sentence) => {
    expect(saidOf(text, locale)).toBe(sentence);
  });
});
