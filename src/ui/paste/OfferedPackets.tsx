import { useTranslations } from 'use-intl';
import type { SuggestedFlow } from '../../core/paste/pasted';
import { Button } from '../common/controls';
import { usePhrase } from '../common/i18n/use-phrase';
import { chooseOffers, isDraftOf, makeDraft, offerLine, type FlowDraft } from './node-flow.model';
import styles from './import.module.css';

interface OfferedPacketsProps {
  readonly suggested: readonly SuggestedFlow[];
  readonly draft: FlowDraft;
  readonly onDraft: (draft: FlowDraft) => void;
}

/** The packets that the texts ask for, the best first, each with what it is offered for; choosing one fills the form. */
export function OfferedPackets({ suggested, draft, onDraft }: OfferedPacketsProps) {
  const t = useTranslations('import');
  const say = usePhrase();
  const offers = chooseOffers(suggested);
  if (offers.length === 0) return null;
  return (
    <ol aria-label={t('offered')} className={styles.offers}>
      {offers.map((offer) => (
        <li key={offerLine(offer, t('thisNode'))}>
          <Button
            size="s"
            variant="quiet"
            aria-pressed={isDraftOf(draft, offer)}
            onClick={() => onDraft(makeDraft(offer))}
          >
            {offerLine(offer, t('thisNode'))}
          </Button>{' '}
          <span className={styles.note}>{say(offer.reason)}</span>
        </li>
      ))}
    </ol>
  );
}
