import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Document } from '../../core/document/document';
import { type IpAddress, formatIp } from '../../core/net/ip';
import type { Bench } from '../../engine/protocol';
import {
  addressBook,
  addressKind,
  EMPTY_BOOK,
  foundKinds,
  widenedBook,
  type AddressBook,
  type AddressKind,
  type FoundKinds,
} from './address-kind.model';
import type { Steps } from '../../core/lib/scan';
import { useTranslations } from 'use-intl';
import styles from './address-chip.module.css';
import { classes } from './classes';
import { useMemory } from './memory';

/** Work between two frames takes at most so long. Milliseconds. */
const TURN = 6;

/** Does work of the page's own thread in turns, so that nothing waits for it; `done` gets what it made. Gives what stops it. */
function inSlices<T>(steps: Steps<T>, done: (made: T) => void): () => void {
  let waiting: ReturnType<typeof setTimeout>;
  const turn = (): void => {
    const until = performance.now() + TURN;
    let step = steps.next();
    while (!step.done && performance.now() < until) step = steps.next();
    if (step.done) done(step.value);
    else waiting = setTimeout(turn);
  };
  waiting = setTimeout(turn);
  return () => clearTimeout(waiting);
}

const BookContext = createContext<AddressBook>(EMPTY_BOOK);

interface Props {
  readonly document: Document;
  readonly bench?: Bench | undefined;
  readonly children: ReactNode;
}

/** Lets every {@link AddressChip} below know which network an address belongs to. */
export function AddressBookProvider({ document, bench, children }: Props) {
  const memo = useMemory();
  const found = useFoundKinds(bench?.found);
  const book = useMemo(() => addressBook(document, { bench, found, memo }), [document, bench, found, memo]);
  return <BookContext value={book}>{children}</BookContext>;
}

/** For what stands beside the bench: addresses of those documents are known, too. */
export function WiderAddressBook({ documents, children }: WiderProps) {
  const memo = useMemory();
  const book = use(BookContext);
  const wide = useMemo(() => widenedBook(book, documents, memo), [book, documents, memo]);
  return <BookContext value={wide}>{children}</BookContext>;
}

interface WiderProps {
  readonly documents: readonly Document[];
  readonly children: ReactNode;
}

/** Written down in slices: the picture does not wait for the addresses of 45,000 Services. */
function useFoundKinds(found: Bench['found'] = NONE_FOUND): FoundKinds | undefined {
  const [told, setTold] = useState<{ readonly found: Bench['found']; readonly kinds: FoundKinds }>();
  useEffect(
    () => (found.length === 0 ? undefined : inSlices(foundKinds(found), (kinds) => setTold({ found, kinds }))),
    [found],
  );
  return told?.found === found ? told.kinds : undefined;
}

const NONE_FOUND: Bench['found'] = [];

/** The kind of an address (text may have a port or a prefix length) in the picture that is shown. */
export function useAddressKind(): (address: IpAddress | string) => AddressKind {
  const book = use(BookContext);
  return useMemo(() => (address) => addressKind(book, address), [book]);
}

interface AddressChipProps {
  readonly address: IpAddress | string;
  readonly port?: number | undefined;
  /** Only where the address itself cannot tell (a form's own field). */
  readonly kind?: AddressKind;
  /** `was`: struck through, before a rewrite. `now`: filled, after it. */
  readonly variant?: 'plain' | 'was' | 'now';
  /** No frame: inside running text or a table of its own. */
  readonly bare?: boolean;
}

/** An address in the colour of its network: slate, teal, or amber with a dashed outline for a Service. */
export function AddressChip({ address, port, kind, variant = 'plain', bare = false }: AddressChipProps) {
  const kindOf = useAddressKind();
  const t = useTranslations('common.address');
  const network = kind ?? kindOf(address);
  const text = endpointText(typeof address === 'string' ? address : formatIp(address), port);
  return (
    <span
      className={classes(styles.chip, styles[network], variant !== 'plain' && styles[variant], bare && styles.bare)}
      title={t(network)}
    >
      {variant !== 'plain' && <span className="visually-hidden">{t(variant)} </span>}
      {text}
    </span>
  );
}

function endpointText(text: string, port: number | undefined): string {
  if (port === undefined) return text;
  return text.includes(':') ? `[${text}]:${port}` : `${text}:${port}`;
}
