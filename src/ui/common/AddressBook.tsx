import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Document } from '../../core/document/document';
import type { IpAddress } from '../../core/net/ip';
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
import { inSlices } from './in-slices';

const BookContext = createContext<AddressBook>(EMPTY_BOOK);

interface Props {
  readonly document: Document;
  readonly bench?: Bench | undefined;
  readonly children: ReactNode;
}

/** Lets every {@link AddressChip} below know which network an address belongs to. */
export function AddressBookProvider({ document, bench, children }: Props) {
  const found = useFoundKinds(bench?.found);
  const book = useMemo(() => addressBook(document, bench, found), [document, bench, found]);
  return <BookContext value={book}>{children}</BookContext>;
}

/** For what stands beside the bench: addresses of those documents are known, too. */
export function WiderAddressBook({ documents, children }: WiderProps) {
  const book = use(BookContext);
  const wide = useMemo(() => widenedBook(book, documents), [book, documents]);
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
