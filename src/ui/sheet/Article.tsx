import { memo, useCallback } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { inLanguage } from '../../core/sheet/languages';
import type { RenderedBlock } from '../../core/sheet/render';
import type { SheetState } from '../../core/sheet/state';
import type { SentSheet } from '../../engine/questions/sheet';
import { sheetAfter } from '../../content/sheets/titles';
import { useActions } from '../../store/hooks';
import { isSheetFile } from '../../store/whole-file';
import { classes } from '../common/classes';
import { useWorkspace } from '../shell/bench/use-shortcuts';
import { useSheetPhrase } from './use-sheet-phrase';
import { NamesContext } from '../story/page/names';
import { AskBox } from './AskBox';
import { Figure } from './Figure';
import type { FigureProps } from './FigureParts';
import { LanesFigure } from './LanesFigure';
import type { Turn } from './Knob';
import { Prose } from './Prose';
import { Said } from './Said';
import {
  answered,
  openedIn,
  knobsFor,
  colouredNames,
  type PlayedWalk,
  type SheetSlide,
  type SheetSource,
  type ShownSheet,
} from './sheet.model';
import { useAnswerKeys, useFigureKeys } from './use-sheet-keys';
import styles from './sheet.module.css';

interface ArticleProps {
  readonly shown: ShownSheet;
  readonly setState: (change: (before: SheetState) => SheetState) => void;
  readonly onTurn: Turn;
  readonly unit: number;
  readonly narrow: boolean;
  /** Made of what is on the bench: its walks are there already, or nowhere else. */
  readonly isMade: boolean;
  /** The slide that is presented; absent: it is read. */
  readonly slide?: SheetSlide | undefined;
}

/** Blocks of a Sheet from the title to what comes after it. */
export const Article = memo(function Article(props: ArticleProps) {
  const { shown, setState, onTurn, unit, narrow, isMade, slide } = props;
  const t = useTranslations('sheet');
  const title = useTitle(shown.sheet.sheet.title);
  const { sheet, walks } = shown;
  const { blocks } = sheet;
  const onOpen = useOpenElsewhere(shown.source);
  const onAnswer = useCallback<BlockProps['onAnswer']>(
    (block, option) => setState((before) => answered(before, block, option)),
    [setState],
  );
  useAnswerKeys(blocks, onAnswer);
  useFigureKeys();
  const common: BlockProps['common'] = {
    walks,
    ...(shown.told ? { told: shown.told } : {}),
    unit,
    narrow,
    onTurn,
    onDraw: useCallback<FigureProps['onDraw']>((how, figure) => setState(drawnBy(how, figure)), [setState]),
    onShow: useCallback<FigureProps['onShow']>((id) => setState((before) => openedIn(before, id)), [setState]),
    ...(slide ? { slide: { part: slide.part, isAsked: slide.blocks.length > 1 } } : {}),
    asksThere: findLesson(shown.source) !== undefined,
    // A room stays where it is, and a file with one Sheet has nothing else.
    ...(isMade || slide || isSheetFile() ? {} : { onOpen }),
  };
  const first = walks.get(blocks.find((block) => block.kind === 'figure')?.walk ?? '');
  const own = blocks.find((block) => block.kind === 'figure' && !block.atMoment);
  const heading = slide && findHeading(blocks, slide);
  const elsewhere = own?.kind === 'figure' ? walks.get(own.walk) : undefined;
  return (
    <NamesContext value={first ? colouredNames(first, 0) : { service: undefined, pods: new Set() }}>
      <h1 className={slide ? 'visually-hidden' : undefined}>{title}</h1>
      {heading && <SlideHeading block={heading} sheet={sheet} onTurn={onTurn} />}
      {blocks.map((block, index) =>
        slide && !slide.blocks.includes(index) ? null : (
          <div
            key={makeKey(blocks, index)}
            data-block={index}
            className={styles.block}
            data-kind={block.kind}
            data-veiled={findVeil(blocks, index)}
          >
            <Block
              block={block}
              sheet={sheet}
              knobs={knobsFor(shown, index)}
              scripts={shown.scripts}
              isTaught={shown.source.kind === 'shelf' && shown.source.shelf.lesson !== undefined}
              common={common}
              onAnswer={onAnswer}
              isFirst={!isFolded(block, blocks[index - 1])}
            />
            {block.kind === 'lede' && sheet.sheet.minutes !== undefined && (
              <p className={styles.counts}>
                {t('counts', {
                  ...countBlocks(blocks),
                  minutes: sheet.sheet.minutes ?? 0,
                })}
              </p>
            )}
          </div>
        ),
      )}
      {!isMade && !slide && !isSheetFile() && <End walk={elsewhere} onOpen={onOpen} source={shown.source} />}
    </NamesContext>
  );
});

