import { Fragment, memo } from 'react';
import { useLocale } from 'use-intl';
import type { KnobState } from '../../core/sheet/knobs';
import { inLanguage } from '../../core/sheet/languages';
import type { RenderedText, TextSpan } from '../../core/sheet/render-text';
import { classes } from '../common/classes';
import { KnobWord, type Turn } from './Knob';
import styles from './sheet.module.css';

interface Props {
  readonly text: RenderedText;
  readonly knobs: readonly KnobState[];
  readonly onTurn: Turn;
}

/** A text of a Sheet in the language of the page. */
export const Prose = memo(function Prose({ text, knobs, onTurn }: Props) {
  const locale = useLocale();
  return <Spans spans={inLanguage(text.spans, locale)} knobs={knobs} onTurn={onTurn} />;
}, isAlike);

/** Do two texts read the same? Knobs that stand in neither may differ. */
function isAlike(before: Props, next: Props): boolean {
  if (before.text !== next.text || before.onTurn !== next.onTurn) return false;
  const named = new Set(Object.values(next.text.spans).flatMap(listKnobNames));
  const own = ({ knobs }: Props) => knobs.filter(({ name }) => named.has(name));
  const nextOwn = own(next);
  return own(before).every((knob, at) => knob === nextOwn[at]);
}

function listKnobNames(spans: readonly TextSpan[]): readonly string[] {
  return spans.flatMap((span) => {
    if (span.kind === 'knob') return [span.name];
    if (span.kind === 'page') return listKnobNames([...span.spans, ...span.still]);
    return 'spans' in span ? listKnobNames(span.spans) : [];
  });
}

/** Signs that follow a word at once: a line breaks behind them. */
const CLOSING = /^[.,;:!?)]+/;

const TOGETHER = { whiteSpace: 'nowrap' } as const;

const closingIn = (span: TextSpan | undefined): string => (span?.kind === 'text' && CLOSING.exec(span.text)?.[0]) || '';

function Spans({ spans, ...rest }: { readonly spans: readonly TextSpan[] } & Omit<Props, 'text'>) {
  return spans.map((span, index) => {
    const said = spans[index - 1]?.kind === 'knob' ? closingIn(span).length : 0;
    const closing = span.kind === 'knob' ? closingIn(spans[index + 1]) : '';
    const own = span.kind === 'text' && said > 0 ? { ...span, text: span.text.slice(said) } : span;
    const drawn = <Span span={own} {...rest} />;
    return (
      // Pieces of one text never change places.
      // oxlint-disable-next-line react/no-array-index-key
      <Fragment key={index}>
        {closing === '' ? (
          drawn
        ) : (
          <span style={TOGETHER}>
            {drawn}
            {closing}
          </span>
        )}
      </Fragment>
    );
  });
}

function Span({ span, ...rest }: { readonly span: TextSpan } & Omit<Props, 'text'>) {
  switch (span.kind) {
    case 'text':
      return span.text;
    case 'name':
      return <b className={classes(styles.name, styles[span.is])}>{span.text}</b>;
    case 'strong':
      return (
        <strong>
          <Spans spans={span.spans} {...rest} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <Spans spans={span.spans} {...rest} />
        </em>
      );
    case 'page':
      return (
        <>
          <span className={styles.live}>
            <Spans spans={span.spans} {...rest} />
          </span>
          <span className={styles.still}>
            <Spans spans={span.still} {...rest} />
          </span>
        </>
      );
    case 'note':
      return (
        <span className={styles.noted}>
          <Spans spans={span.spans} {...rest} />
        </span>
      );
    case 'knob': {
      const knob = rest.knobs.find(({ name }) => name === span.name);
      return knob && <KnobWord knob={knob} onTurn={rest.onTurn} />;
    }
  }
}
