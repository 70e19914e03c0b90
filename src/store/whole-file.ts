/**
 * The page as one file (scripts/one-file.mjs) puts its own elements aside before anything is drawn, and reads what was carried
 * in it: see the script it begins with.
 */
interface WholeFile {
  readonly rulewalkFile?: HTMLElement;
}

/** The element that carries a bench, as the hash of its link. */
const CARRIED = 'carried';

/** Can the browser keep something for the page as it was opened? */
export function keepsHere(): boolean {
  try {
    localStorage.setItem(CARRIED, '');
    localStorage.removeItem(CARRIED);
    return true;
  } catch {
    return false;
  }
}

/** Is the page one file, which can be handed out as it is? */
export const isOneFile = (): boolean => (globalThis as WholeFile).rulewalkFile !== undefined;

/** Is the page a file with one Sheet: without story, bench and editor? */
export const isSheetFile = (): boolean => (globalThis as WholeFile).rulewalkFile?.dataset['of'] === 'sheet';

/**
 * The page itself as a file that opens with a bench; undefined where the page is not one file.
 * @param hash of a link with the bench in it, `#1.…`, or of a Sheet as it stands, `#sheet=…;mode=ipvs`
 */
export function fileWith(hash: string): Blob | undefined {
  const whole = (globalThis as WholeFile).rulewalkFile?.cloneNode(true) as HTMLElement | undefined;
  const carried = whole?.querySelector(`#${CARRIED}`);
  if (!whole || !carried || !/^#[\w.=;~,/-]*$/.test(hash)) return undefined;
  carried.textContent = hash;
  return new Blob(['<!doctype html>\n', whole.outerHTML], { type: 'text/html' });
}