/** What a reader did, with one connection more, or a thousand. */
const drawnBy =
  (how: 'again' | 'many', figure: string) =>
  (before: SheetState): SheetState =>
    how === 'again'
      ? { ...before, draws: { ...before.draws, again: before.draws.again + 1 } }
      : { ...before, many: before.many.includes(figure) ? before.many : [...before.many, figure] };

/** How many figures and questions there are; what is asked of lanes, before they are lived through, too. */
function countBlocks(blocks: readonly RenderedBlock[]): { readonly figures: number; readonly questions: number } {
  return {
    figures: blocks.filter(({ kind }) => kind === 'figure' || kind === 'lanes').length,
    questions: blocks.filter((block) => block.kind === 'ask' || (block.kind === 'lanes' && block.asks && !block.lived))
      .length,
  };
}

/** The heading of the part a slide's figure stands in: of all prose it alone is on a slide. */
function findHeading(blocks: readonly RenderedBlock[], { blocks: own }: SheetSlide): RenderedBlock | undefined {
  const isHeading = (block: RenderedBlock): boolean =>
    block.kind === 'h' || (block.kind === 'said' && block.as === 'h');
  return blocks.slice(0, own.at(-1)).findLast(isHeading);
}

function SlideHeading({ block, sheet, onTurn }: Pick<BlockProps, 'block' | 'sheet'> & { readonly onTurn: Turn }) {
  if (block.kind === 'said') return <Said block={block} />;
  return 'text' in block ? (
    <h2>
      <Prose text={block.text} knobs={sheet.knobs} onTurn={onTurn} />
    </h2>
  ) : null;
}

/** The title of a Sheet in the language of the page. */
export function useTitle(title: SentSheet['sheet']['title'] | undefined): string {
  const say = useSheetPhrase();
  const locale = useLocale();
  if (!title) return '';
  return 'en' in title ? inLanguage(title, locale) : say(title);
}

/** What hides a block on paper, where its question is a worksheet: the one right above, or another; undefined: nothing. */
function findVeil(blocks: readonly RenderedBlock[], index: number): 'own' | 'other' | undefined {
  const [before, block] = [blocks[index - 1], blocks[index]];
  if (!block || !('veiled' in block) || block.veiled === undefined) return undefined;
  return before?.kind === 'ask' && before.id === block.veiled ? 'own' : 'other';
}

/** A question goes where there is nothing to ask; what comes behind it stays what it is. */
function makeKey(blocks: readonly RenderedBlock[], index: number): string {
  const block = blocks[index];
  if (block && 'id' in block) return block.id;
  return `text ${blocks.slice(0, index).filter((each) => 'text' in each).length}`;
}

/** Does a question tell what the first rule draws, as it asks of those behind it? */
const isToldFirst = (blocks: readonly RenderedBlock[], ask: string | undefined): boolean =>
  blocks.some((block) => block.kind === 'ask' && block.id === ask && block.question.kind === 'odds-of-rest');

/** Is a text hidden by what hides the block before it: one of them says so. */
function isFolded(block: RenderedBlock, before: RenderedBlock | undefined): boolean {
  return 'text' in block && before !== undefined && 'veiled' in before && before.veiled === block.veiled;
}

interface BlockProps {
  readonly block: RenderedBlock;
  /** Of several blocks that one question hides. */
  readonly isFirst: boolean;
  readonly sheet: ShownSheet['sheet'];
  readonly knobs: FigureProps['knobs'];
  readonly scripts: ShownSheet['scripts'];
  /** In a lesson, where no prose says what decides. */
  readonly isTaught: boolean;
  readonly common: Omit<FigureProps, 'figure' | 'knobs'>;
  readonly onAnswer: (block: Extract<RenderedBlock, { kind: 'ask' }>, option: number | undefined) => void;
}

function Block({ block, sheet, knobs, scripts, common, isTaught, onAnswer, isFirst }: BlockProps) {
  const say = useSheetPhrase();
  if ('text' in block && block.veiled !== undefined) return isFirst && <Folded ask={block.veiled} {...common} />;
  switch (block.kind) {
    case 'lede':
      return (
        <p className={styles.lede}>
          <Prose text={block.text} knobs={knobs} onTurn={common.onTurn} />
        </p>
      );
    case 'h':
      return (
        <h2>
          <Prose text={block.text} knobs={knobs} onTurn={common.onTurn} />
        </h2>
      );
    case 'p':
      return <Paragraph block={block} sheet={sheet} knobs={knobs} onTurn={common.onTurn} />;
    case 'ask':
      return (
        <AskBox
          block={block}
          withPremise={isTaught || common.slide !== undefined}
          onAnswer={(option) => onAnswer(block, option)}
        />
      );
    case 'figure':
      return <Figure figure={block} knobs={knobs} tellsFirst={isToldFirst(sheet.blocks, block.veiled)} {...common} />;
    case 'lanes':
      return <LanesFigure lanes={block} script={scripts.get(block.script)} knobs={knobs} {...common} />;
    case 'said':
    case 'rows':
    case 'table':
      return <Said block={block} />;
    case 'fault':
      return (
        <p role="alert" className={styles.fault}>
          {say(block.why)}
        </p>
      );
  }
}

