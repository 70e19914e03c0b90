import { useCallback, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Document } from '../../core/document/document';
import type { ChangesByNode, NodeChanges } from '../../core/questions/diff/node-changes';
import type { AskOptions } from '../../engine/client';
import { background } from '../../engine/page-engines';
import { Button } from '../common/controls';
import { WorkProgress } from '../common/Dialog';
import { useQuestion } from '../common/use-asked';
import { sayHostScope } from '../../core/questions/diff/host-changes';
import { HostChangeList } from './HostChangeList';
import { useHostPhrase } from './use-host-phrase';
import type { LabelledSide, SideWords } from './sides.model';
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
  const say = useHostPhrase();
  const scopes = nodes.flatMap(({ found }) => (found.ok ? [sayHostScope(found.value).map(say)] : []));
  const [first = [], ...rest] = scopes;
  const shared = rest.length === 0 ? [] : first.filter((each) => rest.every((scope) => scope.includes(each)));
  return (
    <>
      {nodes.map((each) => (
        <NodeProof key={each.node} {...each} sides={sides} shared={shared} />
      ))}
      {shared.length > 0 && <p className={styles.second}>{t('nodesShared', { says: shared.join(' ') })}</p>}
      {beyond > 0 && <p className={styles.second}>{t('nodesBeyond', { count: beyond })}</p>}
    </>
  );
}

function NodeProof({ node, found, sides, shared }: NodeChanges & SideWords & { readonly shared: readonly string[] }) {
  const say = useHostPhrase();
  return (
    <section aria-label={node} className={styles.change}>
      <h4>{node}</h4>
      {found.ok ? (
        <HostChangeList found={found.value} sides={sides} shared={shared} />
      ) : (
        <p className={styles.second}>{say(found.error)}</p>
      )}
    </section>
  );
}
