declare const brand: unique symbol;

/** A type that cannot be mixed with another of the same shape: `Brand<string, 'NetnsId'>`. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
