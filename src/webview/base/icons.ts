/** The codicons of the grid. The build makes a font of these alone (scripts/iconFont.ts). */
export const ICONS = [
  'add',
  'arrow-down',
  'arrow-up',
  'chevron-down',
  'close',
  'copy',
  'ellipsis',
  'error',
  'graph',
  'info',
  'layout-sidebar-right',
  'pin',
  'pinned',
  'remove',
  'star-empty',
  'warning',
] as const;

export type Icon = (typeof ICONS)[number];
