import { formatEnd } from '../net/packet';
import type { EbpfDid, ProgramStep } from './trace';

const IDS = {
  passed: 'ebpfPassed',
  translated: 'ebpfTranslated',
  spread: 'ebpfSpread',
  told: 'ebpfTold',
  masqueraded: 'ebpfMasqueraded',
  restored: 'ebpfRestored',
  answered: 'ebpfAnswered',
  delivered: 'ebpfDelivered',
  wrapped: 'ebpfWrapped',
  refused: 'ebpfRefused',
  dropped: 'ebpfDropped',
} as const satisfies Record<EbpfDid, string>;

/** The same of a layer of VFP; what it never does has the words of a program. */
const VFP_IDS = {
  ...IDS,
  passed: 'vfpPassed',
  translated: 'vfpTranslated',
  masqueraded: 'vfpMasqueraded',
  restored: 'vfpRestored',
  delivered: 'vfpDelivered',
} as const satisfies Record<EbpfDid, string>;

const NONE = 'none';

/** Sentence for a step of a program, or of a layer: its id and values, and whether its reason is the news. */
export function programNarration(step: ProgramStep): {
  readonly id: (typeof IDS | typeof VFP_IDS)[EbpfDid];
  readonly values: Readonly<Record<string, string | number>>;
  readonly isNews: boolean;
} {
  const { program, device = NONE, did, service = NONE, chosen = NONE, odds = NONE, before, packet, count = 0 } = step;
  const ends = {
    before: formatEnd(before ?? packet, 'src'),
    after: formatEnd(packet, 'src'),
    to: formatEnd(packet, 'dst'),
  };
  const isNews = did === 'refused' || did === 'dropped' || did === 'answered';
  const ids = step.kind === 'vfp' ? VFP_IDS : IDS;
  return { id: ids[did], values: { program, device, service, chosen, count, about: odds, ...ends }, isNews };
}
