import { AddressText } from '../rule/RuleLine';
import { listTokens } from '../rule/rule-text.model';

/** A text as the kernel's tools write it, its addresses in their network's colour. */
export function PlainLine({ text }: { readonly text: string }) {
  return (
    <code>
      {listTokens(text).map((token, at) =>
        // oxlint-disable-next-line react/no-array-index-key -- the tokens of a text never move
        token.kind === 'address' ? <AddressText key={at} text={token.text} /> : token.text,
      )}
    </code>
  );
}
