import { useEffect, useState } from 'react';
import { background } from '../../engine/page-engines';
import { useBench } from '../../store/hooks';
import { sceneContent } from '../../store/scenes';
import { toldOf } from '../paper/pictures.model';
import { useDraw, useOwnTheme } from '../paper/use-draw';
import { CARD_PICTURE, type Pictured } from './start.model';
import styles from './start.module.css';

/** A picture drawn of a walk the engine makes; its place is kept until it is there. What cannot be drawn is absent. */
export function SmallPicture({ of: { scene, kind, moment } }: { readonly of: Pictured }) {
  const locale = useBench(({ view }) => view.locale);
  const [theme] = useOwnTheme();
  const draw = useDraw(theme);
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    let made: string | undefined;
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
          : await draw('svg', { ...walk, told: toldOf(document, walk) }, { kind, index, small: CARD_PICTURE });
      if (!picture || !wanted) return;
      made = URL.createObjectURL(picture);
      setUrl(made);
    };
    paint().catch(() => undefined);
    return () => {
      wanted = false;
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [scene, kind, moment, locale, draw]);
  return <div className={styles.picture}>{url !== undefined && <img src={url} alt="" />}</div>;
}
