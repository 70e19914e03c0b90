import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { IpFamily } from '../../core/net/ip';
import { useBench } from '../../store/hooks';
import { focusedNode } from '../../store/selectors';
import type { RuleSelection } from '../../store/types';
import type { RulesSummary } from '../../engine/protocol';
import { EmptyState } from '../common/EmptyState';
import { Select } from '../common/Select';
import { PartsView } from '../parts/PartsView';
import { ServiceJump } from '../parts/ServiceJump';
import { useRules } from '../rules/use-trace';
import { Dump } from './Dump';
import styles from './rules-tab.module.css';

interface Source {
  readonly netns: string;
  readonly family: IpFamily;
}

/** The whole dump of a node as text, as iptables-save prints it: searched, jumped through, in step with the datapath. */
export function RulesTab() {
  const t = useTranslations('inspector.rules');
  const bench = useBench((state) => state.run.bench);
  const focus = useBench(focusedNode);
  const selection = useBench((state) => state.view.ruleSelection);
  const walked = useBench((state) => state.run.result?.rules);
  const madeBy = useBench((state) => state.view.madeBy);
  const [picked, pick] = usePicked(selection);
  const sources = bench?.rules ?? [];
  const wanted = picked ?? selection ?? { netns: focus ?? '', family: 'ipv4' };
  const source =
    sources.find((each) => sameSource(each, wanted)) ?? sources.find(({ netns }) => netns === focus) ?? sources[0];
  const index = useRules(source?.netns, source?.family ?? 'ipv4');
  if (!source) return <EmptyState title={t(bench ? 'none' : 'noNetwork')}>{bench && t('noneNext')}</EmptyState>;
  const titleOf = (netns: string): string => bench?.netns.find(({ id }) => id === netns)?.title ?? netns;
  const nameOf = (each: RulesSummary): string => {
    const count = each.ruleCount ?? walked?.find((other) => sameSource(other, each))?.ruleCount;
    const place = { node: titleOf(each.netns), family: each.family };
    return count === undefined ? t('sourcePlace', place) : t('sourceName', { ...place, count });
  };
  return (
    <div className={styles.tab}>
      <div className={styles.bar}>
        <Select
          aria-label={t('source')}
          value={keyOf(source)}
          onChange={(key) => pick(sources.find((each) => keyOf(each) === key))}
          options={sources.map((each) => ({
            id: keyOf(each),
            label: nameOf(each),
          }))}
        />
        {!madeBy && <ServiceJump />}
      </div>
      {madeBy && (
        <PartsView netns={source.netns} title={titleOf(source.netns)} family={source.family} wanted={madeBy} />
      )}
      {!madeBy && index && <Dump key={keyOf(source)} index={index} />}
      {!madeBy && !index && (
        <div role="status">
          <EmptyState title={t('loading')} />
        </div>
      )}
    </div>
  );
}

function keyOf({ netns, family }: Source): string {
  return `${netns} ${family}`;
}

function sameSource(a: Source, b: Source): boolean {
  return a.netns === b.netns && a.family === b.family;
}

/** The node picked by hand, until a rule of another one is selected elsewhere. */
function usePicked(selection: RuleSelection | undefined): [Source | undefined, (source: Source | undefined) => void] {
  const [picked, setPicked] = useState<{ source: Source | undefined; during: RuleSelection | undefined }>();
  const source = picked && picked.during === selection ? picked.source : undefined;
  return [source, (next) => setPicked({ source: next, during: selection })];
}
