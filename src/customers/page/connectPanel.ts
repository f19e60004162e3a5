import type { GridMessage, GridState, PanelMessage } from '../gridMessages.ts';
import { connectHost, type Host } from '../../base/page/connectHost.ts';

/** Connection between the grid and its panel. */
export type Panel = Host<GridMessage, GridState>;

export function connectPanel(onMessage: (message: PanelMessage) => void): Panel {
  return connectHost((message) => onMessage(message as PanelMessage));
}
