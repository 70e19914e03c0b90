import { ArrowRight } from 'lucide-react';
import { useEffect, type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { DEFAULT_EXAMPLE, EXAMPLES } from '../../../content/examples';
import { emptyDocument } from '../../../core/document/document';
import { useActions, useBench } from '../../../store/hooks';
import { holdPicture } from '../../../store/hand-out';
import { OPENING_SCENE, sceneContent } from '../../../store/scenes';
import { Button } from '../../common/controls';
import { paneId, useWorkspace } from '../bench/use-shortcuts';
import styles from './start.module.css';
import { useBenchTitle } from '../use-bench-title';
import { Documents } from '../../paste/kept/Documents';
import { useDocuments } from '../../paste/kept/use-documents';
import { START_PICTURES, type Pictured, CARD_PICTURE } from './start.model';
import { background } from '../../../engine/page-engines';
import { storyOfWalk } from '../../story/paper/pictures.model';
import { useDraw, useOwnTheme } from '../../story/paper/SheetView';

/** The four starts, and the way back to what was on the bench. */
export function StartScreen() {
  const t = useTranslations('guide.start');
  const { openDialog } = useWorkspace();
  const { openDocument, openScene } = useActions();
  const locale = useBench(({ view }) => view.locale);
  return (
    <main id={paneId('stage')} tabIndex={-1} className={styles.screen}>
      <div className={styles.sheet}>
        <h2 className={styles.title}>{t('title')}</h2>
        <p className={styles.lead}>{t('lead')}</p>
        <div className={styles.continue}>
          <Continue />
          <Previous />
        </div>
        <div className={styles.starts}>
          <Start title={t('watch')} about={t('watchAbout')} picture={START_PICTURES.watch}>
            <Button variant="primary" onClick={() => void openScene(OPENING_SCENE)}>
              {t('watchDo')}
            </Button>
          </Start>
          <Start title={t('learn')} about={t('learnAbout')} picture={START_PICTURES.learn}>
            <Button onClick={() => openDialog('lessons')}>{t('learnDo')}</Button>
          </Start>
          <Start title={t('build')} about={t('buildAbout')} picture={START_PICTURES.build}>
            <Button onClick={() => openDocument(DEFAULT_EXAMPLE.document(locale), { depth: 'bench' })}>
              {t('buildDo')}
            </Button>
            <Button variant="quiet" onClick={() => openDocument(emptyDocument(t('emptyTitle')), { depth: 'bench' })}>
              {t('empty')}
            </Button>
          </Start>
          <Start title={t('paste')} about={t('pasteAbout')} picture={START_PICTURES.paste}>
            <Button onClick={() => openDialog('paste')}>{t('pasteDo')}</Button>
          </Start>
        </div>
        <Documents heading />
        <h3 className={styles.startTitle}>{t('examples')}</h3>
        <ul className={styles.examples}>
          {EXAMPLES.slice(1).map((example) => (
            <li key={example.id}>
              <button type="button" className={styles.example} onClick={() => openDocument(example.document(locale))}>
                <span className={styles.exampleTitle}>{example.title[locale]}</span>
                <span className={styles.about}>{example.about[locale]}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </main>
  );
}

interface StartProps {
  readonly title: string;
  readonly about: string;
  readonly picture: Pictured;
  readonly children: ReactNode;
}

function Start({ title, about, picture, children }: StartProps) {
  return (
    <section className={styles.start}>
      <SmallPicture of={picture} />
      <h3 className={styles.startTitle}>{title}</h3>
      <p className={styles.about}>{about}</p>
      <div className={styles.buttons}>{children}</div>
    </section>
  );
}

/** Goes back to the bench, as Escape does. Nothing to go on with: no button. */
function Continue() {
  const t = useTranslations('guide.start');
  const { setStarting } = useActions();
  const title = useBenchTitle();
  const empty = useBench(
    ({ document: { present } }) => present.cluster.nodes.length === 0 && present.pasted.texts.length === 0,
  );
  useEffect(() => {
    if (empty) return;
    const leave = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) setStarting(false);
    };
    window.addEventListener('keydown', leave);
    return () => window.removeEventListener('keydown', leave);
  }, [empty, setStarting]);
  if (empty) return null;
  return (
    <Button onClick={() => setStarting(false)}>
      {t('continueWith', { title })}
      <ArrowRight aria-hidden />
    </Button>
  );
}

/** The way back to what was made here last, whatever came by links since. */
function Previous() {
  const t = useTranslations('guide.start');
  const last = useDocuments().find(({ keep }) => keep === 'own');
  if (!last) return null;
  return (
    <Button variant="quiet" onClick={last.open}>
      {t('previous', { title: last.title })}
    </Button>
  );
}

/** A picture drawn of a walk the engine makes; its place is kept until it is there. What cannot be drawn is absent. */
function SmallPicture({ of: { scene, kind, moment } }: { readonly of: Pictured }) {
  const locale = useBench(({ view }) => view.locale);
  const [theme] = useOwnTheme();
  const draw = useDraw(theme);
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    let made: ReturnType<typeof holdPicture> | undefined;
    let wanted = true;
    const paint = async (): Promise<void> => {
      const document = (await sceneContent({ id: scene }, locale))?.document;
      const flowId = document?.flows[0]?.id;
      if (!document || flowId === undefined) return;
      const walk = await background.ask('export', { document, flowId, outcome: 0 });
      const index = walk.moments.findIndex((each) => each.kind === moment);
      const picture =
        index < 0
          ? undefined
          : await draw('svg', { ...walk, told: storyOfWalk(document, walk) }, { kind, index, small: CARD_PICTURE });
      if (!picture || !wanted) return;
      made = holdPicture(picture);
      setUrl(made.url);
    };
    paint().catch(() => undefined);
    return () => {
      wanted = false;
      made?.release();
    };
  }, [scene, kind, moment, locale, draw]);
  return <div className={styles.picture}>{url !== undefined && <img src={url} alt="" />}</div>;
}
