import { Check, Copy, Download } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { Document } from '../../core/document/document';
import { useBench, useActions, useBenchStore } from '../../store/hooks';
import { downloadProject, readProject } from '../../store/file';
import { COMFORTABLE_LINK, encodeLink, pageAddress } from '../../store/link';
import { Button } from '../common/controls';
import { Dialog } from '../common/Dialog';
import { usePhrase } from '../i18n/use-phrase';
import { RedactSwitch } from '../redact/RedactSwitch';
import { useCopy, useSharedDocument } from '../redact/redaction';
import { PicturesPart } from './PicturesPart';
import { PrintPart } from './PrintPart';
import { RulesPart } from './RulesPart';
import { ScenePart } from './ScenePart';
import styles from './share.module.css';
import { WalkPart } from './WalkPart';
import { useState, useEffect } from 'react';
import type { Phrase } from '../../core/lib/phrase';
import { ProjectFileButton } from '../common/inputs';
import { ok, type Result } from '../../core/lib/result';
import { makeSharedView } from '../../store/autosave';
import type { SharedView } from '../../store/types';

interface Made {
  readonly of: Document;
  readonly link: Result<string, Phrase>;
}

/** The address of this page with a document in its hash; undefined while it is being made, or without a document. */
export function useShareLink(document: Document | undefined): Result<string, Phrase> | undefined {
  const store = useBenchStore();
  const [made, setMade] = useState<Made>();
  useEffect(() => {
    if (!document) return undefined;
    let wanted = true;
    const state = store.getState();
    const view = document === state.document.present ? makeSharedView(state) : makeStep(makeSharedView(state));
    void encodeLink({ document, view }).then((hash) => {
      if (wanted) setMade({ of: document, link: hash.ok ? ok(pageAddress() + hash.value) : hash });
    });
    return () => {
      wanted = false;
    };
  }, [store, document]);
  return made && made.of === document ? made.link : undefined;
}

/** Of the view only the packet and its step: what is selected or compared has names of its own. */
function makeStep({ flowId, playhead, asked }: SharedView): SharedView {
  return {
    ...(flowId === undefined ? {} : { flowId }),
    ...(playhead === undefined ? {} : { playhead }),
    ...(asked ? { asked } : {}),
  };
}

/** Opens a project file; one that cannot be opened says why, and the bench stays. */
export function OpenFile({ onOpened }: { readonly onOpened: () => void }) {
  const t = useTranslations('share');
  const say = usePhrase();
  const { openDocument } = useActions();
  const [problem, setProblem] = useState<Phrase>();
  const read = async (file: File): Promise<void> => {
    const project = readProject(await file.text());
    if (!project.ok) return setProblem(project.error);
    openDocument(project.value);
    onOpened();
  };
  return (
    <>
      <ProjectFileButton label={t('open')} onRead={read} />
      {problem && (
        <p role="alert" className={styles.warning}>
          {say(problem)}
        </p>
      )}
    </>
  );
}

interface Props {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** The bench as a link or as a file. */
export function ShareDialog({ open, onOpenChange }: Props) {
  const t = useTranslations('share');
  const document = useSharedDocument();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('title')} description={t('about')}>
      <RedactSwitch />
      <ScenePart />
      <LinkPart document={document} />
      <section className={styles.part}>
        <h3>{t('file')}</h3>
        <p className={styles.note}>{t('fileAbout')}</p>
        <div className={styles.row}>
          <Button
            icon={<Download aria-hidden />}
            disabled={!document}
            onClick={() => document && downloadProject(document)}
          >
            {t('download')}
          </Button>
          <OpenFile onOpened={() => onOpenChange(false)} />
        </div>
      </section>
      <PicturesPart document={document} />
      <PrintPart document={document} />
      <WalkPart document={document} />
      <RulesPart document={document} />
      <p className={styles.note}>{t('saved')}</p>
    </Dialog>
  );
}

function LinkPart({ document }: { readonly document: Document | undefined }) {
  const t = useTranslations('share');
  const say = usePhrase();
  const link = useShareLink(document);
  const present = useBench(({ document }) => document.present);
  const pasted = document === present && present.pasted.texts.length > 0;
  const { outcome, copy } = useCopy();
  if (!link) return <p className={styles.note}>{t('making')}</p>;
  if (!link.ok) {
    return (
      <p role="status" className={styles.warning}>
        {say(link.error)}
      </p>
    );
  }
  const { length } = link.value;
  const long = length > COMFORTABLE_LINK;
  return (
    <section className={styles.part}>
      <h3 id="share-link">{t('link')}</h3>
      <div className={styles.row}>
        <input
          readOnly
          aria-labelledby="share-link"
          data-shared
          className={styles.link}
          value={link.value}
          onFocus={(event) => event.target.select()}
        />
        <Button
          variant="primary"
          data-autofocus
          icon={outcome === 'copied' ? <Check aria-hidden /> : <Copy aria-hidden />}
          onClick={() => copy(link.value)}
        >
          {outcome === 'copied' ? t('copied') : t('copy')}
        </Button>
      </div>
      <p className={long ? styles.warning : styles.note}>{t(long ? 'long' : 'length', { length })}</p>
      {pasted && <p className={styles.warning}>{t('pasted')}</p>}
      <p role="status" className={outcome === 'failed' ? styles.warning : 'visually-hidden'}>
        {outcome === 'failed' ? t('copyFailed') : outcome === 'copied' && t('copied')}
      </p>
    </section>
  );
}
