import type { InputHTMLAttributes } from 'react';

export interface FilterInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> {
  /** Its name, and what it says while it is empty. */
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** A box that narrows a list while one types; its look is its room's. */
export function FilterInput({ label, value, onValue, ...rest }: FilterInputProps) {
  return (
    <input
      {...rest}
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => onValue(event.target.value)}
    />
  );
}
