import type { Page } from '@playwright/test';

/** What this machine's letters measure: other fonts break other lines, and pictures of them say nothing. */
export function letters(page: Page): Promise<string> {
  return page.evaluate(() => {
    const ink = document.createElement('canvas').getContext('2d');
    const { fontFamily } = getComputedStyle(document.body);
    const mono = getComputedStyle(document.documentElement).getPropertyValue('--font-mono');
    return [fontFamily, mono]
      .flatMap((family) =>
        ['KUBE-SVC-ERIFXISQEP7F7OF4 10.96.0.1', '패킷이 지나는 규칙'].map((text) => {
          if (ink) ink.font = `13px ${family}`;
          return ink?.measureText(text).width.toFixed(2);
        }),
      )
      .join(' ');
  });
}
