import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { flowsOfSubject } from '../../core/document/subject';
import { useBench } from '../../store/hooks';
import { Dialog } from '../common/Dialog';
import { WorkProgress } from '../common/WorkProgress';
import { DumpDifference } from './DumpDifference';
import { pairOf, type Relation } from './pair.model';
import { RelationChoice } from './RelationChoice';
import { SecondText } from './SecondText';
import { readSecondDump, useSecondDump } from './second-dump';
import { useDumpComparison } from './use-dump-comparison';
import styles from './two-dumps.module.css';

/** The pasted node beside another dump: which rules differ, and which flows end otherwise. */
export function TwoDumpsDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations('twoDumps');
  const document = useBench(({ document }) => document.present);
  const second = useSecondDump();
  const [relation, setRelation] = useState<Relation>('pasted-before');
  const [unreadable, setUnreadable] = useState(false);
  const { pasted } = document;
  const flows = useMemo(() => flowsOfSubject(document), [document]);
  const pair = useMemo(
    () => (second ? pairOf(pasted, second, relation, flows) : undefined),
    [pasted, second, relation, flows],
  );
  const comparing = useDumpComparison(pair);
  const take = (files: readonly File[]): void => {
    void readSecondDump(files).then((read) => setUnreadable(!read));
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('title')} description={t('about')} size="full">
      <div
        className={styles.window}
        // The page behind takes dropped files for a new node: here they are the second dump.
        onDragOver={(event) => {
          event.preventDefault();
          event.stopPropagation();
        }}
        onDrop={(event) => {
          event.preventDefault();
          event.stopPropagation();
          take([...event.dataTransfer.files]);
        }}
      >
        <SecondText second={second} unreadable={unreadable} onFiles={take} />
        {second && <RelationChoice relation={relation} onRelation={setRelation} />}
        <WorkProgress work={comparing} room="twoDumps" />
        {comparing.answer && (
          <DumpDifference comparison={comparing.answer} relation={relation} stale={comparing.status === 'working'} />
        )}
      </div>
    </Dialog>
  );
}
