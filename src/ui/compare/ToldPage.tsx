import { ArrowLeft, Columns3, Images } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import { COMPARE_TABS } from '../../store/types';
import { useShell } from '../bench/use-shortcuts';
import { classes } from '../common/classes';
import { Menu, type MenuItem } from '../common/Menu';
import { useLesson } from '../lessons/use-lessons';
import story from '../story/story.module.css';
import { StoryHead } from '../story/StoryBar';
import { getUnit, TALL_BELOW, useRem, useSize } from '../story/use-page-unit';
import { MOST_SHOWN_PANES } from './compare.model';
import { PICTURES } from './pictured.model';
import { useArrangeItems, useFlowChoice, useOnePaneMore } from './use-compare-tools';
import type { Compared } from './use-comparison';

interface Props {
  readonly compared: Compared;
  readonly children: ReactNode;
}

/** The comparison as the story tells it: under the story's header, as large as the story is. */
export function ToldPage({ compared, children }: Props) {
  const [size, frame] = useSize();
  const tall = size.width < TALL_BELOW;
  useRem(size.width === 0 ? 1 : getUnit(size, tall, false));
  return (
    <div ref={frame} className={classes(story.story, tall && story.tall)} data-told="">
      <ToldHead compared={compared} tall={tall} />
      {children}
    </div>
  );
}

function ToldHead({ compared, tall }: { readonly compared: Compared; readonly tall: boolean }) {
  const t = useTranslations('compare');
  const { place } = useLesson();
  const { setCollapsed } = useActions();
  const pictures = useTranslations('pictures');
  const { add, window } = useOnePaneMore(compared);
  const arrangements = useArrangeItems(compared);
  const more = { id: 'add', label: t('add'), onSelect: add };
  const hide = (): void => setCollapsed(PICTURES, true);
  const own = useOwnItems(compared);
  return (
    <StoryHead
      tall={tall}
      place={place}
      middle={<HowMany count={compared.panes.length} tall={tall} />}
      own={tall ? [...own, { id: 'pictures', label: pictures('show'), checked: true, onSelect: hide }] : own}
    >
      {!tall && (
        <button
          type="button"
          className={classes(story.button, story.pressed)}
          aria-pressed
          aria-label={pictures('show')}
          title={pictures('showHint')}
          onClick={hide}
        >
          <Images size={18} aria-hidden />
        </button>
      )}
      <Menu
        label={t('arrange.label')}
        align="end"
        items={compared.panes.length < MOST_SHOWN_PANES ? [...arrangements, { heading: '' }, more] : arrangements}
        trigger={
          <button type="button" className={story.button} aria-label={t('arrange.label')} title={t('arrange.label')}>
            <Columns3 size={18} aria-hidden />
          </button>
        }
      />
      {window}
    </StoryHead>
  );
}

/** One walk or several beside each other: the way back is to look at one. */
function HowMany({ count, tall }: { readonly count: number; readonly tall: boolean }) {
  const t = useTranslations('pictures');
  const { setComparing } = useShell();
  const back = (): void => setComparing(false);
  if (tall) {
    return (
      <button type="button" className={story.button} aria-label={t('back')} title={t('back')} onClick={back}>
        <ArrowLeft size={18} aria-hidden />
      </button>
    );
  }
  return (
    <fieldset className={story.modes} aria-label={t('panes')}>
      <button type="button" aria-pressed={false} title={t('back')} onClick={back}>
        {t('one')}
      </button>
      <button type="button" aria-pressed className={story.on}>
        {t('several', { count })}
      </button>
    </fieldset>
  );
}

/** What else there is of a comparison, and which flow: in the menu at the end. */
function useOwnItems({ flow, offers }: Compared): readonly MenuItem[] {
  const t = useTranslations('compare');
  const cost = useTranslations('cost');
  const { openDialog } = useShell();
  const { setCompare } = useActions();
  const tab = useBench(({ view }) => view.compare.tab);
  const { options, choose } = useFlowChoice(flow);
  const flows = options.map(({ id, label }) => ({
    id: `flow ${id}`,
    label,
    checked: id === flow?.id,
    onSelect: () => choose(id),
  }));
  return [
    { heading: t('tabs') },
    ...COMPARE_TABS.map((id) => ({
      id,
      label: t(`tab.${id}`),
      checked: id === tab,
      onSelect: () => setCompare({ tab: id }),
    })),
    ...(offers.length > 0
      ? [{ id: 'cost', label: cost('open'), hint: cost('openHint'), onSelect: () => openDialog('cost') }]
      : []),
    ...(flows.length > 1 ? [{ heading: t('flow') }, ...flows] : []),
    { heading: '' },
  ];
}
