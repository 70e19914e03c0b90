import './sealed';
import { serve } from './serve';

/** The engine of a file with one Sheet (scripts/one-file.mjs): it answers what a reader of a cluster's Sheet asks, and reads no paste. */
serve({
  sheet: { load: async () => (await import('./questions/sheet')).sheet },
  timeline: { load: async () => (await import('./questions/timeline')).timeline },
});
