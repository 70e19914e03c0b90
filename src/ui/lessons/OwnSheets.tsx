import { FilePlus2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { pickText, readDraft } from '../../core/sheet/draft';
import { useActions, useBench, useBenchStore } from '../../store/hooks';
import { readFile } from '../../store/own-sheets';
import { fitSheets, freeId } from '../../store/sheet-room';
import type { OwnSheet } from '../../store/scene-state';
import { Button, IconButton } from '../common/controls';
import { ProjectFileButton } from '../common/inputs';
import { usePhrase } from '../common/i18n/use-phrase';
import styles from './lessons.module.css';

/** Sheets of one's own: begun, opened from a file, read, and removed. */
export function OwnSheets({ onOpened }: { readonly onOpened: () => void }) {
  const t = useTranslations('author');
  const say = usePhrase();
  const store = useBenchStore();
  const sheets = useBench(({ view }) => view.sheets);
  const locale = useBench(({ view }) => view.locale);
  const { setSheets, setSheetWay } = useActions();
  const [said, setSaid] = useState('');
  const [removed, setRemoved] = useState<{ readonly sheet: OwnSheet; readonly at: number }>();
  const nameSheet = ({ text }: OwnSheet): string => pickText(readDraft(text)?.title, locale).text || t('untitled');
  const open = (id: string): void => {
    onOpened();
    location.hash = `#sheet=${id}`;
  };
  const create = (): void => {
    const id = freeId(sheets);
    const title = { en: t('untitled') };
    const text = JSON.stringify({ sheet: 1, id, title, bench: 'none', blocks: [{ lede: { en: '…' } }] });
    setSheets([...sheets, { id, text, benches: {} }]);
    setSheetWay({ sheet: id, is: 'edited' });
    open(id);
  };
  const take = async (file: File): Promise<void> => {
    const kept = store.getState().view.sheets;
    const read = readFile(await file.text(), kept);
    if (!read.ok) return setSaid(say(read.error));
    setSheets([...kept, read.value]);
    setSaid(t('imported', { title: nameSheet(read.value) }));
  };
  const discard = (sheet: OwnSheet): void => {
    setRemoved({ sheet, at: sheets.indexOf(sheet) });
    setSheets(sheets.filter((each) => each !== sheet));
    setSaid(t('discarded', { title: nameSheet(sheet) }));
  };
  const putBack = (): void => {
    if (removed && fitSheets([...sheets, removed.sheet])) setSheets(sheets.toSpliced(removed.at, 0, removed.sheet));
    setRemoved(undefined);
    setSaid('');
  };
  return (
    <section className={styles.lesson} aria-labelledby="own-sheets">
      <header>
        <h3 id="own-sheets">{t('own')}</h3>
        <span className={styles.count} />
        <Button icon={<FilePlus2 aria-hidden />} onClick={create}>
          {t('create')}
        </Button>
        <ProjectFileButton label={t('import')} onRead={take} />
      </header>
      <p>{t('about')}</p>
      <ul>
        {sheets.map((sheet) => (
          <li key={sheet.id} className={styles.read} data-own={sheet.id}>
            <a href={`#sheet=${sheet.id}`} onClick={onOpened}>
              {nameSheet(sheet)}
            </a>{' '}
            <IconButton
              label={t('discard', { title: nameSheet(sheet) })}
              icon={<Trash2 aria-hidden />}
              onClick={() => discard(sheet)}
            />
          </li>
        ))}
      </ul>
      <p role="status">{said}</p>
      {removed && <Button onClick={putBack}>{t('putBack')}</Button>}
    </section>
  );
}
