/** The codicons of the page. The build makes a font of these alone (scripts/iconFont.ts). */
export const ICONS = [
  'add',
  'arrow-down',
  'arrow-up',
  'bracket',
  'check-all',
  'chevron-down',
  'clear-all',
  'close',
  'copy',
  'info',
  'layout-sidebar-right',
  'pin',
  'pinned',
  'remove',
  'settings',
  'tag',
  'warning',
] as const;

export type Icon = (typeof ICONS)[number];
