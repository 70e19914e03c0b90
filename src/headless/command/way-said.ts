import type { Outcome } from '../../core/sim/trace';
import { formatIp } from '../../core/net/ip';
import { formatEndpoint, hasPorts } from '../../core/net/packet';
import type { CommandCall } from './command';
import { decidingGuesses, type WalkedWays } from './walked';

/** `10.244.1.5:8080`: where a request arrived, and who it was seen to come from. */
export function findArrival({ arrived, left }: Outcome): { readonly at?: string; readonly sees?: string } {
  const packet = arrived ?? left;
  if (!packet) return {};
  const at = hasPorts(packet.l4) ? formatEndpoint(packet.dst, packet.l4.dport) : formatIp(packet.dst);
  return { at, sees: formatIp(packet.src) };
}

/** One way in a line. */
function endLine({ disposition: end, answered, ...rest }: Outcome, isAstray: boolean, call: CommandCall): string {
  const { say, word } = call;
  const { at = '', sees = '' } = findArrival({ disposition: end, answered, ...rest });
  switch (end.kind) {
    case 'DELIVERED': {
      const said = word(answered ? 'delivered' : 'unanswered', { at: at === '' ? end.to : at, sees });
      return isAstray ? `${said} ${word('astray', {})}` : said;
    }
    case 'DROPPED':
      return word('dropped', { by: end.by, at: end.netns });
    case 'REJECTED':
      return word('rejected', { by: end.by, at: end.netns, with: end.with });
    case 'TTL_EXCEEDED':
      return word('ttl', { at: end.netns });
    case 'LEFT':
      return word('left', { device: end.device, at, why: say(end.reason) });
    case 'UNKNOWN':
      return word('unknown', { why: say(end.reason) });
    case 'LOOP':
    case 'MARTIAN':
    case 'NO_ROUTE':
    case 'NO_SOCKET':
      return word('ended', { how: end.kind, at: end.netns, why: say(end.reason) });
  }
}

/** The same, which begins with what was guessed where that decides. */
export function sayWay(walked: WalkedWays, at: number, call: CommandCall): string {
  const outcome = walked.outcomes[at];
  const said = outcome ? endLine(outcome, walked.astray.has(at), call) : '';
  const guesses = decidingGuesses(walked, at);
  const deciding = guesses.map(({ says }) => call.say(says).replace(/\.$/, ''));
  if (guesses.some(({ isBlind }) => isBlind)) return call.word('blind', { guesses: deciding.join('; ') });
  return deciding.length === 0 ? said : call.word('ifGuessed', { said, guesses: deciding.join('; ') });
}
