import { HardDriveDownload } from 'lucide-react';
import { useState } from 'react';
import { useMessages } from 'use-intl';
import { LIMITS } from '../../core/lib/limits';
import type { Document } from '../../core/document/document';
import { fileStem } from '../../store/file';
import type { Parcel } from '../../store/hand-out';
import { fileWith, isOneFile, keepsHere } from '../../store/whole-file';
import { Button } from '../common/controls';
import { useShareHash } from './LinkParts';
import styles from './share.module.css';

type FileParcel = Extract<Parcel, { readonly to: 'file' }>;

interface Props {
  readonly document: Document | undefined;
  readonly hand: (make: (shared: Document) => FileParcel | undefined) => Promise<FileParcel | 'failed' | undefined>;
}

/**
 * Hands out the page as one .html file with the bench in it. Such a file saves a copy of itself; a page that came from a server
 * opens the `rulewalk.html` beside it instead.
 */
export function OfflinePart({ document, hand }: Props) {
  const words = useMessages().offline;
  return (
    <section className={styles.part}>
      <h3>{words.title}</h3>
      {isOneFile() ? <SaveFile document={document} hand={hand} /> : <OpenFileOfHost document={document} />}
    </section>
  );
}

function SaveFile({ document, hand }: Props) {
  const words = useMessages().offline;
  const hash = useShareHash(document, LIMITS.link);
  const [name, setName] = useState('');
  const save = async (): Promise<void> => {
    const made = await hand((shared) => {
      const file = hash?.ok && fileWith(hash.value);
      return file ? { to: 'file', name: `${fileStem(shared)}.rulewalk.html`, file } : undefined;
    });
    setName(made === undefined || made === 'failed' ? '' : made.name);
  };
  return (
    <>
      <p className={styles.note}>
        {words.aboutFile} {keepsHere() ? words.keeps : words.keepsNot}
      </p>
      {hash?.ok === false && <p className={styles.warning}>{words.tooLong}</p>}
      <div className={styles.row}>
        <Button icon={<HardDriveDownload aria-hidden />} disabled={!hash?.ok} onClick={() => void save()}>
          {words.save}
        </Button>
      </div>
      <p role="status" className={styles.note}>
        {name !== '' && words.saved.replace('{name}', name)}
      </p>
    </>
  );
}

function OpenFileOfHost({ document }: Pick<Props, 'document'>) {
  const words = useMessages().offline;
  const hash = useShareHash(document, LIMITS.link);
  return (
    <>
      <p className={styles.note}>{words.aboutHost}</p>
      {hash?.ok === false && <p className={styles.warning}>{words.tooLong}</p>}
      <p>
        <a href={`./rulewalk.html${hash?.ok ? hash.value : ''}`} target="_blank" rel="noopener">
          {words.open}
        </a>
      </p>
    </>
  );
}
