import { useMemo, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { IpFamily } from '../../core/net/ip';
import type { FlatStep } from '../../store/selectors';
import { ChainCardView } from './ChainCardView';
import { ClosedCardView } from './ClosedCardView';
import styles from './datapath.module.css';
import { DatapathContext, type DatapathScope } from './datapath-context';
import { useChangedLines, useChanges } from './changes/use-changes';
import { Edges } from './Edges';
import { EventCardView } from './EventCardView';
import { PlaceHeading } from './PlaceHeading';
import type { Card, Datapath } from './rules.model';
import type { ChainIndex } from './rules-view.model';
import { useRovingRows } from '../common/use-roving-rows';
import { useShownMark } from './use-shown-mark';
import { useScrollToStep } from './use-scroll-to-step';
import { useAddressNames, useStepIndex } from './use-trace';

interface Props {
  readonly datapath: Datapath;
  readonly index: ChainIndex | undefined;
  readonly node: string;
  readonly family: IpFamily;
  readonly steps: readonly FlatStep[];
}

/** The cards, flowing into columns of the pane's height, with the jumps drawn between them. */
export function Columns({ datapath, index, node, family, steps }: Props) {
  const t = useTranslations('rules');
  const now = useStepIndex();
  const names = useAddressNames();
  const scroller = useRef<HTMLDivElement>(null);
  const tabStop = steps.some((step) => step.index === now) ? now : (steps[0]?.index ?? 0);
  const changes = useChanges(index?.view);
  const changed = useChangedLines(changes);
  const fresh = changes?.fresh ?? false;
  const scope = useMemo<DatapathScope>(
    () => ({ node, family, index, names, now, tabStop, changed, fresh }),
    [node, family, index, names, now, tabStop, changed, fresh],
  );
  useShownMark(index?.view);
  const onKeyDown = useRovingRows(scroller);
  useScrollToStep(scroller, now, datapath);
  const { cards, otherHooks } = datapath;
  return (
    <DatapathContext value={scope}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- moves the focus between the buttons inside */}
      <div ref={scroller} className={styles.scroller} onKeyDown={onKeyDown}>
        <div className={styles.content}>
          <div className={styles.sheet} data-sheet>
            {cards.map((card, at) => (
              <div key={card.id} className={styles.cell} data-column>
                {startsPlace(card, cards[at - 1]) && (
                  <PlaceHeading
                    place={card.place}
                    first={startsHook(card, cards[at - 1])}
                    closed={card.kind === 'closed'}
                  />
                )}
                <CardView card={card} />
              </div>
            ))}
            {otherHooks.length > 0 && (
              <p className={styles.others}>{t('otherHooks', { hooks: otherHooks.join(', ') })}</p>
            )}
          </div>
          <Edges scroller={scroller} cards={cards} now={now} />
        </div>
      </div>
    </DatapathContext>
  );
}

/** A table begins, or a hook of which there is nothing to open. */
function startsPlace(card: Card, before: Card | undefined): boolean {
  if (!card.place.hook) return false;
  if (startsHook(card, before)) return true;
  const [now, then] = [card.place, before?.place];
  return card.kind !== 'closed' && (now.table !== then?.table || now.base?.chain !== then?.base?.chain);
}

function startsHook(card: Card, before: Card | undefined): boolean {
  return card.place.hookStep !== before?.place.hookStep;
}

function CardView({ card }: { readonly card: Card }) {
  if (card.kind === 'chain') return <ChainCardView card={card} />;
  return card.kind === 'event' ? <EventCardView card={card} /> : <ClosedCardView card={card} />;
}
