import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { codiconsFolder, iconFont } from '../../../../scripts/iconFont.ts';
import { projectRoot } from '../../../../scripts/projectRoot.ts';
import { ICONS } from '../../../../src/base/page/icons.ts';
import { sharedChromium } from './sharedChromium.ts';

async function pageSource(): Promise<string> {
  const names = globSync('src/*/page/*.ts', { cwd: projectRoot });
  const sources = names.filter((name) => !name.endsWith('icons.ts'));
  const texts = await Promise.all(sources.map((name) => readFile(join(projectRoot, name), 'utf8')));
  return texts.join('\n');
}

/** Takes a picture of every icon at four times its size, with these styles and this font. */
async function pictures(page: Page, css: string, ttf: Buffer): Promise<string[]> {
  const font = `data:font/ttf;base64,${ttf.toString('base64')}`;
  const icons = ICONS.map((name) => `<div><span class="codicon codicon-${name}"></span></div>`);
  const inline = css.replace(/url\("[^"]*"\)/, `url("${font}")`);
  await page.setContent(`<style>${inline} div { zoom: 4 }</style>${icons.join('')}`);
  await page.evaluate(`document.fonts.load('16px codicon', '\\uea60')`);
  const shownIcons = await page.locator('.codicon').all();
  const shots: string[] = [];
  for (const icon of shownIcons) shots.push((await icon.screenshot()).toString('base64'));
  return shots;
}

describe('icons of the webview pages', function () {
  this.timeout(60_000);
  it('look like those of the complete font, in a twentieth of its size', async () => {
    const [wholeCss, wholeTtf] = await Promise.all([
      readFile(join(codiconsFolder, 'dist/codicon.css'), 'utf8'),
      readFile(join(codiconsFolder, 'dist/codicon.ttf')),
    ]);
    const { css, ttf } = await iconFont(ICONS);
    const page = await (await sharedChromium()).newPage();
    const [fullFont, ownFont] = [
      await pictures(page, wholeCss, wholeTtf),
      await pictures(page, css, ttf),
    ];
    await page.close();
    for (const [index, name] of ICONS.entries())
      assert.equal(ownFont[index], fullFont[index], name);
    assert.equal(new Set(ownFont).size, ICONS.length, 'missing icons would look the same');
    assert.ok(ttf.length < wholeTtf.length / 20, `${ttf.length} bytes`);
    assert.ok(css.length < wholeCss.length / 20, `${css.length} bytes`);
  });

  it('are listed exactly if they are used', async () => {
    const source = await pageSource();
    const listed: readonly string[] = ICONS;
    const usedIcons = [...source.matchAll(/\bicon(?:\(|: )'([\w-]+)'/g)].map(
      ([, name = '']) => name,
    );
    assert.ok(usedIcons.length > 5, 'the pattern finds the calls');
    assert.deepEqual(
      usedIcons.filter((name) => !listed.includes(name)),
      [],
    );
    assert.deepEqual(
      ICONS.filter((name) => !source.includes(`'${name}'`)),
      [],
    );
  });

  it('reject names that the package does not have', async () => {
    await assert.rejects(iconFont(['add', 'no-such-icon']), /There is no codicon "no-such-icon"/);
  });
});
