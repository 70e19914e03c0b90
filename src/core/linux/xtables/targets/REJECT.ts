import { phrase } from '../../../lib/phrase';
import { err, ok } from '../../../lib/result';
import type { TargetExtension } from '../extension';
import { field, type Codec, type TableSpec } from '../syntax/option-table';
import { tableTarget } from '../syntax/extension-table';

/** The full name, then the other names it may be written by. */
const IPV4: readonly (readonly string[])[] = [
  ['icmp-net-unreachable', 'net-unreach'],
  ['icmp-host-unreachable', 'host-unreach'],
  ['icmp-proto-unreachable', 'proto-unreach'],
  ['icmp-port-unreachable', 'port-unreach'],
  ['icmp-net-prohibited', 'net-prohib'],
  ['icmp-host-prohibited', 'host-prohib'],
  ['tcp-reset', 'tcp-rst'],
  ['icmp-admin-prohibited', 'admin-prohib'],
];
const IPV6: readonly (readonly string[])[] = [
  ['icmp6-no-route', 'no-route'],
  ['icmp6-adm-prohibited', 'adm-prohibited'],
  ['icmp6-addr-unreachable', 'addr-unreach'],
  ['icmp6-port-unreachable', 'port-unreach'],
  ['tcp-reset'],
  ['icmp6-policy-fail', 'policy-fail'],
  ['icmp6-reject-route', 'reject-route'],
];

const WITH: Codec<string> = {
  takes: 1,
  parse: ([text = ''], family) => {
    const rows = family === 'ipv4' ? IPV4 : IPV6;
    const lower = text.toLowerCase();
    const row = rows.find((names) => names.some((name) => lower !== '' && name.startsWith(lower)));
    return row?.[0] ? ok(row[0]) : err(phrase('xtables.value-reject', { value: text }));
  },
  print: (name) => [name],
};

const FIELDS = { with: field('--reject-with', WITH) };
export type RejectSpec = TableSpec<typeof FIELDS>;

/** The packet ends here and its sender is told. */
export const REJECT: TargetExtension<'REJECT', RejectSpec> = tableTarget({
  name: 'REJECT',
  reference: 'net/ipv4/netfilter/ipt_REJECT.c',
  fields: FIELDS,
  more: {
    tables: ['filter'],
    hooks: ['INPUT', 'FORWARD', 'OUTPUT'],
    protocolsFor: (spec) => (spec.with?.value === 'tcp-reset' ? [6] : undefined),
  },
  complete: (spec, family) => {
    const usual = family === 'ipv4' ? 'icmp-port-unreachable' : 'icmp6-port-unreachable';
    return ok({ with: spec.with ?? { negated: false, value: usual } });
  },
  apply: (spec) => ({ verdict: { kind: 'REJECT', with: spec.with?.value ?? 'icmp-port-unreachable' } }),
  effect: (spec) => ({ verdict: { kind: 'REJECT', with: spec.with?.value ?? 'icmp-port-unreachable' } }),
});
