import { networkOfPasted } from '../../../paste/pasted';
import { pasted } from '../../../paste/testing/paste';

/** Everything of a text that is counted: what was understood must be the same afterwards. */
export function shapeOf(text: string): unknown {
  const { texts, found, network } = networkOfPasted(pasted(text));
  const [summary] = texts;
  return {
    parts: summary?.parts,
    pieces: summary?.pieces?.map(({ format, count, lines, from }) => [format, count, lines, from]),
    others: summary?.others.map(({ from, to, looksLike }) => [from, to, looksLike]),
    found: found
      .map(({ port, protocol, endpoints, odds, refused }) =>
        [port, protocol, endpoints.length, odds?.join(), refused].join(' '),
      )
      .toSorted(),
    devices: network.netns
      .get('node')
      ?.devices.map(({ kind, master, addresses }) => [kind, master !== undefined, addresses.length]),
  };
}
