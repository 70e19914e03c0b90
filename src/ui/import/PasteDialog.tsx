import { useTranslations } from 'use-intl';
import { Button } from '../common/Button';
import { Dialog } from '../common/Dialog';
import { SectionHeading } from '../common/SectionHeading';
import { WorkProgress } from '../common/WorkProgress';
import { Segmented } from '../common/Segmented';
import { Kept } from '../kept/Kept';
import { AddTexts } from './AddTexts';
import { assignText, callMachine, discardText, renameText } from './inbox';
import { flowOf } from './node-flow.model';
import { machinesOf, textsWithObjects, textsWithRules } from './open-node.model';
import { OpenCluster, OpenProject } from './OtherKinds';
import { TextCard } from './TextCard';
import { Understood } from './Understood';
import { isKeptOverReload } from './use-kept-inbox';
import { useStaging, type Staging } from './use-staging';
import styles from './import.module.css';

/** Characters: the lines of a longer text are there to be read while it is being understood. */
const LONG = 1_000_000;

interface Props {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Several texts in, what was understood of each and of all together, then the node on the bench. */
export function PasteDialog({ open, onOpenChange }: Props) {
  const t = useTranslations('import');
  const close = (): void => onOpenChange(false);
  const staging = useStaging(close);
  const { examination } = staging;
  const { examined } = examination;
  const hasRules = examined !== undefined && textsWithRules(staging.texts, examined.texts).length > 0;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="l"
      title={t('title')}
      description={t('about')}
      footer={<Footer staging={staging} onCancel={close} />}
    >
      <div className={styles.sections}>
        <AddTexts unreadable={staging.unreadable} />
        <OpenProject texts={staging.texts} onDone={close} />
        <OpenCluster texts={textsWithObjects(staging.texts, examined?.texts ?? [])} onDone={close} />
        <WorkProgress work={examination} room="import" />
        <Texts staging={staging} />
        {hasRules && (
          <Understood
            examined={examined}
            facts={staging.facts}
            nodes={staging.nodes}
            onFacts={staging.setFacts}
            draft={staging.draft}
            onDraft={staging.setDraft}
          />
        )}
        <Kept short />
      </div>
    </Dialog>
  );
}

function Texts({ staging }: { readonly staging: Staging }) {
  const t = useTranslations('import');
  const { texts, examination, hasNode, fresh, setFresh } = staging;
  if (texts.length === 0) return null;
  return (
    <section>
      <SectionHeading count={texts.length}>{t('texts')}</SectionHeading>
      {!isKeptOverReload(texts) && <p role="status">{t('notKept')}</p>}
      {hasNode && (
        <div className={styles.buttons}>
          <span>{t('addTo')}</span>
          <Segmented
            label={t('addTo')}
            value={fresh ? 'new' : 'here'}
            onChange={(where) => setFresh(where === 'new')}
            items={[
              { id: 'here', label: t('addHere') },
              { id: 'new', label: t('addNew') },
            ]}
          />
        </div>
      )}
      {texts.map((text) => (
        <TextCard
          key={text.id}
          text={text}
          summary={examination.examined?.texts.find(({ id }) => id === text.id)}
          nodes={machinesOf(texts, examination.examined?.texts ?? [])}
          onTitle={(title) => renameText(text.id, title)}
          onNode={(node) => assignText(text.id, node)}
          onMachine={(told, name) => callMachine(text.id, told, name)}
          onRemove={() => discardText(text.id)}
          unfolded={text.text.length > LONG}
        />
      ))}
    </section>
  );
}

function Footer({ staging, onCancel }: { readonly staging: Staging; readonly onCancel: () => void }) {
  const t = useTranslations('import');
  return (
    <>
      <Button onClick={onCancel}>{t('cancelAll')}</Button>
      <Button variant="primary" disabled={!staging.canOpen} onClick={staging.open}>
        {flowOf(staging.draft).ok ? t('openAndSend') : t('openNode')}
      </Button>
    </>
  );
}
