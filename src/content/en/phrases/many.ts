import type { PhraseBook } from '../../phrases/phrase-book';

/** Why one of many connections goes where it goes. */
export const MANY_PHRASES = {
  'sim.many.independent':
    'Every new connection is drawn anew, with the same odds as the first: what came before does not count.',
  'sim.many.fixed': 'Nothing is drawn: every connection meets the same rules and ends alike.',
  'sim.many.unknown': 'Something that is not simulated decides, so no odds are given; it was taken not to match.',
  'sim.many.template':
    'A persistence template of IPVS keeps this client with its server: {service} is scheduled once, then the template answers.',
  'sim.many.scheduler':
    'The IPVS scheduler {scheduler} of {service} goes on from where the connection before left it. Only what nobody can know of the kernel’s list (where it stands, in which order) is drawn, and only once.',
  'sim.many.proxy-turns':
    'The proxy process takes its endpoints in turn. Whose turn it was at first is not known, so only the first is drawn.',
  'sim.many.proxy-affinity':
    'The proxy process remembers this client: session affinity keeps it with the endpoint it got first.',
  'sim.many.remembered':
    '{chain} rule {rule} matches by what the connection before left behind: only the first is drawn.',
  'sim.many.no-mean-beginnings':
    'No expectation: more than {beginnings} beginnings are possible, with {count} connections to send after each; up to {most} are sent. Send fewer to see it.',
  'sim.many.no-mean-followed':
    'No expectation: nothing is drawn. What was left behind, or the source port, leads each to its place, and other ports or another past would lead elsewhere.',
  'sim.many.no-mean-mixed':
    'No expectation: some connections are drawn anew and others follow what came before; the odds of every such history are not added up.',
  'sim.many.left-behind':
    'What a connection leaves behind, or its source port, decides for the next; it is not drawn again.',
} as const satisfies PhraseBook;