/** Stands for prose that tells the answer of a question nobody has answered. */
function Folded({ ask, onShow }: { readonly ask: string } & Pick<FigureProps, 'onShow'>) {
  const t = useTranslations('sheet');
  return (
    <p className={styles.foot} data-folded={ask}>
      <button type="button" className={styles.button} onClick={() => onShow(ask)}>
        {t('show')}
      </button>
      <span className={classes(styles.mute, styles.spring)}>{t('veiled')}</span>
    </p>
  );
}

function Paragraph({
  block,
  sheet,
  knobs,
  onTurn,
}: Pick<BlockProps, 'sheet' | 'knobs'> & {
  readonly block: Extract<RenderedBlock, { text: unknown }>;
  readonly onTurn: Turn;
}) {
  const t = useTranslations('sheet');
  const locale = useLocale();
  const { notes } = sheet.sheet;
  const own = [...new Set(block.text.notes)].flatMap((name) => (notes[name] ? [[name, notes[name]] as const] : []));
  return (
    <div className={styles.paragraph}>
      <p>
        <Prose text={block.text} knobs={knobs} onTurn={onTurn} />
      </p>
      {own.length > 0 && (
        // No landmark: an article has several of them, of one name.
        <div role="note" className={styles.notes} aria-label={t('notes')}>
          {own.map(([name, note]) => (
            <p key={name}>{inLanguage(note, locale)}</p>
          ))}
        </div>
      )}
    </div>
  );
}

/** The lesson whose scenes the story tells; somebody's own it does not know. */
function findLesson(source: SheetSource): string | undefined {
  return source.kind === 'shelf' && source.own === undefined ? source.shelf.lesson : undefined;
}

/** Opens a figure's walk in the story or on the bench, a scene of a lesson as that; the browser's way back leads to the Sheet. */
function useOpenElsewhere(source: SheetSource): NonNullable<FigureProps['onOpen']> {
  const { openDocument, openScene } = useActions();
  const isTaught = findLesson(source) !== undefined;
  return useCallback<NonNullable<FigureProps['onOpen']>>(
    ({ document, result: { flowId, shown }, moments }, { at, figure }, depth) => {
      if (isTaught && figure !== undefined && depth === 'story') return void openScene({ id: figure });
      const playhead = depth === 'story' ? (moments[at]?.last ?? 0) : 0;
      openDocument(document, { depth, flowId, asked: { outcome: shown }, playhead }, { from: 'shipped' });
    },
    [openDocument, openScene, isTaught],
  );
}

interface EndProps {
  readonly source: SheetSource;
  readonly walk: PlayedWalk | undefined;
  readonly onOpen: NonNullable<FigureProps['onOpen']>;
}

/** Where to go from here. */
function End({ walk, onOpen, source }: EndProps) {
  const t = useTranslations('sheet');
  const locale = useLocale();
  const { openDialog } = useWorkspace();
  const { openDocument } = useActions();
  const bench = source.kind === 'shelf' ? Object.values(source.shelf.benches(locale))[0] : undefined;
  const next = source.kind === 'shelf' ? sheetAfter(source.shelf.id) : undefined;
  const toBench = (): void => {
    if (walk) onOpen(walk, { at: 0, figure: undefined }, 'bench');
    else if (bench) openDocument(bench, { depth: 'bench' }, { from: 'shipped' });
  };
  const cards = [
    { id: 'endLessons', about: 'endLessonsAbout', go: () => openDialog('lessons') },
    ...(walk
      ? [
          {
            id: 'endStory',
            about: 'endStoryAbout',
            go: () => onOpen(walk, { at: 0, figure: undefined }, 'story'),
          } as const,
        ]
      : []),
    { id: 'endBench', about: 'endBenchAbout', go: toBench },
  ] as const;
  return (
    <nav className={styles.end} aria-label={t('end')}>
      {next && (
        <a href={`#sheet=${next.id}`}>
          <b>{next.title[locale]}</b>
          <span>{t('endNext')}</span>
        </a>
      )}
      {cards.map(({ id, about, go }) => (
        <button key={id} type="button" onClick={go}>
          <b>{t(id)}</b>
          <span>{t(about)}</span>
        </button>
      ))}
    </nav>
  );
}
