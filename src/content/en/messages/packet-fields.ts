/** Fields of a packet that the form of a flow and that of a pasted node's packet have. */
export const PACKET_FIELD_WORDS = {
  before: {
    to: 'earlier connection to',
    new: 'none: a new client',
    drawn: 'whoever was drawn',
    seconds: 'so many seconds ago',
    now: 'just now',
  },
  segment: 'TCP segment',
  segments: {
    SYN: 'SYN: a new connection',
    'SYN-ACK': 'SYN-ACK: an answer nobody asked for',
    ACK: 'ACK: in the middle of a connection',
    FIN: 'FIN: the end of a connection',
    RST: 'RST: a reset',
    'out-of-window': 'ACK out of the window (INVALID)',
    'late-answer': 'Late ACK of the server, out of the window (INVALID)',
  },
} as const;
