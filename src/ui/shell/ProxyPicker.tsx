import { ChevronDown } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { ModeOffer, ReleaseOffer } from '../../engine/protocol';
import { Button } from '../common/Button';
import { Menu, type MenuItem } from '../common/Menu';
import { Segmented } from '../common/Segmented';
import { Select } from '../common/Select';
import { usePhrase } from '../i18n/use-phrase';
import styles from './top-bar.module.css';
import { useProxyChoice, type ProxyChoice } from './use-proxy-choice';

interface Props {
  /** The modes in a list box, where there is little room. */
  readonly compact: boolean;
  /** The release is left to the form of kube-proxy. */
  readonly modeOnly: boolean;
}

/** Which kube-proxy writes the rules: its mode and its release. Both are edits of the document. */
export function ProxyPicker({ compact, modeOnly }: Props) {
  const choice = useProxyChoice();
  if (!choice) return null;
  const several = choice.offers.length > 1;
  return (
    <div className={styles.proxy}>
      {several && (compact ? <ModeSelect choice={choice} /> : <ModeChoice choice={choice} />)}
      {!(several && modeOnly) && <ReleaseMenu choice={choice} named={!several} />}
    </div>
  );
}

function ModeSelect({ choice }: { readonly choice: ProxyChoice }) {
  const t = useTranslations('shell.top');
  const unknown = choice.mode ? [] : [{ id: '' as const, label: '' }];
  return (
    <Select
      aria-label={t('mode')}
      value={choice.mode?.id ?? ''}
      onChange={(id) => id !== '' && choice.chooseMode(id)}
      options={[...unknown, ...choice.offers.map(({ id, title }) => ({ id, label: title }))]}
    />
  );
}

function ModeChoice({ choice }: { readonly choice: ProxyChoice }) {
  const t = useTranslations('shell.top');
  return (
    <Segmented
      label={t('mode')}
      value={choice.mode?.id ?? ''}
      onChange={(id) => id !== '' && choice.chooseMode(id)}
      items={choice.offers.map(({ id, title }) => ({ id, label: title }))}
    />
  );
}

/** `named`: the button also says the mode, because nothing beside it does. */
function ReleaseMenu({ choice, named }: { readonly choice: ProxyChoice; readonly named: boolean }) {
  const t = useTranslations('shell.top');
  const { mode, release, offered, chooseRelease } = choice;
  const title = mode?.title ?? '';
  const items = useReleaseItems(mode, offered, chooseRelease);
  return (
    <Menu
      label={t('release')}
      width={320}
      items={[{ heading: t('releaseHeading', { mode: title }) }, ...items]}
      trigger={
        <Button variant="quiet" aria-label={t('releaseOf', { mode: title, release })} className={styles.releaseButton}>
          {named && title} <span className={styles.release}>{release}</span>
          <ChevronDown aria-hidden />
        </Button>
      }
    />
  );
}

/** Newest first; one a mode does not have cannot be chosen and says why. */
function useReleaseItems(
  mode: ModeOffer | undefined,
  chosen: ReleaseOffer | undefined,
  choose: (release: string) => void,
): MenuItem[] {
  const say = usePhrase();
  const t = useTranslations('shell.top');
  return (mode?.releases ?? []).toReversed().map((each) => {
    const { release, patch, recorded, problem, changes } = each;
    const hints = (problem ? [problem] : (changes ?? [])).map(say);
    if (patch !== undefined) hints.unshift(t(recorded ? 'standsFor' : 'standsForUnrecorded', { patch }));
    return {
      id: release,
      label: release,
      checked: each === chosen,
      disabled: problem !== undefined,
      onSelect: () => choose(release),
      ...(hints.length > 0 ? { hint: hints.join(' ') } : {}),
    };
  });
}
