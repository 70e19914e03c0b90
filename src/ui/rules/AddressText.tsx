import { useAddressKind } from '../common/AddressBook';
import styles from './address-text.module.css';

/** An address inside running text, in its network's colour; with mask or port as it is written. */
export function AddressText({ text }: { readonly text: string }) {
  const kindOf = useAddressKind();
  return <span className={styles[kindOf(text)]}>{text}</span>;
}
