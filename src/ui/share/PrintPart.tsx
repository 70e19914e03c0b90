import { Printer } from 'lucide-react';
import { useEffect, useEffectEvent, useState, useMemo } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';
import type { Document } from '../../core/document/document';
import { background } from '../../engine/page-engines';
import type { WalkFiles } from '../../engine/questions/export';
import { handOut } from '../../store/hand-out';
import { useActions, useBench } from '../../store/hooks';
import { Button } from '../common/controls';
import type { WindowProps } from '../common/Dialog';
import styles from './share.module.css';
import { usePhrase } from '../common/i18n/use-phrase';
import tokens from '../common/theme/tokens.css?raw';
import { createRuler, SheetView } from '../story/paper/SheetView';
import { stagePicture, storyOfWalk } from '../story/paper/pictures.model';
import { makePalette } from '../story/paper/sheet.model';
import { stageShapes } from '../story/drawing/stage-shapes.model';

interface Walk extends WalkFiles {
  readonly document: Document;
}

/** The moments on paper: drawn when it is asked for, printed, and taken away again. */
function usePrint(document: Document) {
  const actions = useActions();
  const paper = useEffectEvent(() => void handOut(actions, document, () => ({ to: 'paper' })));
  const run = useBench(({ run }) => run.result);
  const time = useBench(({ view }) => view.time);
  const [walk, setWalk] = useState<Walk>();
  const [state, setState] = useState<'idle' | 'failed' | 'done'>('idle');
  useEffect(() => {
    const done = (): void => {
      setWalk(undefined);
      setState('done');
    };
    window.addEventListener('afterprint', done);
    return () => window.removeEventListener('afterprint', done);
  }, []);
  useEffect(() => {
    // Drawn by now.
    if (walk) requestAnimationFrame(paper);
  }, [walk]);
  const print = async (): Promise<void> => {
    const shared = await actions.redactedDocument(document).catch(() => undefined);
    const asked = shared && run && { document: shared, flowId: run.flowId, outcome: run.shown, time };
    const made = asked && (await background.ask('export', asked).catch(() => undefined));
    const tells = made !== undefined && made.moments.length > 0;
    setState(tells ? 'idle' : 'failed');
    if (tells && shared) setWalk({ ...made, document: shared });
  };
  const strip = walk && createPortal(<PrintStrip walk={walk} document={walk.document} />, window.document.body);
  return { print, strip, state, empty: !run || run.outcomes.length === 0 };
}

/** The button that prints the moments. */
export function PrintPart() {
  const document = useBench(({ document }) => document.present);
  const t = useTranslations('share');
  const { print, strip, state, empty } = usePrint(document);
  if (empty) return null;
  return (
    <section className={styles.part}>
      <div className={styles.row}>
        <Button icon={<Printer aria-hidden />} onClick={() => void print()}>
          {t('print')}
        </Button>
      </div>
      <p role="status" className={styles.note}>
        {t(state === 'failed' ? 'walkFailed' : 'printAbout')}
      </p>
      {strip}
    </section>
  );
}

/** Prints the moments of the shown walk at once: there is no window. What cannot be told is printed as it stands. */
export function PrintNow({ onOpenChange }: WindowProps) {
  const document = useBench(({ run, document: { present } }) => run.shownDocument ?? present);
  const actions = useActions();
  const { print, strip, state } = usePrint(document);
  const begin = useEffectEvent(() => void print());
  const end = useEffectEvent((failed: boolean) => {
    onOpenChange(false);
    if (failed) void handOut(actions, document, () => ({ to: 'paper' }));
  });
  useEffect(() => begin(), []);
  useEffect(() => {
    if (state !== 'idle') end(state === 'failed');
  }, [state]);
  return strip ?? null;
}

/** So many moments are on a page. */
const A_PAGE = 6;
const SMALL = { width: 480, height: 232 };

/** All moments of a walk for paper: light, six a page, each with its stage and what is said of it. */
function PrintStrip({ walk, document }: { readonly walk: WalkFiles; readonly document: Document }) {
  const t = useTranslations('story');
  const say = usePhrase();
  const palette = useMemo(() => makePalette(tokens, 'light'), []);
  const sheets = useMemo(() => {
    const told = storyOfWalk(document, walk);
    const ruler = createRuler(palette);
    return walk.moments.map(({ sentence }, index) => ({
      ...SMALL,
      title: say(sentence),
      shapes: stageShapes(stagePicture(told, index, { t, ruler, small: SMALL }), t),
    }));
  }, [walk, document, palette, t, say]);
  const pages = Array.from({ length: Math.ceil(walk.moments.length / A_PAGE) }, (_, at) => at * A_PAGE);
  return (
    <article className={styles.strip} data-print="">
      <h1>{document.title}</h1>
      {pages.map((page) => (
        <section key={page} className={styles.moments}>
          {walk.moments.slice(page, page + A_PAGE).map(({ first, sentence, cause }, at) => (
            <figure key={first}>
              <figcaption>
                <b>
                  {page + at + 1} {say(sentence)}
                </b>
                {cause && <span>{say(cause)}</span>}
              </figcaption>
              {sheets[page + at] && <SheetView sheet={sheets[page + at]!} palette={palette} />}
            </figure>
          ))}
        </section>
      ))}
    </article>
  );
}
