import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import { ArrowRight } from 'lucide-react';
import type { Document, FlowSource } from '../../../core/document/document';
import { countPorts, countSenders, type AnsweredCount } from '../../../core/questions/reach/about';
import type { AskOptions } from '../../../engine/client';
import { background } from '../../../engine/page-engines';
import { useReachAbout } from '../../shell/bench/use-reach-about';
import { useQuestion } from '../../common/use-asked';
import styles from './ending.module.css';

interface Props {
  readonly document: Document;
  /** `default/web` */
  readonly service: string;
  readonly from: FlowSource;
}

/** A sender as the words of a statement name it, and as it is called; undefined: nobody of the cluster. */
function nameSender(from: FlowSource): { readonly party: string; readonly name: string } | undefined {
  if (from.kind === 'pod') return { party: `pod ${from.namespace}/${from.name}`, name: from.name };
  return from.kind === 'node' ? { party: `node ${from.name}`, name: from.name } : undefined;
}

/** The card at the end of a story that leads to Reach: who else reaches its Service, and what else its sender reaches. */
export function ReachCard({ document, service, from }: Props) {
  const t = useTranslations('reach');
  const sender = nameSender(from);
  const to = useAbout(document, `service ${service}`);
  const own = useAbout(document, sender?.party);
  const served = to && countSenders(to.to, ({ kind, asks }) => kind === 'service' && asks.role === 'port');
  const ports = own && countPorts(own.from);
  return (
    <div className={styles.ways} data-reach-card="">
      <Way
        party={`service ${service}`}
        way="to"
        asks={t('cardTo', { party: service.replace(/^.*\//, '') })}
        says={served && t('cardToAnswer', counted(served))}
      />
      {sender && (
        <Way
          party={sender.party}
          way="from"
          asks={t('cardFrom', { party: sender.name })}
          says={ports && t('cardFromAnswer', counted(ports))}
        />
      )}
    </div>
  );
}

const counted = ({ answered, all }: AnsweredCount): { answered: number; all: number } => ({ answered, all });

function Way({
  party,
  way,
  asks,
  says,
}: {
  readonly party: string;
  readonly way: 'to' | 'from';
  readonly asks: string;
  readonly says: string | undefined;
}) {
  const openAbout = useReachAbout();
  return (
    <button type="button" className={styles.way} onClick={() => openAbout(party, way)}>
      <strong>
        {asks} <ArrowRight aria-hidden />
      </strong>
      <span>{says ?? '…'}</span>
    </button>
  );
}

/** The two matrices about a party; undefined: they are worked on, or could not be. */
function useAbout(document: Document, about: string | undefined) {
  const family = document.settings.serviceClusterIPRange.some((range) => !range.includes(':')) ? 'ipv4' : 'ipv6';
  const ask = useCallback(
    (options: AskOptions) => background.ask('reach-about', { document, family, about: about ?? '' }, options),
    [document, family, about],
  );
  const work = useQuestion(about === undefined ? undefined : ask);
  return work.status === 'done' && work.answer?.ok ? work.answer.value : undefined;
}
