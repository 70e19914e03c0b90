import { ChevronDown } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { ModeOffer } from '../../engine/protocol';
import { Button } from '../common/Button';
import { Menu, type MenuItem } from '../common/Menu';
import { Segmented } from '../common/Segmented';
import { Select } from '../common/Select';
import styles from './top-bar.module.css';
import { releaseChoices } from './releases.model';
import { useReleaseHint } from './use-release-hint';
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
  const { mode, release, chooseRelease } = choice;
  const title = mode?.title ?? '';
  const items = useReleaseItems(mode, release, chooseRelease);
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
function useReleaseItems(mode: ModeOffer | undefined, release: string, choose: (release: string) => void): MenuItem[] {
  const hintOf = useReleaseHint();
  return releaseChoices(mode, release).map((choice) => {
    const hint = hintOf(choice);
    return {
      id: choice.release,
      label: choice.kind === 'minor' ? choice.release : <span className={styles.patch}>{choice.release}</span>,
      checked: choice.chosen,
      disabled: choice.kind === 'minor' && choice.offer.problem !== undefined,
      onSelect: () => choose(choice.release),
      ...(hint === '' ? {} : { hint }),
    };
  });
}
