import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import { ArrowRight } from 'lucide-react';
import type { Document, FlowSource } from '../../../core/document/document';
import { countPorts, countSenders, type AnsweredCount } from '../../../core/questions/reach/about';
import type { AskOptions } from '../../../engine/client';
import { background } from '../../../engine/page-engines';
import { sayChangesHead } from '../../../core/questions/reach/say-changes';
import { listModeSides, sideKey, startSides, type LabelledSide } from '../../reach/sides.model';
import { useReachPhrase } from '../../reach/use-reach-phrase';
import { useReachAbout, useReachChanges } from '../../shell/bench/use-reach-about';
import { useProxyChoice } from '../../shell/bench/use-shortcuts';
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

/** The card at the end of a story that leads to Reach: who else reaches its Service, what else its sender reaches, what would be otherwise in another mode. */
export function ReachCard({ document, service, from }: Props) {
  const t = useTranslations('reach');
  const openAbout = useReachAbout();
  const sender = nameSender(from);
  const to = useAbout(document, `service ${service}`);
  const own = useAbout(document, sender?.party);
  const served = to && countSenders(to.to, ({ kind, asks }) => kind === 'service' && asks.role === 'port');
  const ports = own && countPorts(own.from);
  return (
    <div className={styles.ways} data-reach-card="">
      <Way
        onOpen={() => openAbout(`service ${service}`, 'to')}
        asks={t('cardTo', { party: service.replace(/^.*\//, '') })}
        says={served && t('cardToAnswer', counted(served))}
      />
      {sender && (
        <Way
          onOpen={() => openAbout(sender.party, 'from')}
          asks={t('cardFrom', { party: sender.name })}
          says={ports && t('cardFromAnswer', counted(ports))}
        />
      )}
      <NextMode document={document} />
    </div>
  );
}

/** Another mode of the same release, where there is one. */
function NextMode({ document }: Pick<Props, 'document'>) {
  const [before, after] = startSides(listModeSides(useProxyChoice()?.offers ?? []), document) ?? [];
  return before && after && <NextModeWay document={document} before={before} after={after} />;
}

interface NextModeProps extends Pick<Props, 'document'> {
  readonly before: LabelledSide;
  readonly after: LabelledSide;
}

/** Whether the other mode does the same with every packet. */
function NextModeWay({ document, before, after }: NextModeProps) {
  const t = useTranslations('reach');
  const say = useReachPhrase();
  const openChanges = useReachChanges();
  const { mode: wasMode, release: was } = before;
  const { mode: isMode, release: is } = after;
  // Sides are made anew with every drawing: what is asked hangs on what they say.
  const ask = useCallback(
    (options: AskOptions) => {
      const sides = { before: { mode: wasMode, release: was }, after: { mode: isMode, release: is } };
      return background.ask('reach-changes', { document, family: chooseFamily(document), ...sides }, options);
    },
    [document, wasMode, was, isMode, is],
  );
  const work = useQuestion(ask);
  const found = work.status === 'done' ? work.answer : undefined;
  return (
    <Way
      onOpen={() => openChanges(`${sideKey(before)} ${sideKey(after)}`)}
      asks={t('cardChanges', { mode: after.label })}
      says={found && sayChangesHead(found.classes, found.compared).map(say).join(' ')}
    />
  );
}

const counted = ({ answered, all }: AnsweredCount): { answered: number; all: number } => ({ answered, all });

interface WayProps {
  readonly asks: string;
  readonly says: string | undefined;
  readonly onOpen: () => void;
}

function Way({ asks, says, onOpen }: WayProps) {
  return (
    <button type="button" className={styles.way} onClick={onOpen}>
      <strong>
        {asks} <ArrowRight aria-hidden />
      </strong>
      <span>{says ?? '…'}</span>
    </button>
  );
}

/** The family of a cluster's packets that is asked for first. */
const chooseFamily = ({ settings }: Document): 'ipv4' | 'ipv6' =>
  settings.serviceClusterIPRange.some((range) => !range.includes(':')) ? 'ipv4' : 'ipv6';

/** The two matrices about a party; undefined: they are worked on, or could not be. */
function useAbout(document: Document, about: string | undefined) {
  const family = chooseFamily(document);
  const ask = useCallback(
    (options: AskOptions) => background.ask('reach-about', { document, family, about: about ?? '' }, options),
    [document, family, about],
  );
  const work = useQuestion(about === undefined ? undefined : ask);
  return work.status === 'done' && work.answer?.ok ? work.answer.value : undefined;
}
