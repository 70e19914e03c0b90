import { GripVertical, Trash2 } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useMessages, useTranslations } from 'use-intl';
import {
  askBefore,
  changeBlock,
  isText,
  kindOfBlock,
  pickText,
  putText,
  readFields,
  removePart,
  withMinutes,
  type DraftBlock,
  type DraftPart,
} from '../../../core/sheet/draft';
import type { RenderedBlock } from '../../../core/sheet/render';
import type { QuestionKind } from '../../../core/story/question';
import { useBench } from '../../../store/hooks';
import { IconButton, Select } from '../../common/controls';
import { Figure } from '../Figure';
import { LanesFigure } from '../LanesFigure';
import type { ShownSheet } from '../sheet.model';
import { useSheetPhrase } from '../use-sheet-phrase';
import type { Edited } from './draft.model';
import type { ChangeDraft } from './use-draft';
import { WrittenText } from './WrittenText';
import styles from './edit.module.css';

interface Props {
  readonly part: DraftPart;
  readonly number: number;
  readonly count: number;
  readonly edited: Edited;
  readonly change: ChangeDraft;
  readonly shown: ShownSheet | undefined;
  readonly unit: number;
  readonly onMove: (from: number, to: number) => void;
  readonly onDrag: (on: boolean) => void;
}

/** A part of a Sheet as it is edited: its texts or its figure, minutes and a handle beside it, what only its author says below. */
export function EditPart(props: Props) {
  const { part, number, edited, change } = props;
  const t = useTranslations('author');
  const locale = useBench(({ view }) => view.locale);
  const own = edited.draft.blocks[part.to];
  if (!own) return null;
  const said = pickText(own['say'], locale);
  const say = (text: string): void =>
    change(
      (before) => ({
        ...before,
        draft: changeBlock(before.draft, part.to, ({ say: before_, ...block }) =>
          text === '' ? block : { ...block, say: { ...putText(before_, said.tag, text), plain: true } },
        ),
      }),
      `say ${part.to}`,
    );
  const name = t('part', { number: number + 1 });
  return (
    <fieldset className={styles.part} aria-label={name}>
      <Margin {...props} own={own} name={name} />
      <div className={styles.content}>
        <h2 className="visually-hidden">{name}</h2>
        {edited.draft.blocks.slice(part.from, part.to + 1).map((block, at) => (
          <EditBlock
            key={`${kindOfBlock(block)} ${String(readFields(block)['id'])}`}
            {...props}
            block={block}
            at={part.from + at}
            name={name}
          />
        ))}
        <div className={styles.say}>
          <span aria-hidden>{t('onlyYou')}</span>
          <WrittenText label={`${name}: ${t('notes')}`} placeholder={t('notesHint')} value={said.text} onWrite={say} />
        </div>
      </div>
    </fieldset>
  );
}

/** At the left: minutes, the handle that moves it by hand and by key, and the way out. */
function Margin({
  part,
  number,
  count,
  change,
  onMove,
  onDrag,
  own,
  name,
}: Props & { readonly own: DraftBlock; readonly name: string }) {
  const t = useTranslations('author');
  const { minutes } = own;
  const remove = (): void => change((before) => ({ ...before, draft: withMinutes(removePart(before.draft, number)) }));
  const onKey = (event: KeyboardEvent): void => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined && event.key !== 'Delete') return;
    event.preventDefault();
    if (by === undefined) remove();
    else onMove(number, number + by);
  };
  const plan = (text: string): void =>
    change((before) => {
      const value = Number(text);
      const set = ({ minutes: _old, ...block }: DraftBlock): DraftBlock =>
        value >= 0.5 ? { ...block, minutes: Math.min(240, value) } : block;
      return { ...before, draft: withMinutes(changeBlock(before.draft, part.to, set)) };
    }, `minutes ${part.to}`);
  return (
    <div className={styles.margin}>
      <input
        type="number"
        min={0}
        max={240}
        step={0.5}
        aria-label={`${name}: ${t('minutes')}`}
        title={t('minutes')}
        placeholder={t('minutesHint')}
        value={typeof minutes === 'number' ? minutes : ''}
        onChange={({ target }) => plan(target.value)}
      />
      <button
        type="button"
        data-handle=""
        draggable
        className={styles.handle}
        aria-label={t('move', { number: number + 1, count })}
        title={t('moveHint')}
        onKeyDown={onKey}
        onDragStart={() => onDrag(true)}
        onDragEnd={() => onDrag(false)}
      >
        <GripVertical size={18} aria-hidden />
      </button>
      <IconButton label={`${name}: ${t('remove')}`} icon={<Trash2 aria-hidden />} onClick={remove} />
    </div>
  );
}

