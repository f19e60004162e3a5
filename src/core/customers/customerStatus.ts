/** The words of status 1…5 (contract, section 3). Other numbers are shown as they are. */
export const STATUS_WORDS = ['Running', 'Paused', 'Stopped', 'Blocked', 'Blocking'] as const;
