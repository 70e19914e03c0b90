import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useBench } from '../../store/hooks';
import type { PartRef } from '../../engine/protocol';
import { Button } from '../common/Button';
import { meaningOf } from '../parts/lines.model';
import { pickLine } from '../parts/line-pick';
import { partKey } from '../parts/parts.model';
import { OriginOf } from '../rules/OriginLine';
import { lineText, ruleAtLine, type ChainIndex } from '../rules/rules-view.model';
import styles from './rules-tab.module.css';

interface Props {
  readonly index: ChainIndex;
  readonly line: number | undefined;
}

/** Below the dump: what a picked line stands for that is no rule, which object and field asked for it, and why. */
export function SelectedLine({ index, line }: Props) {
  const t = useTranslations('parts');
  const pasted = useBench((state) => state.document.present.subject === 'pasted');
  if (line === undefined || ruleAtLine(index, line)) return null;
  const { parts, structure } = meaningOf(index, line);
  const { netns, family } = index.view;
  return (
    <section className={styles.selected} aria-label={t('line')}>
      <h3 className={styles.selectedName}>{lineText(index.view, line).trim()}</h3>
      {structure && !pasted && <p className={styles.quiet}>{t(`structure.${structure}`)}</p>}
      {parts.map((part) => (
        <OriginOfPart key={partKey({ at: part })} netns={netns} family={family} part={part} />
      ))}
      <div className={styles.selectedButtons}>
        <Button size="s" variant="quiet" onClick={() => pickLine(undefined)}>
          {t('unselect')}
        </Button>
      </div>
    </section>
  );
}

type Place = Pick<ChainIndex['view'], 'netns' | 'family'>;

function OriginOfPart({ netns, family, part }: Place & { readonly part: PartRef }) {
  const place = useMemo(() => ({ netns, family, at: part }), [netns, family, part]);
  return <OriginOf place={place} />;
}
