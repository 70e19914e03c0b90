import { useCallback, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Document } from '../../core/document/document';
import type { ChangesByNode, NodeChanges } from '../../core/questions/diff/node-changes';
import type { AskOptions } from '../../engine/client';
import { background } from '../../engine/page-engines';
import { Button } from '../common/controls';
import { WorkProgress } from '../common/Dialog';
import { useQuestion } from '../common/use-asked';
import { HostChangeList } from './HostChangeList';
import { useHostPhrase } from './use-host-phrase';
import type { LabelledSide, SideWords } from './reach.model';
import styles from './reach.module.css';

interface Props {
  readonly document: Document;
  readonly before: LabelledSide;
  readonly after: LabelledSide;
}

/** All packets that come to a node, node after node, on two sides: worked out once it is wanted. */
export function NodeProofs(props: Props) {
  const t = useTranslations('reach');
  const [wanted, setWanted] = useState(false);
  if (wanted) return <Proofs {...props} />;
  return (
    <>
      <p className={styles.second}>{t('nodesAbout')}</p>
      <Button onClick={() => setWanted(true)}>{t('nodesProve')}</Button>
    </>
  );
}

function Proofs({ document, before, after }: Props) {
  const t = useTranslations('reach');
  const work = useQuestion(
    useCallback(
      (options: AskOptions) => background.ask('reach-nodes', { document, before, after }, options),
      [document, before, after],
    ),
  );
  return (
    <section aria-label={t('nodes')}>
      <h3 className={styles.headline}>{t('nodes')}</h3>
      <WorkProgress work={work} room="reach" />
      {work.status === 'done' && work.answer && <NodeList found={work.answer} sides={[before.label, after.label]} />}
    </section>
  );
}

function NodeList({ found: { nodes, beyond }, sides }: SideWords & { readonly found: ChangesByNode }) {
  const t = useTranslations('reach');
  return (
    <>
      {nodes.map((each) => (
        <NodeProof key={each.node} {...each} sides={sides} />
      ))}
      {beyond > 0 && <p className={styles.second}>{t('nodesBeyond', { count: beyond })}</p>}
    </>
  );
}

function NodeProof({ node, found, sides }: NodeChanges & SideWords) {
  const say = useHostPhrase();
  return (
    <section aria-label={node} className={styles.change}>
      <h4>{node}</h4>
      {found.ok ? (
        <HostChangeList found={found.value} sides={sides} />
      ) : (
        <p className={styles.second}>{say(found.error)}</p>
      )}
    </section>
  );
}
