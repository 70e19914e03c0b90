/** One recorded text against the compiler's: equal if there are no differences. */
export interface Check {
  /** `iptables.save`. */
  readonly what: string;
  readonly differences: readonly string[];
}
