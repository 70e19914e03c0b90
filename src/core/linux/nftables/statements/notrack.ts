import type { NftStatementExtension } from '../extension';

/** conntrack shall not look at the packet. */
export const notrack: NftStatementExtension<'notrack', Record<never, never>> = {
  name: 'notrack',
  reference: 'net/netfilter/nft_ct.c',
  simulated: 'full',
  starts: ['notrack'],
  parse: (parser) => (parser.take('notrack') ? {} : undefined),
  print: () => 'notrack',
  // Seen before (from lo, or left untracked): ignored.
  run: (_spec, { skb, apply }) =>
    skb.ct || skb.ctState === 'UNTRACKED' ? 'continue' : (apply({ kind: 'notrack' }) ?? 'continue'),
};
