import { createContext, use, useMemo, type ReactNode } from 'react';
import type { Document } from '../../core/document/document';
import type { IpAddress } from '../../core/net/ip';
import type { Bench } from '../../worker/protocol';
import { addressBook, addressKind, EMPTY_BOOK, type AddressBook, type AddressKind } from './address-kind.model';
import { useLateBench } from './use-late-bench';

const BookContext = createContext<AddressBook>(EMPTY_BOOK);

interface Props {
  readonly document: Document;
  readonly bench?: Bench | undefined;
  readonly children: ReactNode;
}

/** Lets every {@link AddressChip} below know which network an address belongs to. */
export function AddressBookProvider({ document, bench, children }: Props) {
  const told = useLateBench(bench);
  const book = useMemo(() => addressBook(document, told), [document, told]);
  return <BookContext value={book}>{children}</BookContext>;
}

/** The kind of an address (text may have a port or a prefix length) in the picture that is shown. */
export function useAddressKind(): (address: IpAddress | string) => AddressKind {
  const book = use(BookContext);
  return useMemo(() => (address) => addressKind(book, address), [book]);
}
