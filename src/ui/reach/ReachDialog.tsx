import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { IpFamily } from '../../core/net/ip';
import { useBench } from '../../store/hooks';
import { Segmented } from '../common/controls';
import { Dialog } from '../common/Dialog';
import { AlwaysSo } from './AlwaysSo';
import { DeadRules } from './DeadRules';
import styles from './reach.module.css';
import { WhatChanges } from './WhatChanges';
import { WhoReaches, type ReachSubject } from './WhoReaches';

interface Props {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

const QUESTIONS = { who: WhoReaches, changes: WhatChanges, dead: DeadRules, always: AlwaysSo } as const;
type Question = keyof typeof QUESTIONS;

/** All packets of the cluster on the bench: who reaches what, what changes with another mode, which rules decide none, what always holds; of a pasted node the rules. */
export function ReachDialog({ open, onOpenChange }: Props) {
  const t = useTranslations('reach');
  const document = useBench((state) => state.document.present);
  const [question, setQuestion] = useState<Question>('who');
  const [family, setFamily] = useState<IpFamily>('ipv4');
  const hasBoth = document.settings.serviceClusterIPRange.some((range) => range.includes(':'));
  const shown = hasBoth ? family : 'ipv4';
  const Asked = QUESTIONS[question];
  const subject: ReachSubject = { document, family: shown, onWalk: () => onOpenChange(false) };
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('title')} description={t('about')} size="full" reading>
      {document.subject === 'pasted' ? (
        <div className={styles.reach} data-printed>
          <p>{t('pasted')}</p>
          <DeadRules document={document} />
        </div>
      ) : (
        <div className={styles.reach} data-printed>
          <div className={styles.controls}>
            <Segmented
              label={t('questions')}
              value={question}
              onChange={setQuestion}
              items={(['who', 'changes', 'dead', 'always'] as const).map((id) => ({ id, label: t(id) }))}
            />
            {hasBoth && (
              <Segmented
                label={t('family')}
                value={shown}
                onChange={setFamily}
                items={[
                  { id: 'ipv4', label: 'IPv4' },
                  { id: 'ipv6', label: 'IPv6' },
                ]}
              />
            )}
          </div>
          <Asked {...subject} />
        </div>
      )}
    </Dialog>
  );
}
