import { prerenderToNodeStream } from 'react-dom/static';
import { DEFAULT_EXAMPLE } from './content/examples/default';
import { precomputeWalk } from './engine/precompute';
import { BenchContext } from './store/hooks';
import { OPENING_SCENE } from './store/scenes';
import type { PrecomputedExample } from './store/start';
import { createBench, type BenchStore } from './store/store';
import { WorkspaceContext, useWorkspaceState } from './ui/shell/bench/use-shortcuts';
import { AddressBookProvider } from './ui/common/addresses';
import { I18nProvider } from './ui/common/i18n/I18nProvider';
import { storyCast } from './ui/story/cast/cast.model';
import { StoryView } from './ui/story/page/StoryView';
import { FirstSightContext, type FirstSight } from './ui/story/page/first-sight';
import { getPlaceHeight, type PageSize } from './ui/story/page/use-page-unit';
import { textWidth } from './ui/story/layout/frame.model';
import styles from './ui/common/theme/opening.css?inline';

/** Windows the opening is drawn for, px: each is seen in those like it (theme/opening.css). */
const WINDOWS: readonly PageSize[] = [
  { width: 1280, height: 720 },
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
];

/** The page's first frame and the walk in it, made by this very code while the page is built (scripts/first-frame.mjs). */
export async function firstFrame(): Promise<{ readonly precomputed: PrecomputedExample; readonly html: string }> {
  const document = DEFAULT_EXAMPLE.document();
  const precomputed = precomputeWalk(document);
  if (!precomputed) throw new Error('the page opens with a document without a flow');
  const { bench, result, story } = precomputed;
  const store = createBench({ document });
  store.setState(({ run, view }) => ({
    run: { ...run, bench, result, flowId: result.flowId, shownDocument: document },
    view: { ...view, depth: 'story', scene: OPENING_SCENE, playing: true },
  }));
  const told = { document, bench, result, ...story };
  const sight = {
    story: { ...told, cast: storyCast(told), questions: [], kinds: undefined, scene: undefined, source: undefined },
    measure: textWidth,
  };
  const frames = await Promise.all(
    WINDOWS.map(async (window) =>
      drawn(store, { window, place: { ...window, height: getPlaceHeight(window) }, ...sight }),
    ),
  );
  return {
    precomputed: { ...precomputed, titles: DEFAULT_EXAMPLE.title },
    html: `<style>${styles}</style>${frames.join('')}`,
  };
}

/** The story as it is first seen in one window; nothing of it can be pressed, found or named a second time. */
async function drawn(store: BenchStore, sight: FirstSight): Promise<string> {
  const name = `opening-${sight.window.width}`;
  const { prelude } = await prerenderToNodeStream(<Opening store={store} sight={sight} />);
  const chunks: unknown[] = [];
  for await (const chunk of prelude) chunks.push(chunk);
  const html = chunks
    .join('')
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll('data-packet=""', `data-opening="packet" style="${glideStart(chunks.join(''))}"`)
    .replaceAll('data-way=""', 'data-opening="way"')
    .replaceAll(/ (?:data-(?!opening)[a-z-]+|aria-(?!disabled|current)[a-z]+|role|tabindex)="[^"]*"/g, '')
    .replaceAll(/ id="/g, ` id="${name}-`)
    .replaceAll('url(#', `url(#${name}-`);
  return `<div class="${name}">${html}</div>`;
}

/** Where on its way the packet sets out, from where it comes to stand: as use-glide.ts has its first frame. */
function glideStart(html: string): string {
  const way = /<path d="M([\d.-]+)[ ,]([\d.-]+)[^>]*data-way/.exec(html);
  const box = /data-packet=""><rect x="([\d.-]+)" y="([\d.-]+)" width="([\d.-]+)" height="([\d.-]+)"/.exec(html);
  if (!way || !box) return '';
  const [x = 0, y = 0, w = 0, h = 0] = box.slice(1).map(Number);
  return `--dx:${Number(way[1]) - x - w / 2}px;--dy:${Number(way[2]) - y - h / 2}px`;
}

function Opening({ store, sight }: { readonly store: BenchStore; readonly sight: FirstSight }) {
  const shell = useWorkspaceState();
  const { document, bench } = sight.story;
  return (
    <BenchContext value={{ ...store, getInitialState: store.getState }}>
      <I18nProvider locale="en">
        <AddressBookProvider document={document} bench={bench}>
          <WorkspaceContext value={shell}>
            <FirstSightContext value={sight}>
              <StoryView />
            </FirstSightContext>
          </WorkspaceContext>
        </AddressBookProvider>
      </I18nProvider>
    </BenchContext>
  );
}
