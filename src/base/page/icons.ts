/** Codicons of the pages. The build makes a font of only these icons (scripts/iconFont.ts). */
export const ICONS = [
  'add',
  'arrow-down',
  'arrow-up',
  'chevron-down',
  'circle-filled',
  'close',
  'comment',
  'copy',
  'ellipsis',
  'error',
  'graph',
  'history',
  'info',
  'layout-sidebar-right',
  'pin',
  'pinned',
  'remove',
  'star-empty',
  'tag',
  'warning',
] as const;

export type Icon = (typeof ICONS)[number];
