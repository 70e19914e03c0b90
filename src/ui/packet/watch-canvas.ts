interface Watchers {
  readonly resized: (size: { readonly width: number; readonly height: number; readonly ratio: number }) => void;
  readonly recoloured: () => void;
}

/** Size and theme are read when they change, never in a frame. */
export function watchCanvas(canvas: HTMLCanvasElement, { resized, recoloured }: Watchers): () => void {
  const sizes = new ResizeObserver(([entry]) => {
    if (!entry) return;
    const { width, height } = entry.contentRect;
    const ratio = window.devicePixelRatio;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    resized({ width, height, ratio });
  });
  sizes.observe(canvas);
  const themes = new MutationObserver(recoloured);
  themes.observe(document.documentElement, { attributeFilter: ['data-theme', 'class'] });
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', recoloured);
  return () => {
    sizes.disconnect();
    themes.disconnect();
    dark.removeEventListener('change', recoloured);
  };
}
