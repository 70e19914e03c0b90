import { useTranslations } from 'use-intl';
import type { MatrixRow } from '../../core/questions/reach/matrix';
import { sayRowAsks } from '../../core/questions/reach/say';
import type { RowHead } from './matrix-layout.model';
import { useReachPhrase } from './use-reach-phrase';

/** A row's head in words: who is asked, and by which of their addresses for which ports. */
interface RowWords {
  readonly name: string;
  readonly way: string;
}

/** Says the heads of rows: `6 Services` and `cluster IP, the ports they name`. */
export function useRowHeads(): (row: MatrixRow, head: RowHead) => RowWords {
  const t = useTranslations('reach');
  const say = useReachPhrase();
  return (row, { names, isCounted, kind, way, node, address }) => ({
    name: isCounted ? t(`many_${kind}`, { count: names.length }) : names.join(', '),
    way: `${t(`way_${way}`, { node, address })}, ${say(sayRowAsks(row))}`,
  });
}
