import { namespacedName } from '../../core/kubernetes/types';
import { findUnsendable } from '../../core/paste/unsendable';
import type { OpenedTexts } from '../../core/public/open-texts';
import { CommandRefusal, type CommandCall } from './command';

/**
 * Is the only Service that can be asked the API server’s, which no text tells, where the texts ask something else, or tell Services that no
 * packet can be sent to, or no Pod that could ask? A packet to it is nobody’s question.
 */
export function isMadeAlone({ document, objects, texts }: OpenedTexts): boolean {
  if (document.subject !== 'cluster' || !objects) return false;
  const [first] = document.flows;
  const isOfApi = first?.to.kind === 'service' && first.to.name === 'kubernetes' && first.to.namespace === 'default';
  if (!isOfApi || objects.services.some((each) => namespacedName(each) === 'default/kubernetes')) return false;
  const hasOthers = objects.services.length > 0 || objects.pods.length === 0;
  return hasOthers || findUnsendable(texts.map(({ text }) => text)) !== undefined;
}

/** Says what keeps the packet that the texts ask from being offered, as far as that is known. */
export function refuseOffer({ texts }: OpenedTexts, call: CommandCall): CommandRefusal {
  const place = findUnsendable(texts.map(({ text }) => text));
  if (!place) return new CommandRefusal(64, call.word('giveFlow', {}));
  return new CommandRefusal(
    64,
    call.word(place.is === 'masked' ? 'askedMasked' : 'askedUntold', { place: place.words }),
  );
}
