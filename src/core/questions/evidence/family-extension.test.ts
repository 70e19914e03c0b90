import { expect, it } from 'vitest';
import { findOfWords } from './word-findings';

const refusedBy = (tool: string): string =>
  `proxier.go:1511] "Failed to execute iptables-restore" err=<\n  Warning: Extension MARK revision 0 not supported, missing kernel module?\n  ${tool}-restore v1.8.9 (legacy): unknown option "--xor-mark"\n`;
const ids = (text: string): readonly string[] => findOfWords([{ title: 'a', text }]).map(({ id }) => id);

it('a kernel that is known for it has no module missing', () => {
  const [found, ...others] = findOfWords([
    { title: 'a', text: `Linux 6.6.57-1-lts x86_64\n${refusedBy('ip6tables')}` },
  ]);
  expect(found?.id).toBe('family-extension');
  expect(found?.says.values).toMatchObject({ extension: 'MARK', kernel: '6.6.57', known: 'yes' });
  expect(others.map(({ id }) => id)).not.toContain('known-module-missing');
});

it('of another kernel it is said only where IPv4 is taken', () => {
  expect(ids(`Linux 6.9.1 x86_64\n${refusedBy('ip6tables')}`)).toContain('known-module-missing');
  expect(ids(`Linux 6.9.1 x86_64, only ip6tables fails\n${refusedBy('ip6tables')}`)).toContain('family-extension');
});

it('a refusal of IPv4 is a missing module', () => {
  expect(ids(`Linux 6.6.57-1-lts x86_64\n${refusedBy('iptables')}`)).not.toContain('family-extension');
  expect(ids(`Linux 6.6.57-1-lts\n${refusedBy('iptables')}\n\n\n${refusedBy('ip6tables')}`)).not.toContain(
    'family-extension',
  );
});
