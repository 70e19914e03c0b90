import { type Document, emptyDocument } from '../../core/document/document';
import { useActions, useBench } from '../../store/hooks';
import type { PaneSpec } from '../../engine/protocol';
import { keepDocument, EXAMPLE_KEY } from './pane.model';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { EXAMPLES } from '../../content/examples';
import { addPasted } from '../../core/document/edits/pasted';
import { phrase, type Phrase } from '../../core/lib/phrase';
import { err, ok, type Result } from '../../core/lib/result';
import { openProject } from '../../store/file';
import { useReadDocument } from '../common/use-read-document';
import { decodeLink } from '../../store/link';
import { Button } from '../common/controls';
import { Dialog, WorkProgress } from '../common/Dialog';
import { ProjectFileButton, PasteBox } from '../common/inputs';
import { usePhrase } from '../common/i18n/use-phrase';
import { useDocuments } from '../paste/kept/use-documents';
import styles from './other-document.module.css';

interface OtherDocumentProps {
  readonly onClose: () => void;
  /** `key`: what an example is known by; else empty. */
  readonly onChosen: (key: string, document: Document) => void;
}

/** Chooses the document of a pane: an example, a file, a link, or what this browser kept. */
export function OtherDocument({ onClose, onChosen }: OtherDocumentProps) {
  const t = useTranslations('compare.other');
  const say = usePhrase();
  const locale = useBench(({ view }) => view.locale);
  const kept = useTranslations('kept.documents');
  const documents = useDocuments();
  const [problem, setProblem] = useState<Phrase>();
  const take = (read: { readonly ok: boolean; readonly value?: Document; readonly error?: Phrase }): void => {
    if (read.ok && read.value) onChosen('', read.value);
    else setProblem(read.error);
  };
  const file = useReadDocument(openProject, take);
  const link = useReadDocument(readLink, take);
  return (
    <Dialog open onOpenChange={onClose} title={t('title')} description={t('about')}>
      {problem && (
        <p role="alert" className={styles.problem}>
          {say(problem)}
        </p>
      )}
      <div className={styles.ways}>
        <ProjectFileButton label={t('file')} onRead={async (each) => file.read(await each.text())} />
      </div>
      <NodeField onText={(text) => onChosen('', nodeDocument(t('pasted'), text))} />
      <LinkField onRead={link.read} />
      <WorkProgress work={file.work} room="import" />
      <WorkProgress work={link.work} room="import" />
      {documents.length > 0 && <h3 className={styles.heading}>{kept('title')}</h3>}
      <ul className={styles.examples}>
        {documents.map(({ id, title, about, load }) => (
          <li key={id}>
            <button
              type="button"
              className={styles.example}
              onClick={() => void load().then((read) => read && take(read))}
            >
              <b>{title}</b>
              <span>{about}</span>
            </button>
          </li>
        ))}
      </ul>
      <h3 className={styles.heading}>{t('examples')}</h3>
      <ul className={styles.examples}>
        {EXAMPLES.map((example) => (
          <li key={example.id}>
            <button
              type="button"
              className={styles.example}
              onClick={() => onChosen(`${EXAMPLE_KEY}${example.id}`, example.document(locale))}
            >
              <b>{example.title[locale]}</b>
              <span>{example.about[locale]}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** A document of nothing but a pasted node. */
function nodeDocument(title: string, text: string): Document {
  return addPasted(emptyDocument(title), [{ title, text }]);
}

/** Another node, by what it printed. */
function NodeField({ onText }: { readonly onText: (text: string) => void }) {
  const t = useTranslations('compare.other');
  const [typed, setTyped] = useState('');
  const [unreadable, setUnreadable] = useState(false);
  const read = async (files: readonly File[]): Promise<void> => {
    const texts = await Promise.all(files.map((file) => file.text())).catch(() => undefined);
    if (texts) onText(texts.join('\n'));
    else setUnreadable(true);
  };
  return (
    <section className={styles.node}>
      <PasteBox
        words={{ box: t('box'), hint: t('boxHint'), files: t('files'), take: t('use') }}
        typed={typed}
        onTyped={setTyped}
        onText={onText}
        onFiles={(files) => void read(files)}
      />
      {unreadable && (
        <p role="alert" className={styles.problem}>
          {t('unreadable')}
        </p>
      )}
    </section>
  );
}

/** The document of a link of this page, wherever it was copied from. */
async function readLink(link: string, signal: AbortSignal): Promise<Result<Document, Phrase>> {
  const hash = link.includes('#') ? link.slice(link.indexOf('#')) : '';
  const read = await decodeLink(hash, { signal });
  if (!read) return err(phrase('document.link.broken'));
  return read.ok ? ok(read.value.document) : read;
}

function LinkField({ onRead }: { readonly onRead: (link: string) => void }) {
  const t = useTranslations('compare.other');
  const [link, setLink] = useState('');
  return (
    <form
      className={styles.link}
      onSubmit={(event) => {
        event.preventDefault();
        onRead(link);
      }}
    >
      <label className={styles.field}>
        <span>{t('link')}</span>
        <input
          className={styles.input}
          value={link}
          spellCheck={false}
          autoComplete="off"
          placeholder="https://…#1.…"
          onChange={(event) => setLink(event.target.value)}
        />
      </label>
      <Button type="submit" disabled={link.trim() === ''}>
        {t('open')}
      </Button>
    </form>
  );
}

interface Props {
  readonly onClose: () => void;
  readonly onPane: (spec: PaneSpec) => void;
}

/** Chooses a document that stands beside the bench, keeps it, and makes a pane of it. */
export function OtherPane({ onClose, onPane }: Props) {
  const { setCompare } = useActions();
  const kept = useBench(({ view }) => view.compare.documents);
  const choose = (key: string, document: Document): void => {
    const { documents, key: own } = keepDocument(kept, key, document);
    setCompare({ documents });
    onPane({ mode: document.mode, release: document.release, document: own });
    onClose();
  };
  return <OtherDocument onClose={onClose} onChosen={choose} />;
}
