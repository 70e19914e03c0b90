/** Words of the small parts. */
export const COMMON_MESSAGES = {
  differs: {
    behind: 'old rules, {time} behind',
    behindShort: '{time} behind',
    flushed: 'no rules',
    lost: 'gone for {time}',
  },
  close: 'Close',
  untitledText: 'Text {number, number}',
  dismiss: 'Dismiss',
  notices: 'Notices',
  crash: {
    title: 'This part of the page stopped',
    body: 'The rest keeps working and your cluster is safe. Try again; if it stops at once, undo your last change.',
    missing: 'This part of the page could not be loaded',
    missingBody:
      'There is no network, or a newer version came out. What you typed and pasted is kept, also over a reload.',
    reload: 'Load the page anew',
    retry: 'Try again',
    details: 'What it said',
  },
  address: {
    physical: 'physical network',
    pod: 'Pod network',
    service: 'Service network',
    was: 'was',
    now: 'now',
  },
  certain: {
    all: '{end} in all {ways, number} ways{source, select, open {; the source it arrives with is not known} other {}}',
    none: 'unknown: what was not pasted decides ({ways, number} ways)',
  },
  astray: 'delivered, but not to an endpoint of that Service',
  verdict: {
    DELIVERED: 'delivered',
    DROPPED: 'dropped',
    REJECTED: 'rejected',
    NO_ROUTE: 'no route',
    NO_SOCKET: 'nobody listens',
    MARTIAN: 'martian source',
    TTL_EXCEEDED: 'TTL exceeded',
    LOOP: 'loop',
    LEFT: 'left the picture',
    UNKNOWN: 'unknown',
  },
} as const;
