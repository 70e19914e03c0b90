import { takeAway, WAYS_OUT } from '../guard/ways-out';

// The first import of every worker: it has nothing to ask for. A worker has the policy of the page that starts it
// (start-worker.ts); this holds beside it, and keeps one worker from starting another.
takeAway([...WAYS_OUT, 'Worker', 'BroadcastChannel', 'importScripts', 'caches', 'FontFace', 'fonts']);
