import { takeAway, WAYS_OUT } from './ways-out';

/**
 * The first script of the page, before any other file of it is asked for: gives up what the page can do without. The written
 * policy (scripts/page-policy.mjs) names no host, as a file that is written once does not know from where it will be served;
 * a second one, which narrows "this host" to the page's own folder, is added here. A policy can be added, never taken back.
 */

/** What has no use here, and asks somebody for something. */
const IDLE: readonly string[] = [
  'PaymentRequest',
  'PresentationRequest',
  'SpeechRecognition',
  'webkitSpeechRecognition',
];
const IDLE_OF_NAVIGATOR: readonly string[] = ['sendBeacon', 'registerProtocolHandler'];

function giveUp(realm: Window & typeof globalThis): void {
  takeAway([...WAYS_OUT, ...IDLE], realm);
  takeAway(IDLE_OF_NAVIGATOR, realm.navigator);
}

/** Addresses that mean in a policy what they mean elsewhere. */
const PLAIN = /^https?:\/\/[a-z\d.-]+(?::\d+)?\/[\w./~-]*$/i;

/**
 * The page's own folder, by what is asked for there. Inline code is judged by the written policy. No connection at all, but
 * for robots.txt and llms.txt, by those who visit the page in its own name (crawlers, audits, agents) and would else report
 * that it has none.
 * @param folder its address, with a slash at the end
 * @param origin its scheme, host and port
 */
function ownPolicy(folder: string, origin: string): string {
  if (!PLAIN.test(folder)) return "connect-src 'none'";
  const files = `${folder}assets/`;
  return [
    `script-src ${files} 'unsafe-inline'`,
    `style-src ${files} 'unsafe-inline'`,
    `font-src ${files}`,
    `worker-src blob: ${files} ${folder}sw.js`,
    `manifest-src ${folder}manifest.webmanifest`,
    `connect-src ${origin}/robots.txt ${origin}/llms.txt`,
  ].join('; ');
}

function addPolicy(): void {
  const { origin, pathname } = location;
  const folder = origin + pathname.replace(/[^/]*$/, '');
  const httpEquiv = 'Content-Security-Policy';
  document.head.append(
    Object.assign(document.createElement('meta'), { httpEquiv, content: ownPolicy(folder, origin) }),
  );
}

/** The page has no frames: one that is put into it would be another window, with all that was given up here. */
function refuseFrames(): void {
  const refuse = ({ target }: Event): void => {
    if (!(target instanceof HTMLElement) || !('contentWindow' in target)) return;
    const inside = target.contentWindow as (Window & typeof globalThis) | null;
    if (inside) giveUp(inside);
    target.remove();
  };
  document.addEventListener('load', refuse, true);
  // What is loaded in a shadow tree is not heard of outside of it: none is attached, and no parser makes one.
  takeAway(['attachShadow', 'setHTMLUnsafe'], Element.prototype);
  takeAway(['parseHTMLUnsafe'], Document);
  takeAway(['write', 'writeln'], Document.prototype);
}

addPolicy();
giveUp(window);
refuseFrames();
