/**
 * Page with the minimal work of a grid, as a lower bound for the product: the rows are parsed in advance, only text is
 * shown, and only visible rows are in the DOM. It has no focus, selection or sorting.
 */
export const SIMPLEST_GRID_HTML = `<!DOCTYPE html>
<style>
  body { margin: 0; font: 13px sans-serif; }
  #scroller { height: 100vh; overflow: auto; }
  #body { position: relative; width: 1800px; }
  .row { position: absolute; display: grid; grid-template-columns: repeat(8, 225px); height: 28px; }
  .row div { overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
</style>
<div id="scroller" class="scroller"><div id="body"></div></div>
<script>
  const HEIGHT = 28, FIELDS = ['name', 'platform', 'pageId', 'status', 'created', 'lastActive', 'email', 'id'];
  const scroller = document.getElementById('scroller'), body = document.getElementById('body');
  const rows = [], lines = new Map(), spare = [];
  function show() {
    const first = Math.max(0, Math.floor(scroller.scrollTop / HEIGHT) - 8);
    const last = Math.min(rows.length, Math.ceil((scroller.scrollTop + scroller.clientHeight) / HEIGHT) + 8);
    for (const [index, line] of lines) {
      if (index >= first && index < last) continue;
      lines.delete(index); spare.push(line); line.remove();
    }
    for (let index = first; index < last; index++) {
      if (lines.has(index)) continue;
      const line = spare.pop() ?? create();
      line.style.transform = 'translateY(' + index * HEIGHT + 'px)';
      FIELDS.forEach((field, at) => { line.children[at].textContent = rows[index][field]; });
      lines.set(index, line); body.append(line);
    }
  }
  function create() {
    const line = document.createElement('div');
    line.className = 'row';
    for (const _ of FIELDS) line.append(document.createElement('div'));
    return line;
  }
  globalThis.append = (added) => {
    for (const row of added) rows.push(row);
    body.style.height = rows.length * HEIGHT + 'px';
    show();
  };
  scroller.addEventListener('scroll', show);
</script>`;
