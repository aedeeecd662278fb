import type { Page } from '@playwright/test';

/**
 * Gives pages a camera, and a stand-in for the browser's barcode reader, which Chromium does not have on every machine.
 * It reads this text, if there is one, from any picture.
 */
export async function fakeCamera(page: Page, text?: string): Promise<void> {
  await page.addInitScript((inSight) => {
    class Detector {
      static getSupportedFormats = async () => ['qr_code'];
      detect = async () => (inSight === undefined ? [] : [{ rawValue: inSight }]);
    }
    Object.assign(globalThis, { BarcodeDetector: Detector });
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = document.createElement('canvas');
      const pen = canvas.getContext('2d');
      [canvas.width, canvas.height] = [390, 844];
      if (pen) {
        pen.fillStyle = '#9aa59e';
        pen.fillRect(0, 0, 390, 844);
        pen.fillStyle = '#fff';
        pen.fillRect(115, 250, 160, 206);
      }
      return canvas.captureStream(5);
    };
  }, text);
}
