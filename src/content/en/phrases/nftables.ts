import type { PhraseBook } from '../../phrases/phrase-book';

/** Sentences on what nftables rules leave open, and on parts of a text that could not be taken. */
export const NFT_PHRASES = {
  'nftables.statement-unknown':
    'Whether "{text}" holds in rule {where} depends on something that is not simulated or not known of the packet.',
  'nftables.port-not-known':
    'By which port of the bridge the packet comes or goes is not told, so whether the table "{table}" lets it through is not known.',
  'nftables.arp-not-run':
    'The table "{table}" sees ARP, which is not simulated: whether the next hop is found is not known.',
  'nftables.include': '"{text}" names another file. Paste what is in that file instead.',
  'nftables.unreadable': '"{text}" is not a command of nft that is known here. It was left out; check its spelling.',
  'nftables.no-table': '"{text}" changes a table that is not there. Put "add table" before it.',
  'nftables.no-chain': '"{text}" adds a rule to a chain that is not there. Put "add chain" before it.',
  'nftables.no-set': '"{text}" changes a set or map that is not there. Put "add set" or "add map" before it.',
  'nftables.no-rule': 'There are fewer rules in this chain than the index says: {text}',
  'nftables.unfolds':
    'What {text} stands for, with all that is defined in it, is more than is taken on; it stays as it is written, and rules with it are not known.',
  'nftables.undefined': 'Nothing here defines {text}; it stays as it is written, and rules with it are not known.',
  'nftables.unread-words':
    'These words of a rule are not known here, so whether it holds and what it does is not known: {text}',
  'nftables.unread-element':
    'This element of a set is not known here, so what no other element holds may be in the set: {text}',
  'nftables.handle':
    '"{text}" points at a rule by its handle, which only the kernel knows. Paste the output of "nft list ruleset".',
} as const satisfies PhraseBook;
