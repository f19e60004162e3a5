interface Drag {
  onMove(event: PointerEvent): void;
  onEnd(event: PointerEvent): void;
  /** By Escape, or by the browser. */
  onCancel(): void;
}

/** Until the button that is down is let go, wherever the mouse is then. */
export function followPointer(start: PointerEvent, drag: Drag): void {
  const listening = new AbortController();
  const listen = (type: 'pointermove' | 'pointerup' | 'pointercancel', act: Drag['onMove']): void =>
    document.addEventListener(
      type,
      (event) => {
        if (event.pointerId !== start.pointerId) return;
        if (type !== 'pointermove') listening.abort();
        act(event);
      },
      { signal: listening.signal },
    );
  listen('pointermove', (event) => drag.onMove(event));
  listen('pointerup', (event) => drag.onEnd(event));
  listen('pointercancel', () => drag.onCancel());
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    listening.abort();
    drag.onCancel();
  };
  document.addEventListener('keydown', onKey, { capture: true, signal: listening.signal });
}
