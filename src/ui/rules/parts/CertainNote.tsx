import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { certainOf, type Certain } from '../../../core/sim/odds';
import type { Disposition, Leg } from '../../../core/sim/trace';
import type { RunResult } from '../../../engine/protocol';
import { useBench } from '../../../store/hooks';
import { MisdeliveredBadge, DispositionBadge, VerdictBadge } from '../../common/VerdictBadge';
import { dispositionMark, targetMark } from '../../common/theme/verdicts';

/** What holds of the shown flow whatever is the case; undefined: nothing unknown decides its way. */
function useCertain(): Certain | undefined {
  const result = useBench(({ run }) => run.result);
  return useMemo(() => result && certainOf(result.outcomes, result.truncated), [result]);
}

const NONE: readonly number[] = [];
const UNKNOWN = targetMark('UNKNOWN');

/** Tells of an outcome of the shown flow, by its index, whether it is delivered, but not to an endpoint of the Service it was for. */
export function useMisdelivered(): (index: number) => boolean {
  const astray = useBench(({ run }) => run.result?.astray ?? NONE);
  return useMemo(() => (index) => astray.includes(index), [astray]);
}

/** All the ways a flow may go. */
type Ways = Pick<RunResult, 'outcomes' | 'truncated' | 'astray'>;

/** Where the texts leave the way of the shown flow open: what is certain of its end in all the ways it can go. */
export function CertainNote() {
  const certain = useCertain();
  const result = useBench(({ run }) => run.result);
  return certain && result ? <CertainOf certain={certain} ways={result} /> : null;
}

function CertainOf({
  certain,
  ways: { outcomes, astray: missed = NONE },
}: {
  readonly certain: Certain;
  readonly ways: Ways;
}) {
  const t = useTranslations('common');
  const astray = missed.length;
  const { end, ways, oneSource } = certain;
  if (!end || (astray > 0 && astray < outcomes.length)) {
    return <VerdictBadge mark={UNKNOWN} word={t('certain.none', { ways })} wraps />;
  }
  if (astray > 0) return <MisdeliveredBadge />;
  const source = end.kind === 'DELIVERED' && !oneSource ? 'open' : 'one';
  const word = t('certain.all', { end: t(`verdict.${end.kind}`), ways, source });
  return <VerdictBadge mark={dispositionMark(end)} word={word} wraps />;
}

/** The note on the whole flow beside the shown walk: a certain end, or a delivery that missed the Service. */
export function EndNote() {
  const certain = useCertain();
  const shown = useBench(({ run }) => run.result?.shown ?? 0);
  const isAstray = useMisdelivered();
  if (certain) return <CertainNote />;
  return isAstray(shown) ? <MisdeliveredBadge /> : null;
}

interface RequestEndProps {
  readonly ways: Ways;
  /** Which of them is shown. */
  readonly shown: number;
  readonly disposition: Disposition;
  readonly pill?: boolean;
}

/** How a request ends: what is certain of all its ways, whether it missed its Service, else how the shown one ended. */
export function RequestEnd({ ways, shown, disposition, pill = false }: RequestEndProps) {
  const certain = certainOf(ways.outcomes, ways.truncated);
  const isAstray = disposition.kind === 'DELIVERED' && ways.astray?.includes(shown) === true;
  if (certain && (!certain.end || isAstray)) return <CertainOf certain={certain} ways={ways} />;
  return isAstray ? <MisdeliveredBadge pill={pill} /> : <DispositionBadge disposition={disposition} pill={pill} />;
}

interface LegEndProps {
  readonly role: Leg['role'];
  readonly disposition: Disposition;
  readonly pill?: boolean;
}

/** How a packet of the shown walk ended, as the heading over it says it: one of several ways that it may end is not how it ends. */
export function LegEnd({ role, disposition, pill = false }: LegEndProps) {
  const t = useTranslations('common.verdict');
  const certain = useCertain();
  const result = useBench(({ run }) => run.result);
  if (certain && role !== 'request' && certain.answered === undefined)
    return <VerdictBadge mark={UNKNOWN} pill={pill} word={t('UNKNOWN')} />;
  if (role !== 'request' || !result) return <DispositionBadge disposition={disposition} pill={pill} />;
  return <RequestEnd ways={result} shown={result.shown} disposition={disposition} pill={pill} />;
}
