import { Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';
import type { Document } from '../../core/document/document';
import { background } from '../../engine/page-engines';
import type { WalkFiles } from '../../engine/questions/export';
import { useBench } from '../../store/hooks';
import { Button } from '../common/controls';
import { PrintStrip } from '../paper/PrintStrip';
import styles from './share.module.css';

interface Walk extends WalkFiles {
  readonly document: Document;
}

/** The moments on paper: drawn when it is asked for, printed, and taken away again. */
export function PrintPart({ document }: { readonly document: Document | undefined }) {
  const t = useTranslations('share');
  const run = useBench(({ run }) => run.result);
  const time = useBench(({ view }) => view.time);
  const [walk, setWalk] = useState<Walk>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const done = (): void => setWalk(undefined);
    window.addEventListener('afterprint', done);
    return () => window.removeEventListener('afterprint', done);
  }, []);
  useEffect(() => {
    // Drawn by now.
    if (walk) requestAnimationFrame(() => window.print());
  }, [walk]);
  if (!run || run.outcomes.length === 0) return null;
  const print = async (): Promise<void> => {
    if (!document) return;
    const asked = { document, flowId: run.flowId, outcome: run.shown, time };
    const made = await background.ask('export', asked).catch(() => undefined);
    setFailed(!made || made.moments.length === 0);
    if (made && made.moments.length > 0) setWalk({ ...made, document });
  };
  return (
    <section className={styles.part}>
      <div className={styles.row}>
        <Button icon={<Printer aria-hidden />} disabled={!document} onClick={() => void print()}>
          {t('print')}
        </Button>
      </div>
      <p role="status" className={styles.note}>
        {t(failed ? 'walkFailed' : 'printAbout')}
      </p>
      {walk && createPortal(<PrintStrip walk={walk} document={walk.document} />, window.document.body)}
    </section>
  );
}