interface BlockProps extends Props {
  readonly block: DraftBlock;
  readonly at: number;
  readonly name: string;
}

function EditBlock({ block, at, name, change, ...rest }: BlockProps) {
  const t = useTranslations('author');
  const locale = useBench(({ view }) => view.locale);
  const kind = kindOfBlock(block);
  if (isText(block)) {
    const { tag, text } = pickText(block[kind], locale);
    const write = (next: string): void =>
      change(
        (before) => ({
          ...before,
          draft: changeBlock(before.draft, at, (each) => ({ ...each, [kind]: putText(each[kind], tag, next) })),
        }),
        `text ${at}`,
      );
    const what = t(kind === 'h' ? 'heading' : kind === 'lede' ? 'goal' : 'text');
    return (
      <div className={styles[kind]}>
        <WrittenText label={`${name}: ${what}`} placeholder={what} value={text} onWrite={write} />
      </div>
    );
  }
  if (kind === 'ask') return <Asked block={block} {...rest} />;
  const isAsked = rest.edited.draft.blocks.slice(rest.part.from, at).some((each) => kindOfBlock(each) === 'ask');
  return (
    <>
      {!isAsked && kind !== 'lanes' && <AskSelect change={change} number={rest.number} kind="" name={name} />}
      {isAsked && kind !== 'lanes' && (
        <AskSelect change={change} number={rest.number} kind={askedKind(rest.edited, rest.part)} name={name} />
      )}
      <Drawn block={block} {...rest} />
    </>
  );
}

function askedKind({ draft }: Edited, { from, to }: DraftPart): string {
  const ask = draft.blocks.slice(from, to + 1).find((each) => kindOfBlock(each) === 'ask');
  const kind = readFields(ask)['kind'];
  return typeof kind === 'string' ? kind : Array.isArray(kind) ? String(kind[0]) : '';
}

/** What is asked, in the engine's words. */
function Asked({ block, shown }: Pick<BlockProps, 'block' | 'shown'>) {
  const t = useTranslations('author');
  const say = useSheetPhrase();
  const id = readFields(block)['id'];
  const ask = shown?.sheet.blocks.find((each) => each.kind === 'ask' && each.id === id);
  return (
    <p className={styles.asks}>
      <b>{t('asks')}</b> {ask?.kind === 'ask' ? say(ask.question.asks) : shown && t('asksNothing')}
    </p>
  );
}

function AskSelect({
  change,
  number,
  kind,
  name,
}: { readonly kind: string } & Pick<BlockProps, 'change' | 'number' | 'name'>) {
  const t = useTranslations('author');
  const kinds = Object.keys(useMessages().author.kinds) as readonly QuestionKind[];
  return (
    <Select
      aria-label={`${name}: ${t('question')}`}
      value={kind}
      onChange={(next) =>
        change((before) => ({ ...before, draft: askBefore(before.draft, number, next === '' ? undefined : next) }))
      }
      options={[
        { id: '', label: t('noQuestion') },
        ...kinds.map((id) => ({ id: id as string, label: t(`kinds.${id}`) })),
      ]}
    />
  );
}

const nothing = (): void => undefined;

/** The figure itself, with nothing of it hidden: who writes knows the answers. */
function Drawn({ block, shown, unit }: Pick<BlockProps, 'block' | 'shown' | 'unit'>) {
  const t = useTranslations('sheet');
  const say = useSheetPhrase();
  const id = readFields(block)['id'];
  const drawn = shown?.sheet.blocks.find((each) => 'id' in each && each.id === id && each.kind !== 'ask');
  if (!shown || !drawn) return <p role="status">{t('working')}</p>;
  const common = {
    walks: shown.walks,
    knobs: shown.sheet.knobs,
    unit,
    narrow: false,
    onTurn: nothing,
    onDraw: nothing,
    onShow: nothing,
  };
  const open = unveiled(drawn);
  if (open.kind === 'fault')
    return (
      <p role="alert" className={styles.fault}>
        {say(open.why)}
      </p>
    );
  if (open.kind === 'lanes') return <LanesFigure {...common} lanes={open} script={shown.scripts.get(open.script)} />;
  return open.kind === 'figure' ? <Figure {...common} figure={open} /> : null;
}

function unveiled(block: RenderedBlock): RenderedBlock {
  if (block.kind !== 'figure' && block.kind !== 'lanes') return block;
  const { veiled: _veiled, ...open } = block;
  if (open.kind === 'lanes') return open;
  const { range: _range, ...whole } = open;
  return whole;
}
