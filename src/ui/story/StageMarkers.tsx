import { classes } from '../common/classes';
import styles from './stage.module.css';

const TONES = ['way', 'pod', 'service', 'physical', 'memory'] as const;
const AIM_TONES = ['pod', 'service', 'physical'] as const;

/** How lines of the stage end: in an arrow where something goes, in a ring at whose the address is that the packet comes from. */
export function StageMarkers() {
  return (
    <defs>
      {TONES.map((tone) => (
        <marker
          key={tone}
          id={`story-${tone}`}
          viewBox="0 0 10 10"
          refX="8"
          refY="5"
          markerWidth={tone === 'way' ? 20 : 18}
          markerHeight={tone === 'way' ? 20 : 18}
          orient="auto-start-reverse"
          markerUnits="userSpaceOnUse"
        >
          <path d="M1 1L9 5L1 9" className={classes(styles.head, styles[tone])} />
        </marker>
      ))}
      {AIM_TONES.map((tone) => (
        <marker
          key={tone}
          id={`story-sender-${tone}`}
          viewBox="0 0 10 10"
          refX="9"
          refY="5"
          markerWidth="14"
          markerHeight="14"
          orient="auto"
          markerUnits="userSpaceOnUse"
        >
          <circle cx="5" cy="5" r="3.6" className={classes(styles.head, styles.ring, styles[tone])} />
        </marker>
      ))}
    </defs>
  );
}
