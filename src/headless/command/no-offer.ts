import { findUnsendable } from '../../core/paste/unsendable';
import type { OpenedTexts } from '../../core/public/open-texts';
import { CommandRefusal, type CommandCall } from './command';

/** Says what keeps the packet that the texts ask from being offered, as far as that is known. */
export function refuseOffer({ texts }: OpenedTexts, call: CommandCall): CommandRefusal {
  const place = findUnsendable(texts.map(({ text }) => text));
  if (!place) return new CommandRefusal(64, call.word('giveFlow', {}));
  return new CommandRefusal(
    64,
    call.word(place.is === 'masked' ? 'askedMasked' : 'askedUntold', { place: place.words }),
  );
}
