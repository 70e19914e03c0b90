import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { astrayFrom, type PacketEnd } from '../../core/analysis/astray';
import { hasPorts } from '../../core/net/packet';
import { certainOf, type Certain } from '../../core/sim/certain';
import type { Disposition, Leg } from '../../core/sim/trace';
import { useBench } from '../../store/hooks';
import type { RunResult } from '../../engine/protocol';
import { AstrayBadge, DispositionBadge, VerdictBadge } from '../common/VerdictBadge';
import { dispositionMark, targetMark } from '../theme/verdicts';

/** What holds of the shown flow whatever is the case; undefined: nothing unknown decides its way. */
function useCertain(): Certain | undefined {
  const result = useBench(({ run }) => run.result);
  return useMemo(() => result && certainOf(result.outcomes, result.truncated), [result]);
}

const NONE = [] as const;
const UNKNOWN = targetMark('UNKNOWN');
const nowhere = (): boolean => false;

/** Tells of an end of the shown flow whether it is delivered, but not to an endpoint of the Service it was for. */
export function useAstray(): (end: PacketEnd) => boolean {
  const result = useBench(({ run }) => run.result);
  const found = useBench(({ run }) => run.bench?.found ?? NONE);
  return useMemo(() => {
    const sent = sentBy(result);
    return sent && hasPorts(sent.l4) ? astrayFrom(found, { dst: sent.dst, dport: sent.l4.dport }) : nowhere;
  }, [result, found]);
}

const sentBy = (result: RunResult | undefined) => result?.trace.legs[0]?.hops[0]?.steps[0]?.packet;

/** Where the texts leave the way open: what is certain of its end in all the ways it can go. */
export function CertainNote() {
  const t = useTranslations('common');
  const certain = useCertain();
  const outcomes = useBench(({ run }) => run.result?.outcomes ?? NONE);
  const isAstray = useAstray();
  if (!certain) return null;
  const { end, ways, oneSource } = certain;
  const astray = outcomes.filter(isAstray).length;
  if (!end || (astray > 0 && astray < outcomes.length)) {
    return <VerdictBadge mark={UNKNOWN} word={t('certain.none', { ways })} wraps />;
  }
  if (astray > 0) return <AstrayBadge />;
  const source = end.kind === 'DELIVERED' && !oneSource ? 'open' : 'one';
  const word = t('certain.all', { end: t(`verdict.${end.kind}`), ways, source });
  return <VerdictBadge mark={dispositionMark(end)} word={word} wraps />;
}

/** What is to be said of the whole flow besides how the shown walk ends: what is certain, or that a delivery missed the Service. */
export function EndNote() {
  const certain = useCertain();
  const shown = useBench(({ run }) => run.result?.outcomes[run.result.shown]);
  const isAstray = useAstray();
  if (certain) return <CertainNote />;
  return shown && isAstray(shown) ? <AstrayBadge /> : null;
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
  const shown = useBench(({ run }) => run.result?.outcomes[run.result.shown]);
  const isAstray = useAstray();
  if (certain && role === 'request' && !certain.end) return <CertainNote />;
  if (certain && role !== 'request' && certain.answered === undefined)
    return <VerdictBadge mark={UNKNOWN} pill={pill} word={t('UNKNOWN')} />;
  if (role === 'request' && shown && isAstray({ ...shown, disposition })) {
    return certain ? <CertainNote /> : <AstrayBadge pill={pill} />;
  }
  return <DispositionBadge disposition={disposition} pill={pill} />;
}
