import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import { PasteBox } from '../common/PasteBox';
import { receiveFiles, receiveTexts } from './inbox';
import styles from './import.module.css';

/** What is typed here and not added yet is kept, also over a reload. */
const DRAFT = 'paste';

/** Texts come in by the box or as files, and stand in the list below it. */
export function AddTexts({ unreadable }: { readonly unreadable: readonly string[] }) {
  const t = useTranslations('import');
  const { setDraft } = useActions();
  const typed = useBench(({ view }) => view.drafts[DRAFT] ?? '');
  return (
    <section>
      <PasteBox
        words={{ box: t('box'), hint: t('boxHint'), files: t('files'), take: t('add') }}
        typed={typed}
        onTyped={(text) => setDraft(DRAFT, text === '' ? undefined : text)}
        onText={(text) => receiveTexts([{ title: '', text }])}
        onFiles={(files) => void receiveFiles(files)}
      />
      {unreadable.map((name) => (
        <p key={name} role="alert" className={styles.problem}>
          {t('unreadable', { name })}
        </p>
      ))}
    </section>
  );
}
