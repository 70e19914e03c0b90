import { correction, generate } from 'lean-qr';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import styles from './share.module.css';

/** The white margin a reader needs around it, in squares. */
const QUIET = 4;

/** A link as a QR code: one path, dark on white in both themes, as readers want it. */
export function QrCode({ text }: { readonly text: string }) {
  const t = useTranslations('share');
  const { size, d } = useMemo(() => {
    const code = generate(text, { minCorrectionLevel: correction.M });
    const squares: string[] = [];
    for (let y = 0; y < code.size; y++)
      for (let x = 0; x < code.size; x++) if (code.get(x, y)) squares.push(`M${x + QUIET} ${y + QUIET}h1v1h-1z`);
    return { size: code.size + 2 * QUIET, d: squares.join('') };
  }, [text]);
  return (
    <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t('qr', { link: text })}>
      <rect width={size} height={size} fill="#fff" />
      <path d={d} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
