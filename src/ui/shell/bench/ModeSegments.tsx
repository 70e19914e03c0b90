import { ChevronDown } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { classes } from '../../common/classes';
import { Menu } from '../../common/floating';
import type { ProxyChoice } from './use-shortcuts';

interface Props {
  readonly label: string;
  readonly choice: ProxyChoice;
  /** How the bar looks: around it, of each mode, and of the one that is chosen. */
  readonly look: {
    readonly group?: string | undefined;
    readonly item?: string | undefined;
    readonly on?: string | undefined;
  };
}

/** The modes a kube-proxy of today can be put into stand in the bar; the others are in a menu at its end, which says the one that is chosen among them. */
const IN_THE_BAR = 3;

/** The modes in the order of their keys, a row of buttons that never grows. */
export function ModeSegments({ label, choice, look }: Props) {
  const t = useTranslations('shell.top');
  const { offers, mode, chooseMode } = choice;
  const others = offers.slice(IN_THE_BAR);
  const chosen = others.find(({ id }) => id === mode?.id);
  return (
    <fieldset className={look.group} aria-label={label}>
      {offers.slice(0, IN_THE_BAR).map(({ id, title }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === mode?.id}
          className={classes(look.item, id === mode?.id && look.on)}
          onClick={() => chooseMode(id)}
        >
          {title}
        </button>
      ))}
      {others.length > 0 && (
        <Menu
          label={t('otherModes')}
          align="end"
          items={others.map(({ id, title }, nth) => ({
            id,
            label: title,
            shortcut: String(IN_THE_BAR + nth + 1),
            checked: id === mode?.id,
            onSelect: () => chooseMode(id),
          }))}
          trigger={
            <button
              type="button"
              className={classes(look.item, chosen && look.on)}
              aria-label={chosen ? t('otherModeChosen', { mode: chosen.title }) : t('otherModes')}
            >
              {chosen?.title ?? t('moreModes')} <ChevronDown size={14} aria-hidden />
            </button>
          }
        />
      )}
    </fieldset>
  );
}
