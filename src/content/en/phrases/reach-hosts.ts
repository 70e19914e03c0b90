import type { PhraseBook } from '../../phrases/phrase-book';

/** Phrases about all packets of one host, and what changes for them on another. */
export const REACH_HOST_PHRASES = {
  'reach.host.nftables':
    'It has chains of nftables at devices, for frames or for ARP, which are not looked at for all packets yet.',
  'reach.host.ebpf': 'It has programs of eBPF, which are not looked at for all packets yet.',
  'reach.host.windows': 'It is a Windows node, which is not looked at for all packets yet.',
  'reach.host.part': 'Its rules are here in part only: what the missing ones do nobody can say.',
  'reach.host.too-large': 'It is too large to be looked at for all packets: {of}.',
  'reach.host.none': 'No host is in one of the texts.',
  'reach.host.rare':
    '{count, plural, one {One kind of packet more that nobody sends on purpose ends} other {# kinds of packets more that nobody sends on purpose end}} differently: by addresses that are nobody’s (127.0.0.1 by the wire, a broadcast), of UDP-Lite, in IPVS mode from port 20 (FTP’s data) or the port of a Service',
  'reach.host.group.broken': 'Got through, will not',
  'reach.host.group.mended': 'Did not get through, will',
  'reach.host.group.fails': 'Stopped on both sides, in another way',
  'reach.host.group.looks': 'Not stopped on either side, but goes or looks another way',
  'reach.host.to': 'to {dst}',
  'reach.host.as': 'seen as {src}',
  'reach.host.end.local': 'this host takes it, if a process listens',
  'reach.host.end.sent': 'leaves by {device}',
  'reach.host.end.routed': 'leaves by {device} to {via}',
  'reach.host.end.dropped': 'dropped',
  'reach.host.end.rejected': 'rejected with {why}',
  'reach.host.end.refused': 'no route, or its source cannot be',
  'reach.host.end.taken': '{by} takes it',
  'reach.host.end.closed': 'no process listens',
  'reach.host.end.left': 'leaves what is known',
  'reach.host.at': 'on {machine}',
  'reach.host.answered': 'the answer comes back',
  'reach.host.unanswered': 'no answer comes back',
  'reach.host.end.unknown': 'nobody can say ({why})',
  'reach.host.same': 'No packet that begins a connection over {family} ends differently: proven for all of them.',
  'reach.host.same-both':
    'No packet that begins a connection, over IPv4 or IPv6, ends differently: proven for all of them.',
  'reach.host.same-but':
    'No packet that begins a connection over {family, select, both {IPv4 or IPv6} other {{family}}} ends differently, as long as {questions, plural, =0 {} one {one question of a rule gets the same answer on both sides} other {# questions of rules get the same answers on both sides}}{machines, select, none {} other {{questions, plural, =0 {} other {, and }}packets that cannot be followed further at {machines} go on the same}}.',
  'reach.host.silent': 'Packets of {family} were not looked at: neither side has an address of it.',
  'reach.host.differ':
    '{count, plural, =0 {No packet that somebody sends on purpose ends differently.} one {# kind of packet ends differently.} other {# kinds of packets end differently.}}',
  'reach.host.first': 'The first {count} are shown.',
  'reach.host.over':
    'Looked at: every packet that comes in by {devices} or is made on the host itself, from any address and port. It goes as the routes and addresses of each side lead it; those that no text tells are assumed.',
  'reach.host.apart':
    'Not compared: packets that can begin on one side alone, by a device or from an address that the other has not.',
  'reach.host.asks':
    '{count, plural, one {One question of a rule cannot be answered here} other {# questions of rules cannot be answered here}}{first, select, none {} other {, such as {first}}}: where both sides ask in the same words, the same answer is assumed on both.',
  'reach.host.unsaid': 'Of packets of {family} nothing is said.',
  'reach.host.beyond':
    'Not looked at: connections that exist, frames that only cross a bridge, and what becomes of a packet behind this host.',
  'reach.host.unfollowed':
    'How some packets go on at {machines} cannot be told: where the reason is the same on both sides, they are assumed to end the same.',
  'reach.host.beyond-network':
    'Followed to the machine and the process that gets them; what is made on this node also by the way back of its answer. Not looked at: connections that exist, frames that only cross a bridge of this node, and the way back of what others sent.',
} as const satisfies PhraseBook;
