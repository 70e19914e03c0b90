import { aCount, aFlag, aList, anObject, aText, oneOf } from './schema';

const SIDE = aText('an end, with its odds where there are several');

/** What the answer has of two hosts. */
const HOST_PAIR = {
  'unsaid?': aText('why nothing is said of two hosts'),
  'hosts?': anObject({
    families: aList(oneOf(['ipv4', 'ipv6'], 'a family that was looked at')),
    unsaid: aList(anObject({ family: oneOf(['ipv4', 'ipv6'], 'which was not'), why: aText('why') })),
    kinds: aCount('so many kinds of packets end otherwise; none is a proof'),
    broken: aCount('so many of them got through and do not any more'),
    devices: aList(aText('a device that packets come in by, as both hosts have it')),
    apart: aFlag('some packets can begin on one side only'),
    whole: aFlag('they were followed to their end in the cluster, not to where they leave the node'),
    changes: aList(
      anObject({
        group: oneOf(
          ['broken', 'mended', 'fails', 'looks'],
          'got through and will not; did not and will; is stopped on both, otherwise; looks different',
        ),
        origin: oneOf(['received', 'made'], 'where the packets begin: by a device, or on the host itself'),
        packets: aList(aText('which: device, protocol, source -> destination; * is any, ! all but')),
        more: aFlag('there are more than these lines tell'),
        rare: aFlag('nobody sends any of them on purpose: by an address that is nobody’s, as loopback, or of UDP-Lite'),
        before: aList(SIDE),
        after: aList(SIDE),
        unknown: aList(aText('a rule of which nobody can say when it matches')),
        by: anObject({ before: aList(aText('a rule that decides')), after: aList(aText('a rule that decides')) }),
      }),
    ),
  }),
};

/** What the answer has of two hosts, or of the nodes of two clusters. */
export const HOSTS_SCHEMA = {
  ...HOST_PAIR,
  'nodes?': aList(anObject({ node: aText('a node of both clusters'), ...HOST_PAIR })),
  'beyond?': aCount('so many more nodes were not looked at'),
};
