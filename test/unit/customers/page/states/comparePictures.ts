import type { Page } from 'playwright-core';

/** Maximum difference of a color channel, of 255: rounding is below, another color above. */
const MAX_CHANNEL_DIFFERENCE = 40;

interface Difference {
  /** Number of pixels with another color; `null` if the sizes differ. */
  readonly pixels: number | null;
  /** Picture of the differing pixels (PNG, base64). */
  readonly picture: string;
}

/** Compares two pictures (base64, in any format that a browser reads) in an empty page. */
export function comparePictures(page: Page, one: string, other: string): Promise<Difference> {
  return page.evaluate(`(async () => {
    const read = async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes]));
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext('2d');
      context.drawImage(image, 0, 0);
      return { canvas, context, data: context.getImageData(0, 0, image.width, image.height) };
    };
    const [one, other] = [await read('${one}'), await read('${other}')];
    if (one.data.width !== other.data.width || one.data.height !== other.data.height) {
      return { pixels: null, picture: '' };
    }
    let pixels = 0;
    const [a, b] = [one.data.data, other.data.data];
    for (let at = 0; at < a.length; at += 4) {
      const differs = [0, 1, 2].some((channel) => Math.abs(a[at + channel] - b[at + channel]) > ${MAX_CHANNEL_DIFFERENCE});
      if (differs) pixels += 1;
      a.set(differs ? [255, 0, 255, 255] : [b[at], b[at + 1], b[at + 2], 60], at);
    }
    one.context.putImageData(one.data, 0, 0);
    const blob = await one.canvas.convertToBlob();
    const bytes = new Uint8Array(await blob.arrayBuffer());
    return { pixels, picture: btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), '')) };
  })()`);
}

/** Converts a picture to lossless WebP, which is half as large. */
export function webpOf(page: Page, png: string): Promise<string> {
  return page.evaluate(`(async () => {
    const bytes = Uint8Array.from(atob('${png}'), (one) => one.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width, image.height];
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', 1).split(',')[1];
  })()`);
}
