import type { IpAddress } from '../net/ip';

/** Do two addresses bound a network: behind what they have in common, one has no bit and the other all? */
export function isNetwork(min: IpAddress, max: IpAddress): boolean {
  let isHost = false;
  return min.words.every((own, i) => {
    const differs = (own ^ (max.words[i] ?? 0)) >>> 0;
    const isOpen = isHost ? differs === 0xffffffff : (differs & (differs + 1)) === 0;
    isHost ||= differs !== 0;
    return isOpen && (own & differs) === 0;
  });
}
