/** Words of the page as one file; they come with the part of the Share window that says them. */
export const OFFLINE_WORDS = {
  title: 'Save for offline',
  aboutFile:
    'This page as it lies on your disk, with what is open in it: one file of less than four megabytes for a stick, a mail or a wiki.',
  save: 'Save this page with the bench',
  saved: '{name} was handed to the browser. Opened from a disk it shows this bench; nothing else is asked for.',
  aboutHost:
    'The whole page as one file, for a room without internet. It opens in a tab of its own with this bench in it; there “Save this page with the bench” in the same place hands out the file. A page that lets nothing leave cannot fetch it by itself.',
  open: 'Open as one file',
  tooLong:
    'This bench is too large to go into the address: the file opens without it. Download the project file, too, and open it there.',
  keeps: 'What is changed there is kept by this browser for that file, and comes back when it is opened again.',
  keepsNot:
    'This browser keeps nothing for a file from a disk: what is changed there is lost when it is closed. Save it again before.',
} as const;
