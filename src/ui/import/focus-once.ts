/** As a ref: the box that was just opened by a button takes the focus. */
export function focusOnce(element: HTMLElement | null): void {
  element?.focus();
}
