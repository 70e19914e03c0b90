import { loadPreferences, AUTOSAVE_KEY } from './store/autosave';
import { pickLocale } from './ui/i18n/locale';

/**
 * Runs before the page is drawn: the opening that stands in index.html is for who comes for the first time, reads English
 * and asks for nothing else. For everybody else it is as if it were not there. The theme that was chosen holds from the first frame.
 */
function lookBefore(): void {
  const { dataset } = document.documentElement;
  const { locale, theme, opensWith, collapsed } = loadPreferences({ machine: localStorage });
  if (theme === 'light' || theme === 'dark') dataset['theme'] = theme;
  const kept = [sessionStorage, localStorage].some((place) => place.getItem(AUTOSAVE_KEY) !== null);
  const told = locale ?? pickLocale({ search: '', languages: navigator.languages });
  const asksNothing = location.hash === '' && location.search === '';
  const opens =
    asksNothing && !kept && told === 'en' && opensWith !== 'bench' && Object.keys(collapsed ?? {}).length === 0;
  if (!opens) dataset['opening'] = 'no';
}

try {
  lookBefore();
} catch {
  // Where storages are forbidden it is not known who comes.
  document.documentElement.dataset['opening'] = 'no';
}
