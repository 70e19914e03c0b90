import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Document } from '../../core/document/document';
import type { Phrase } from '../../core/lib/phrase';
import { ok, type Result } from '../../core/lib/result';
import { makeSharedView } from '../../store/autosave';
import { useBench, useBenchStore } from '../../store/hooks';
import { COMFORTABLE_LINK, encodeLink, pageAddress } from '../../store/link';
import type { SharedView } from '../../store/view-state';
import { Button } from '../common/controls';
import { usePhrase } from '../common/i18n/use-phrase';
import { useCopy } from './redact/redaction';
import { embedCode } from '../common/embed-code.model';
import { QrCode, useShortLink } from './ScenePart';
import styles from './share.module.css';

interface Made {
  readonly of: Document;
  readonly hash: Result<string, Phrase>;
}

/** The address of this page with a document in its hash; undefined while it is being made, or without a document. */
export function useShareLink(document: Document | undefined): Result<string, Phrase> | undefined {
  const hash = useShareHash(document);
  return hash?.ok ? ok(pageAddress() + hash.value) : hash;
}

/** The hash alone; `limit`: how long it may be, {@link MAX_LINK} unless told. */
export function useShareHash(document: Document | undefined, limit?: number): Result<string, Phrase> | undefined {
  const store = useBenchStore();
  const [made, setMade] = useState<Made>();
  useEffect(() => {
    if (!document) return undefined;
    let wanted = true;
    const state = store.getState();
    const view = document === state.document.present ? makeSharedView(state) : makeStep(makeSharedView(state));
    void encodeLink({ document, view }, limit).then((hash) => {
      if (wanted) setMade({ of: document, hash });
    });
    return () => {
      wanted = false;
    };
  }, [store, document, limit]);
  return made && made.of === document ? made.hash : undefined;
}

/** Of the view only the packet and its step: what is selected or compared has names of its own. */
function makeStep({ flowId, playhead, asked }: SharedView): SharedView {
  return {
    ...(flowId === undefined ? {} : { flowId }),
    ...(playhead === undefined ? {} : { playhead }),
    ...(asked ? { asked } : {}),
  };
}

/** The one link: of a scene or an example as it is shipped the short one, which can be spoken; else the whole bench. */
export function LinkPart({ document }: { readonly document: Document | undefined }) {
  const t = useTranslations('share');
  const say = usePhrase();
  const whole = useShareLink(document);
  const own = useBench(({ view }) => view.hides);
  const ofScene = useBench(({ view }) => view.scene !== undefined);
  const [hides, setHides] = useState(own);
  const short = useShortLink(document, hides);
  const present = useBench(({ document }) => document.present);
  const pasted = document === present && present.pasted.texts.length > 0;
  const link = short === undefined ? whole : ok(short);
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
      <CopyRow text={link.value} labelledBy="share-link" copy={t('copy')} />
      {short === undefined ? (
        <p className={long ? styles.warning : styles.note}>{t(long ? 'long' : 'length', { length })}</p>
      ) : (
        <>
          <p className={styles.note}>{t(ofScene ? 'sceneAbout' : 'exampleAbout')}</p>
          {ofScene && (
            <label className={styles.check}>
              <input type="checkbox" checked={hides} onChange={(event) => setHides(event.target.checked)} />
              {t('sceneHides')}
            </label>
          )}
          <QrCode text={short} />
        </>
      )}
      {pasted && <p className={styles.warning}>{t('pasted')}</p>}
    </section>
  );
}

interface CopyRowProps {
  readonly text: string;
  readonly labelledBy: string;
  /** What the button says. */
  readonly copy: string;
}

/** A text to be copied, and whether it was. */
function CopyRow({ text, labelledBy, copy: word }: CopyRowProps) {
  const t = useTranslations('share');
  const { outcome, copy } = useCopy();
  return (
    <>
      <div className={styles.row}>
        <input
          readOnly
          aria-labelledby={labelledBy}
          data-shared
          className={styles.link}
          value={text}
          onFocus={(event) => event.target.select()}
        />
        <Button
          variant="primary"
          data-autofocus
          icon={outcome === 'copied' ? <Check aria-hidden /> : <Copy aria-hidden />}
          onClick={() => copy(text)}
        >
          {outcome === 'copied' ? t('copied') : word}
        </Button>
      </div>
      <p role="status" className={outcome === 'failed' ? styles.warning : 'visually-hidden'}>
        {outcome === 'failed' ? t('copyFailed') : outcome === 'copied' && t('copied')}
      </p>
    </>
  );
}

/** The walk in the frame of another page: what is written there. */
export function EmbedPart({ document }: { readonly document: Document | undefined }) {
  const t = useTranslations('share');
  const say = usePhrase();
  const whole = useShareLink(document);
  const hides = useBench(({ view }) => view.hides);
  const locale = useBench(({ view }) => view.locale);
  const short = useShortLink(document, hides);
  const link = short === undefined ? whole : ok(short);
  if (!link) return <p className={styles.note}>{t('making')}</p>;
  if (!link.ok) {
    return (
      <p role="status" className={styles.warning}>
        {say(link.error)}
      </p>
    );
  }
  const hash = link.value.slice(link.value.indexOf('#'));
  return (
    <section className={styles.part}>
      <h3 id="share-embed">{t('embed')}</h3>
      <CopyRow
        text={embedCode({ page: pageAddress(), hash, title: document?.title ?? '', locale })}
        labelledBy="share-embed"
        copy={t('copyCode')}
      />
      <p className={styles.note}>{t('embedAbout')}</p>
    </section>
  );
}
