import { FileText, Network } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Document } from '../../core/document/document';
import { plainName } from '../../core/story/cast';
import type { Phrase } from '../../core/lib/phrase';
import type { WalkFiles } from '../../engine/questions/export';
import { background } from '../../engine/page-engines';
import { download, fileStem } from '../../store/file';
import { useBench } from '../../store/hooks';
import { Button } from '../common/controls';
import { usePhrase } from '../i18n/use-phrase';
import { formatReport } from './report.model';
import styles from './share.module.css';

function namesOf({ netns }: WalkFiles): (id: string) => string {
  const titles = new Map(netns.map(({ id, title }) => [id, plainName(title)]));
  return (id) => titles.get(id) ?? id;
}

/** The walk that is shown, as files: of the document that is shared, whose names may be pseudonyms. */
export function WalkPart({ document }: { readonly document: Document | undefined }) {
  const t = useTranslations('share');
  const say = usePhrase();
  const run = useBench(({ run }) => run.result);
  const time = useBench(({ view }) => view.time);
  const [said, setSaid] = useState<
    Phrase | 'failed' | { readonly name: string; readonly decodes: readonly string[] }
  >();
  if (!run || run.outcomes.length === 0) return null;
  const hand = (extension: string, make: (walk: WalkFiles, title: string) => Blob) => async (): Promise<void> => {
    if (!document) return;
    const { flowId, shown } = run;
    const walk = await background.ask('export', { document, flowId, outcome: shown, time }).catch(() => undefined);
    if (!walk || walk.problem) return setSaid(walk?.problem ?? 'failed');
    const name = `${fileStem(document)}.${extension}`;
    download(name, make(walk, document.title));
    setSaid({ name, decodes: extension === 'pcapng' ? walk.decodes : [] });
  };
  const words = { where: t('where'), from: t('from'), to: t('to') };
  const capture = hand('pcapng', (walk) => new Blob([walk.capture], { type: 'application/octet-stream' }));
  const report = hand(
    'md',
    (walk, title) =>
      new Blob([formatReport(walk.moments, { title, named: namesOf(walk), ...words }, say)], { type: 'text/markdown' }),
  );
  return (
    <section className={styles.part}>
      <h3>{t('walk')}</h3>
      <p className={styles.note}>{t('walkAbout')}</p>
      <div className={styles.row}>
        <Button icon={<Network aria-hidden />} disabled={!document} onClick={() => void capture()}>
          {t('capture')}
        </Button>
        <Button icon={<FileText aria-hidden />} disabled={!document} onClick={() => void report()}>
          {t('report')}
        </Button>
      </div>
      <p role="status" className={styles.note}>
        {said === 'failed' ? t('walkFailed') : said && ('id' in said ? say(said) : t('walkMade', { name: said.name }))}
      </p>
      {said && typeof said === 'object' && 'decodes' in said && said.decodes.length > 0 && (
        <p className={styles.note}>
          {t('captureDecodes')}{' '}
          <code>{`tshark ${said.decodes.map((each) => `-d ${each}`).join(' ')} -r ${said.name}`}</code>
        </p>
      )}
    </section>
  );
}
