import { phrase } from '../../../lib/phrase';
import { err, ok } from '../../../lib/result';
import type { MatchExtension } from '../extension';
import { field, type Codec, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

const MAC: Codec<string> = {
  takes: 1,
  parse: ([text = '']) => {
    const parts = text.split(':');
    const good = parts.length === 6 && parts.every((part) => /^[0-9a-fA-F]{1,2}$/.test(part));
    return good
      ? ok(parts.map((part) => part.toLowerCase().padStart(2, '0')).join(':'))
      : err(phrase('xtables.value-mac', { value: text }));
  },
  print: (mac) => [mac],
};
const FIELDS = { source: field('--mac-source', MAC, { negatable: true }) };
export type MacSpec = TableSpec<typeof FIELDS>;

/** The sender's link-layer address; what was made here or came over lo has none, and then neither way matches. */
export const mac: MatchExtension<'mac', MacSpec> = tableMatch({
  name: 'mac',
  reference: 'net/netfilter/xt_mac.c',
  fields: FIELDS,
  required: ['source'],
  simulated: 'partly',
  test: ({ source }, { skb, netns }) => {
    const device = netns.devices.find(({ name }) => name === skb.indev);
    if (skb.indev === undefined || skb.indev === 'lo' || device?.kind === 'loopback') return false;
    if (!source || skb.frameSource === undefined) return 'unknown';
    return (skb.frameSource === source.value) !== source.negated;
  },
  actual: (_spec, { skb }) => skb.frameSource ?? '',
});
