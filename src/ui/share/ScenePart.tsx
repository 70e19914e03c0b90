import { useEffect, useState, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { Document } from '../../core/document/document';
import { pageAddress } from '../../store/link';
import { sceneHash } from '../../store/scenes';
import { makeSharedView } from '../../store/autosave';
import { exampleHash } from '../../store/example-link';
import { useActions, useBench, useBenchStore } from '../../store/hooks';
import { momentAtStep } from '../../core/story/moment';
import styles from './share.module.css';
import { correction, generate } from 'lean-qr';

/** The short link of what is shown at this moment; undefined: it is no scene and no example as it is shipped, or not known yet. */
export function useShortLink(shared: Document | undefined, hides: boolean): string | undefined {
  const { tell } = useActions();
  const store = useBenchStore();
  const present = useBench(({ document }) => document.present);
  const scene = useBench(({ view }) => view.scene);
  const locale = useBench(({ view }) => view.locale);
  const playhead = useBench(({ view }) => view.playhead);
  const [link, setLink] = useState<string>();
  // What is shared under pseudonyms is no scene any more.
  const isItself = shared === present;
  useEffect(() => {
    let wanted = true;
    const make = async (): Promise<string | undefined> => {
      if (!isItself) return undefined;
      if (!scene) {
        const example = await exampleHash(present, makeSharedView(store.getState()), locale);
        return example === undefined ? undefined : pageAddress() + example;
      }
      const told = await tell(true);
      const moment = told ? momentAtStep(told.moments, playhead) + 1 : 1;
      const hash = await sceneHash(present, { ...scene, moment, hides }, locale);
      return hash === undefined ? undefined : pageAddress() + hash;
    };
    void make().then((made) => wanted && setLink(made));
    return () => {
      wanted = false;
    };
  }, [tell, store, present, isItself, scene, locale, playhead, hides]);
  return link;
}

/** The white margin a reader needs around it, in squares. */
const QUIET = 4;

/** A link as a QR code: one path, dark on white in both themes, as readers want it. */
export function QrCode({ text }: { readonly text: string }) {
  const t = useTranslations('share');
  const { size, d } = useMemo(() => {
    const code = generate(text, { minCorrectionLevel: correction.M });
    const squares: string[] = [];
    for (let y = 0; y < code.size; y++)
      for (let x = 0; x < code.size; x++) if (code.get(x, y)) squares.push(`M${x + QUIET} ${y + QUIET}h1v1h-1z`);
    return { size: code.size + 2 * QUIET, d: squares.join('') };
  }, [text]);
  return (
    <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t('qr', { link: text })}>
      <rect width={size} height={size} fill="#fff" />
      <path d={d} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
